import { createPollAgain } from '../../worker/engine/pollAgain.ts';
import type { Settings } from '../../worker/settings/Settings.ts';
import { createJournal } from '../../worker/store/journal/journal.ts';
import { createTaxStore } from '../../worker/store/tax/taxCycles.ts';
import type { TaxContext } from '../../worker/tax/context.ts';
import { createFirstHand } from '../../worker/tax/firstHand.ts';
import type { Note } from '../../worker/tax/Note.ts';
import type { ReadOwnParts } from '../../worker/tax/readOwnParts.ts';
import { ADMIN, POOL } from '../domain/distributionWallets.ts';
import { neverCalled } from '../domain/neverCalled.ts';
import { wallet } from '../domain/wallets.ts';
import type { FakeNode } from './fakeNodes.ts';
import { countedTerms } from './fixedTerms.ts';
import { rpcNodes } from './rpcNodes.ts';

export const NOW = 1_790_000_000_000;
export const TAX_WALLET = wallet(3);
export const OWN_ACCOUNT = wallet(4);
const MINT = wallet(77);
export const CONFIG = { version: 4, wallets: [POOL, ADMIN] };
export const POOL_LINES = { wallet: POOL.address, lines: [POOL.address] };
/** The slot that the chain had reached when `cycleAtSwap` began. */
export const BEGUN_AT = 400;
/** A cycle that has just begun. */
export const CYCLE_ID = NOW / 1000 - 20;

interface Reading {
  readonly readOwnParts?: ReadOwnParts;
}

/**
 * A tax context on the real database and fake nodes. Everything else that a step uses is an error, unless `given`
 * replaces it.
 */
export function taxContext(
  db: D1Database,
  nodes: readonly FakeNode[],
  { readOwnParts = neverCalled('readOwnParts'), ...given }: Partial<TaxContext> & Reading = {},
) {
  const each = rpcNodes(nodes, NOW);
  const { rpc, now } = each;
  const alerts = new Map<string, string>();
  const own: TaxContext = {
    settings: {
      ...{
        mint: MINT,
        pool: { address: POOL.address },
        oldPools: [],
        clock: { genesisTime: 1_700_000_000, roundSeconds: 3_600, entryLockSeconds: 60 },
        taxWallet: { address: TAX_WALLET, secretKey: new Uint8Array(64) },
        autoSwap: true,
      },
      ...{ minTax: 1_000_000_000n, maxSwap: 5_000_000_000_000n },
    } as unknown as Settings,
    tax: createTaxStore(db, now),
    journal: createJournal(db, now),
    rpc,
    now,
    pursue: neverCalled('pursue'),
    pursueAll: neverCalled('pursueAll'),
    terms: countedTerms([]),
    signer: {
      signHarvest: neverCalled('h'),
      signWithdrawal: neverCalled('w'),
      signSwap: neverCalled('s'),
      signDistribution: neverCalled('d'),
    },
    prepareSwap: neverCalled('prepareSwap'),
    firstHand: createFirstHand({ rpc, begunNote: noteOf(), wallet: TAX_WALLET, readOwnParts }),
    carryNote: noteOf(),
    mayPayPool: async () => true,
    activeConfig: async () => CONFIG,
    lastWorth: async () => null,
    raiseAlert: async (key, message) => void alerts.set(key, message),
    isPaused: async () => false,
    ownAccount: OWN_ACCOUNT,
    pollAgain: createPollAgain(now, 700),
  };
  return { ...each, alerts, context: { ...own, ...given } };
}

/** A note of an object; `kept` is how it begins. */
export function noteOf<T>(kept: T | null = null): Note<T> {
  let noted = kept;
  return {
    read: async () => noted,
    async write(written) {
      noted = written;
    },
  };
}

/** A cycle of this process that stands before its swap, 20 s after its start. */
export async function cycleAtSwap({ tax, firstHand }: TaxContext, id = CYCLE_ID) {
  await firstHand.began({ id, slot: BEGUN_AT });
  await tax.start({
    ...{ id, slot: BEGUN_AT, currency: 'SOL', configVersion: CONFIG.version },
    ...{ withheld: 9n, inMint: 9n, unsold: 0n, harvests: [] },
  });
  await tax.move(id, 'harvest', 'withdraw');
  await tax.move(id, 'withdraw', 'swap');
  const cycle = await tax.get(id);
  if (cycle === null) throw new Error('no cycle');
  return cycle;
}

/** As `cycleAtSwap`, and the swap of `SOLD` is final. The cycle is as it was before its swap. */
export async function cycleAfterSwap(context: TaxContext) {
  const { tax } = context;
  const cycle = await cycleAtSwap(context);
  await tax.addStep({ cycle: CYCLE_ID, name: 'swap', part: 0, amount: SOLD.sold, currency: 'GOD' });
  await tax.swapped(CYCLE_ID, SOLD);
  return cycle;
}
const SOLD = { signature: 's', fee: 0n, sold: 9n, proceeds: 1_000_000n };

/**
 * A landed transaction of the tax wallet as `getTransaction` tells it: GOD and lamports change by these amounts, and
 * lamports also by the fee.
 */
export function landed({
  god = 0n,
  lamports = 0n,
  fee = 5_000,
  feePayer = TAX_WALLET as string,
  slot = 500,
  version = 0,
} = {}) {
  const before = 2_000_000_000n;
  const token = (amount: bigint) => [
    { mint: MINT, owner: feePayer, accountIndex: 1, uiTokenAmount: { amount: `${amount}`, decimals: 6 } },
  ];
  return {
    ...{ slot, version, transaction: { signatures: ['s'], message: { accountKeys: [feePayer, OWN_ACCOUNT] } } },
    meta: {
      ...{ err: null, fee, preBalances: [Number(before), 5], postBalances: [Number(before + lamports) - fee, 5] },
      ...{ preTokenBalances: token(10n ** 12n), postTokenBalances: token(10n ** 12n + god) },
      loadedAddresses: { writable: [], readonly: [] },
    },
  };
}

/** `getSignatureStatuses` of what is final, or of what is not known. */
export const statusOf = (isKnown: boolean) => ({
  ...{ context: { slot: 900 } },
  value: [isKnown ? { slot: 500, err: null, confirmationStatus: 'finalized' } : null],
});
