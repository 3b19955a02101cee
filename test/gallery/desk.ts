import type { Configuration } from '../../client/admin/configuration/useConfiguration.ts';
import type { AdminApi } from '../../client/admin/console/api.ts';
import type { Draft } from '../../client/admin/console/nextDraft.ts';
import type { Session, SessionControl } from '../../client/admin/session/useSession.ts';
import { ADMIN_ROLES } from '../../src/contract/adminRoles.ts';
import type { ChangeRecord, DistributionConfig, TaxSums, TaxTransaction } from '../../src/contract/distribution.ts';
import type { Operations } from '../../src/contract/operations.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';
import { addressNumber, CONFIG, iso, SIGNATURE } from './lottery.ts';

const AT = iso(-3_600_000);

export function wallet(n: number, percentage: number, over: Partial<DistributionWallet> = {}): DistributionWallet {
  const label = ['Admin', 'Lottery pool', 'Charity', 'Liquidity'][n] ?? `Wallet ${n}`;
  const made = { createdAt: AT, updatedAt: AT };
  const kind = { isAdmin: n === 0, isLottery: n === 1, isActive: true };
  return { id: `wallet-${n}`, address: addressNumber(n), label, percentage, ...kind, ...made, ...over };
}

const USUAL = [wallet(0, 20), wallet(1, 70), wallet(2, 10)];

function version(over: Partial<DistributionConfig> = {}): DistributionConfig {
  const wallets = USUAL.map((one) => ({ ...one }));
  const facts = { id: 'tax', version: 4, isActive: true, updatedAt: AT, updatedBy: 'alice', totalPercentage: 100 };
  const rules = { minPoolShare: null, needsSecondKey: false, delayHours: 0 };
  return { ...facts, wallets, active: { version: 4, wallets }, waiting: null, rules, ...over };
}

export function draft(wallets: readonly DistributionWallet[] | null = null, over: Partial<Draft> = {}): Draft {
  const base = over.base ?? version();
  return { base, wallets: wallets ?? base.wallets, newer: null, ...over };
}

const settled = async () => undefined;

function configuration(over: Partial<Configuration> = {}): Configuration {
  return {
    draft: draft(),
    busy: null,
    isOutdated: false,
    save: settled,
    activate: settled,
    decide: settled,
    reload: settled,
    ...over,
  };
}

export const EDITED = draft([wallet(0, 25), wallet(1, 65, { label: 'The pool' }), wallet(3, 10)]);
const NEWER = version({ version: 5, updatedBy: 'bob', wallets: [wallet(0, 30), wallet(1, 70)] });

/** Saved and not activated. */
const SAVED = version({ isActive: false, version: 5 });

/** Asked for by another key, with a stranger in it. */
const WAITS = version({
  isActive: false,
  version: 5,
  rules: { minPoolShare: 50, needsSecondKey: true, delayHours: 24 },
  waiting: {
    ...{ ask: 'ask-1', version: 5, wallets: [wallet(0, 100)], askedBy: 'bob', askedAt: AT, confirmedBy: null },
    ...{
      needsSecondKey: true,
      inForceAt: null,
      difference: 'Lottery pool 70.00% → 0.00%. The pool’s share: 70.00% → 0.00%.',
    },
  },
});

/** Saved, with nothing for the lottery's pool. */
export const WITHOUT_POOL = version({ isActive: false, version: 5, wallets: [wallet(0, 100)] });

/** The card above the tabs. */
export const CARDS: readonly (readonly [string, Configuration])[] = [
  ['in force, nothing changed', configuration()],
  ['not in force', configuration({ draft: draft(null, { base: SAVED }) })],
  ['no version in force', configuration({ draft: draft(null, { base: version({ isActive: false, active: null }) }) })],
  ['an activation that waits for a second key', configuration({ draft: draft(null, { base: WAITS }) })],
  ['edited', configuration({ draft: EDITED })],
  ['saving', configuration({ draft: EDITED, busy: 'saving' })],
  ['activating', configuration({ draft: draft(null, { base: SAVED }), busy: 'activating' })],
  ['could not be read again', configuration({ isOutdated: true })],
  ['saved meanwhile by somebody else', configuration({ draft: { ...EDITED, newer: NEWER } })],
  ['a total that is not 100%', configuration({ draft: draft([wallet(0, 20), wallet(1, 70)]) })],
];
export const CONFLICT = { draft: { ...EDITED, newer: NEWER }, newer: NEWER } as const;

/** Lists of wallets with everything that can be wrong with them. */
export const LISTS: readonly (readonly [string, Draft])[] = [
  ['whole', draft()],
  ['a new and an edited wallet', EDITED],
  ['less than 100%', draft([wallet(0, 20), wallet(1, 70)])],
  ['more than 100%', draft([wallet(0, 40), wallet(1, 70)])],
  [
    'wrong fields',
    draft([
      wallet(0, 20),
      wallet(1, 101, { label: '' }),
      wallet(2, -5, { address: 'not an address' }),
      wallet(3, 10, { address: addressNumber(0) }),
      wallet(4, 10, { address: '11111111111111111111111111111111' }),
    ]),
  ],
  ['one switched off', draft([wallet(0, 30), wallet(1, 70), wallet(2, 0, { isActive: false })])],
  ['nobody active', draft([wallet(0, 100, { isActive: false })])],
  ['nothing for the lottery’s pool', draft([wallet(0, 100), wallet(1, 0)])],
  ['fifty wallets', draft([wallet(0, 2), ...Array.from({ length: 49 }, (_, n) => wallet(n + 1, 2))])],
];

const CONTROL_OF: Omit<SessionControl, 'session'> = {
  login: () => undefined,
  checkAgain: () => undefined,
  logout: () => undefined,
  expire: () => undefined,
};
export const LOGIN: Extract<Session, { kind: 'login' }> = {
  kind: 'login',
  problem: null,
  isBusy: false,
  uncheckedKey: null,
};
export const CONTROL: SessionControl = { session: LOGIN, ...CONTROL_OF };

type Line = TaxTransaction['distributions'][number];
const line = (n: number, status: Line['status']): Line => ({
  walletId: `wallet-${n}`,
  label: USUAL[n]?.label ?? 'Wallet',
  address: addressNumber(n),
  amount: 0.35,
  units: '350000000',
  percentage: 33.33,
  status,
  transactionSignature: status === 'pending' ? null : SIGNATURE,
});

function transaction(status: TaxTransaction['status'], over: Partial<TaxTransaction> = {}): TaxTransaction {
  return {
    id: `cycle-${status}`,
    status,
    timestamp: AT,
    totalAmount: 1.05,
    totalUnits: '1050000000',
    currency: 'SOL',
    reason: null,
    detail: null,
    configVersion: 4,
    txSignature: SIGNATURE,
    distributions: [line(0, 'SUCCESS'), line(1, 'SUCCESS'), line(2, 'SUCCESS')],
    ...over,
  };
}

const BY_STATUS: Readonly<Record<TaxTransaction['status'], TaxTransaction>> = {
  COMPLETED: transaction('COMPLETED'),
  FAILED: transaction('FAILED', {
    reason: 'No exchange gave a usable quote.',
    detail: 'Raydium answered 503; Jupiter answered 503',
    currency: 'GOD',
    txSignature: null,
    distributions: [],
  }),
  PENDING: transaction('PENDING', {
    configVersion: null,
    txSignature: null,
    distributions: [line(0, 'SUCCESS'), line(1, 'FAILED'), line(2, 'pending')],
  }),
};
export const TRANSACTIONS: TaxTransaction[] = Object.values(BY_STATUS);

function change(changeType: ChangeRecord['changeType'], over: Partial<ChangeRecord> = {}): ChangeRecord {
  return {
    id: changeType,
    configId: 'tax',
    changeType,
    description: `A change of the kind ${changeType}`,
    changedBy: 'alice',
    timestamp: AT,
    previousValue: { version: 3, wallets: [wallet(0, 30), wallet(1, 70)] },
    newValue: { version: 4, wallets: USUAL },
    ...over,
  };
}
const BY_TYPE: Readonly<Record<ChangeRecord['changeType'], ChangeRecord>> = {
  CREATE: change('CREATE', { previousValue: null, changedBy: 'system' }),
  UPDATE: change('UPDATE'),
  DELETE: change('DELETE'),
  ACTIVATE: change('ACTIVATE'),
};
export const CHANGES: ChangeRecord[] = Object.values(BY_TYPE);

export const SUMS: TaxSums = {
  ...{
    from: '2026-11-13',
    to: '2026-11-19',
    cycles: 168,
    withdrawnUnits: '123456789012345',
    soldUnits: '123456789012000',
  },
  ...{
    receivedLamports: '9876543210',
    feesLamports: '1234567',
    distributedLamports: '9875308643',
    distributedUnits: '5',
  },
};

export const QUIET: Operations = {
  serverTime: iso(0),
  warnings: [],
  pause: null,
  taxPause: null,
  outflows: [],
  rounds: [],
  cycles: [],
  journal: [],
  wallets: [
    { name: 'Pool', address: addressNumber(1), lamports: '499000000000', perDayLamports: null, daysLeft: null },
  ],
  alerts: [],
  actions: [],
};
type Round = Operations['rounds'][number];
const ROUNDS: Readonly<Record<Round['state'], string | null>> = {
  locked: null,
  committed: null,
  drawn: null,
  held: 'The stored record of this round contradicts itself. An operator has to look at it.',
};
const SENT: readonly Operations['journal'][number]['state'][] = ['sent', 'confirmed'];
/** Everything at once that an operator can find. */
export const BUSY: Operations = {
  serverTime: iso(0),
  warnings: [],
  pause: { since: AT, by: 'alice', reason: 'Looking at an outflow' },
  taxPause: null,
  outflows: [{ signature: SIGNATURE, foundAt: AT }],
  rounds: (Object.keys(ROUNDS) as Round['state'][]).map((state, n) => ({
    roundNumber: 1234 - n,
    state,
    reason: ROUNDS[state],
    detail: state === 'held' ? 'round 7: the stored winners are not the drawn ones' : null,
    endsAt: AT,
    totalLamports: n === 0 ? null : '19999999997',
    hold: state === 'held' ? 'record-mismatch' : null,
    exits: state === 'held' ? ['release', 'close', 'shelve'] : [],
    shelved: null,
  })),
  cycles: [],
  journal: SENT.map((state, n) => ({ key: `payout-${n}`, attempt: n, state, signature: SIGNATURE, signedAt: AT })),
  wallets: [
    ...QUIET.wallets,
    { name: 'Tax wallet', address: addressNumber(2), lamports: null, perDayLamports: '700000', daysLeft: 41 },
  ],
  alerts: [
    {
      ...{ key: 'held:1231', message: 'Round 1231 is held.', severity: 'critical', runbook: 'docs/runbook.md#held' },
      ...{ raisedAt: AT, deliveredAt: null, endedAt: null },
    },
    {
      ...{ key: 'wallet-low:Pool', message: 'The pool is below its reserve.', severity: 'warning' },
      ...{ runbook: 'https://example.com/runbook#wallet-low', raisedAt: AT, deliveredAt: AT, endedAt: AT },
    },
  ],
  actions: [],
};

const never = () => new Promise<never>(() => undefined);

/** A server that never answers, except with the answers that an exhibit gives. */
export function server(over: Partial<AdminApi> = {}): AdminApi {
  return {
    readConfig: never,
    save: never,
    activate: never,
    confirm: never,
    stop: never,
    lookUp: never,
    readSession: async () => ({ name: 'alice', roles: [...ADMIN_ROLES] }),
    preview: never,
    readTransactions: never,
    readSums: never,
    readChanges: never,
    readOverview: never,
    search: never,
    readRounds: never,
    readRound: never,
    readStatement: never,
    readStatementFile: never,
    readOperations: never,
    readActions: never,
    pause: never,
    resume: never,
    takeExit: never,
    readPublicConfig: async () => ({ ...CONFIG, poolWallet: addressNumber(1) }),
    ...over,
  };
}

/** A server that is down. */
export const BROKEN = async () => {
  throw new Error('the server does not answer');
};
