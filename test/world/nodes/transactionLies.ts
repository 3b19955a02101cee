import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { AddressLookupTableProgram, Keypair, TransactionMessage } from '@solana/web3.js';
import { associatedAccount } from '../associatedAccount.ts';
import { lookAlikeTexts } from '../stranger/lookAlikeTexts.ts';
import { memo } from '../stranger/memo.ts';
import { lieAboutAccounts, lieAboutAmount } from './accounts.ts';
import { type Lie, lieAbout, type Mark } from './lie.ts';
import { showTransaction } from './showTransaction.ts';

interface Transaction {
  readonly meta: {
    readonly fee: number;
    readonly preBalances: readonly number[];
    readonly postBalances: readonly number[];
  };
}

const AMOUNT_AT = 64;
const ADDRESS_BYTES = 32;
const TABLE_META_BYTES = 56;
const SIGNATURE_BYTES = 64;
/** A slot before anything that a world does. */
const OLD_SLOT = 40;

/** A commitment that was never made: listed in the pool's history, and shown with the pool wallet as its signer. */
const foreignCommitment = ({ pool, round, endsAt }: Mark): Lie[] => {
  const text = lookAlikeTexts.commitment({ round, endsAt }, round);
  const message = new TransactionMessage({
    payerKey: pool,
    recentBlockhash: Keypair.generate().publicKey.toBase58(),
    instructions: [memo(text)],
  }).compileToLegacyMessage();
  // A liar does not have the pool's key and must invent the signature.
  const forged = randomBytes(SIGNATURE_BYTES);
  const signature = base58.encode(forged);
  const landed = {
    ...{ signature, slot: OLD_SLOT, blockTime: endsAt - 10 },
    bytes: Buffer.concat([Buffer.of(1), forged, message.serialize()]).toString('base64'),
  };
  const row = {
    ...{ signature, slot: landed.slot, blockTime: landed.blockTime, err: null, confirmationStatus: 'finalized' },
    memo: `[${text.length}] ${text}`,
  };
  const status = {
    slot: OLD_SLOT,
    confirmations: null,
    confirmationStatus: 'finalized',
    err: null,
    status: { Ok: null },
  };
  return [
    lieAbout<object[]>('getSignaturesForAddress', (truth, [address]) =>
      address === pool.toBase58() ? [row, ...truth] : truth,
    ),
    lieAbout('getTransaction', (truth, [asked, options]) =>
      asked === signature ? showTransaction(landed, (options as { encoding?: string } | undefined)?.encoding) : truth,
    ),
    lieAbout<{ value: unknown[] }>('getSignatureStatuses', (truth, [asked]) => ({
      ...truth,
      value: truth.value.map((known, i) => ((asked as string[])[i] === signature ? status : known)),
    })),
  ];
};

/** Lies about what transactions did, and about what a swap would do. */
export const transactionLies = {
  foreignCommitment,
  /** The fee payer is said to have gained ten times as much by a transaction. */
  proceedsTooHigh: (): Lie[] => [
    lieAbout<Transaction | null>('getTransaction', (truth) => {
      if (truth === null) return null;
      const [before = 0, after = 0] = [truth.meta.preBalances[0], truth.meta.postBalances[0]];
      if (after <= before) return truth;
      const postBalances = [before + 10 * (after - before), ...truth.meta.postBalances.slice(1)];
      return { ...truth, meta: { ...truth.meta, postBalances } };
    }),
  ],
  feeTooHigh: (): Lie[] => [
    lieAbout<Transaction | null>(
      'getTransaction',
      (truth) => truth && { ...truth, meta: { ...truth.meta, fee: 100 * truth.meta.fee } },
    ),
  ],
  /** The tax wallet is said to hold ten times the GOD that it has. */
  tokensTooMany: ({ mint, taxWallet }: Mark): Lie[] => [
    lieAboutAmount(associatedAccount(mint, taxWallet), AMOUNT_AT, (amount) => 10n * amount),
  ],
  /** The tax wallet is said to hold no GOD. */
  tokensNone: ({ mint, taxWallet }: Mark): Lie[] => [
    lieAboutAmount(associatedAccount(mint, taxWallet), AMOUNT_AT, () => 0n),
  ],
  /** The last address of every lookup table is another one. */
  tableChanged: (): Lie[] => {
    const accomplice = Keypair.generate().publicKey.toBytes();
    return [
      lieAboutAccounts((_address, truth) => {
        if (truth?.owner !== AddressLookupTableProgram.programId.toBase58()) return truth;
        const bytes = Buffer.from(truth.data.text, 'base64');
        if (bytes.length >= TABLE_META_BYTES + ADDRESS_BYTES) bytes.set(accomplice, bytes.length - ADDRESS_BYTES);
        return { ...truth, data: { ...truth.data, text: bytes.toString('base64') } };
      }),
    ];
  },
  simulationFails: (): Lie[] => [
    lieAbout<{ value: object }>('simulateTransaction', (truth) => ({
      ...truth,
      value: { ...truth.value, err: { InstructionError: [0, { Custom: 1 }] } },
    })),
  ],
} satisfies Record<string, (mark: Mark) => Lie[]>;
