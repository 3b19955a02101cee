import type { Settings } from '../../worker/settings/Settings.ts';
import { createJournal } from '../../worker/store/journal.ts';
import { createTaxStore } from '../../worker/store/taxCycles.ts';
import { createMayBegin } from '../../worker/tax/afterRestore.ts';
import { createAgreeInTime } from '../../worker/tax/agreeInTime.ts';
import type { TaxContext } from '../../worker/tax/context.ts';
import { createLookedAt } from '../../worker/tax/lookedAt.ts';
import { createPollAgain } from '../../worker/tax/pollAgain.ts';
import { ADMIN, POOL } from '../domain/distributionWallets.ts';
import { neverCalled } from '../domain/neverCalled.ts';
import { wallet } from '../domain/wallets.ts';
import type { FakeNode } from './fakeNodes.ts';
import { rpcNodes } from './rpcNodes.ts';

export const NOW = 1_790_000_000_000;
const TAX_WALLET = wallet(3);
export const OWN_ACCOUNT = wallet(4);
const MINT = wallet(77);
export const CONFIG = { version: 4, wallets: [POOL, ADMIN] };
/** A cycle that has just begun. */
export const CYCLE_ID = NOW / 1000 - 20;

/** A tax context on the real database and fake nodes; whatever else a step would touch is surprised, unless `given` says otherwise. */
export function taxContext(db: D1Database, nodes: readonly FakeNode[], given: Partial<TaxContext> = {}) {
  const each = rpcNodes(nodes, NOW);
  const { rpc, now } = each;
  const alerts = new Map<string, string>();
  const own: TaxContext = {
    settings: {
      ...{ mint: MINT, taxWallet: { address: TAX_WALLET, secretKey: new Uint8Array(64) }, autoSwap: true },
      ...{ minTax: 1_000_000_000n, maxSwap: 5_000_000_000_000n },
    } as unknown as Settings,
    tax: createTaxStore(db, now),
    journal: createJournal(db, now),
    rpc,
    now,
    pursue: neverCalled('pursue'),
    pursueAll: neverCalled('pursueAll'),
    signer: {
      signHarvest: neverCalled('h'),
      signWithdrawal: neverCalled('w'),
      signSwap: neverCalled('s'),
      signDistribution: neverCalled('d'),
    },
    prepareSwap: neverCalled('prepareSwap'),
    searchMemos: neverCalled('searchMemos'),
    activeConfig: async () => CONFIG,
    lastWorth: async () => null,
    raiseAlert: async (key, message) => void alerts.set(key, message),
    isPaused: async () => false,
    ownAccount: OWN_ACCOUNT,
    agree: createAgreeInTime({ rpc, now }),
    mayBegin: createMayBegin({ rpc, now }),
    pollAgain: createPollAgain(now),
    lookedAt: createLookedAt(),
  };
  return { ...each, alerts, context: { ...own, ...given } };
}

/** A cycle that stands before its swap, 20 s after its start. */
export async function cycleAtSwap({ tax }: TaxContext, id = CYCLE_ID) {
  await tax.start({
    ...{ id, currency: 'SOL', configVersion: CONFIG.version, withheld: 9n, inMint: 9n, unsold: 0n, harvests: [] },
  });
  await tax.move(id, 'harvest', 'withdraw');
  await tax.move(id, 'withdraw', 'swap');
  const cycle = await tax.get(id);
  if (cycle === null) throw new Error('no cycle');
  return cycle;
}

/** A landed transaction of the tax wallet as `getTransaction` tells it: GOD and lamports change by so much, the fee taken off. */
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
