import { Keypair } from '@solana/web3.js';
import { type Lie, lieAbout, type Mark } from './lie.ts';

interface Context {
  readonly context: { readonly slot: number };
}
interface Statuses extends Context {
  readonly value: readonly (object | null)[];
}

const FAR_BLOCKS = 100_000;
const LATE_LEDGER = 1_000_000;
const HOUR_SECONDS = 3_600;
/** Enough for every status to be older than finality. */
const FINAL_SLOTS = 40;

const statuses = (change: (status: object | null, slot: number) => object | null): Lie =>
  lieAbout<Statuses>('getSignatureStatuses', (truth) => ({
    ...truth,
    value: truth.value.map((status) => change(status, truth.context.slot - FINAL_SLOTS)),
  }));
const finalizedAt = (slot: number, err: unknown): object => ({
  ...{ slot, confirmations: null, confirmationStatus: 'finalized', err },
  status: err === null ? { Ok: null } : { Err: err },
});

const heights = (blocks: number): Lie[] => {
  const shifted = (height: number): number => Math.max(0, height + blocks);
  return [
    lieAbout<{ blockHeight: number; absoluteSlot: number }>('getEpochInfo', (truth) => ({
      ...truth,
      blockHeight: shifted(truth.blockHeight),
    })),
    lieAbout<number>('getBlockHeight', shifted),
  ];
};

/** Lies about the chain itself: what has landed, how high it is, what time it is. */
export const ledgerLies = {
  /** Every transaction that is unknown is said to be final. */
  statusInvented: (): Lie[] => [statuses((status, slot) => status ?? finalizedAt(slot, null))],
  statusDenied: (): Lie[] => [statuses(() => null)],
  /** Every transaction that is known is said to be final and failed. */
  statusFailed: (): Lie[] => [
    statuses((status, slot) => status && finalizedAt(slot, { InstructionError: [0, { Custom: 1 }] })),
  ],
  heightAhead: (): Lie[] => heights(FAR_BLOCKS),
  heightBehind: (): Lie[] => heights(-FAR_BLOCKS),
  /** Everything that a proof of expiry needs, so that an attempt that has landed looks expired. */
  expiryInvented: (mark: Mark): Lie[] => [
    ...blocksInvented(),
    ...ledgerLies.statusDenied(),
    ...ledgerLies.historyEmptied(),
    ...balanceFree(mark),
  ],
  historyEmptied: (): Lie[] => [lieAbout('getSignaturesForAddress', () => [])],
  ledgerBeginsLate: (): Lie[] => [lieAbout('getFirstAvailableBlock', () => LATE_LEDGER)],
  blockTimesOff: (): Lie[] => [lieAbout<number | null>('getBlockTime', (unix) => unix && unix + HOUR_SECONDS)],
  /** A transaction signed with it never lands. */
  blockhashInvented: (): Lie[] => {
    const blockhash = Keypair.generate().publicKey.toBase58();
    return [
      lieAbout<Context & { value: object }>('getLatestBlockhash', (truth) => ({
        ...truth,
        value: { ...truth.value, blockhash },
      })),
    ];
  },
} satisfies Record<string, (mark: Mark) => Lie[]>;

/** More blocks than a blockhash is valid for. */
const INVENTED_BLOCKS = 400;

/** The chain is said to be this many slots ahead. Each of these slots has a block whose height is the slot. */
function blocksInvented(): Lie[] {
  return [
    lieAbout<{ blockHeight: number; absoluteSlot: number }>('getEpochInfo', (truth) => ({
      ...truth,
      blockHeight: truth.blockHeight + INVENTED_BLOCKS,
      absoluteSlot: truth.absoluteSlot + INVENTED_BLOCKS,
    })),
    lieAbout<Context>('getSignatureStatuses', (truth) => ({
      ...truth,
      context: { slot: truth.context.slot + INVENTED_BLOCKS },
    })),
    ({ method, params }, truth) => {
      const [from, to] = params as [number, number];
      return method === 'getBlocks' ? Array.from({ length: to - from + 1 }, (_, i) => from + i) : truth;
    },
    ({ method, params }, truth) => (method === 'getBlock' ? (truth ?? { blockHeight: params[0] }) : truth),
  ];
}

/** Nor has the mark ever existed. */
function balanceFree({ payoutMark }: Mark): Lie[] {
  return [
    lieAbout<{ value: unknown }>('getAccountInfo', (truth, [address]) =>
      address === payoutMark.toBase58() ? { ...truth, value: null } : truth,
    ),
  ];
}
