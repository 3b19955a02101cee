import type { ExitCall } from '../../client/admin/operations/exitWords.ts';
import type { Refusal } from '../../client/admin/operations/useExit.ts';
import type { Operations, OperatorAction } from '../../src/contract/operations.ts';
import { exitsOf } from '../../src/round/exits.ts';
import { reasonText } from '../../src/round/reasonText.ts';
import { HOLD_REASONS, type HoldReason } from '../../src/round/state.ts';
import { CYCLE_IN_FLIGHT } from '../../src/tax/cycle.ts';
import { QUIET } from './desk.ts';
import { addressNumber, iso, SIGNATURE } from './lottery.ts';

const HOUR_MS = 3_600_000;
const AT = iso(-HOUR_MS);

type Round = Operations['rounds'][number];
type Wallet = Operations['wallets'][number];
type Alert = Operations['alerts'][number];

/** A held round as the server tells of it: each reason with its own exits. */
export function heldRound(hold: HoldReason, over: Partial<Round> = {}): Round {
  return {
    ...{ roundNumber: 1200 + HOLD_REASONS.indexOf(hold), state: 'held', reason: reasonText(hold), detail: null },
    ...{ endsAt: AT, totalLamports: '19999999997', hold, shelved: null },
    exits: [...exitsOf({ reason: hold, hasRecord: hold !== 'mark-without-record', isShelved: false })],
    ...over,
  };
}

const SHELVED: Round = heldRound('payout-rejected', {
  ...{ exits: ['release', 'close'], detail: 'the node answered: insufficient lamports 12, need 890880' },
  shelved: { since: AT, by: 'alice', reason: 'The winner’s wallet is frozen; we wait for its owner' },
});

function walletOf(name: string, n: number, over: Partial<Wallet>): Wallet {
  return { name, address: addressNumber(n), lamports: '700000000', perDayLamports: null, daysLeft: null, ...over };
}

function alert(key: string, over: Partial<Alert> = {}): Alert {
  return {
    ...{ key, message: `What the alert ${key} says.`, severity: 'warning' },
    ...{ runbook: `https://example.com/runbook#${key}`, raisedAt: AT, deliveredAt: AT, endedAt: null },
    ...over,
  };
}

function action(n: number): OperatorAction {
  const [name, subject] = (
    [
      ['pause', 'rounds'],
      ['resume', 'rounds'],
      ['release', 'round 1203'],
      ['shelve', 'round 1205'],
      ['close', 'tax cycle 1800000000'],
      ['acknowledge', null],
    ] as const
  )[n % 6] ?? ['pause', null];
  return {
    at: iso(-n * HOUR_MS),
    by: n % 2 === 0 ? 'alice' : 'bob',
    action: name,
    subject,
    reason: n % 5 === 0 ? null : 'looked at the explorer',
    details: n === 2 ? 'Admin 30.00% → 25.00%. The pool’s share stays 70.00%.' : null,
  };
}

const ACTIONS = Array.from({ length: 12 }, (_, n) => action(n));

/** What an operator finds, one thing at a time. */
export const OPERATIONS_CASES: Readonly<Record<string, Operations>> = {
  'a held round of every reason': { ...QUIET, rounds: HOLD_REASONS.map((hold) => heldRound(hold)) },
  'a shelved round, and one without a way out': {
    ...QUIET,
    rounds: [SHELVED, heldRound('overdue', { hold: null, exits: [], reason: 'a reason of a later version' })],
  },
  'a waiting tax cycle of every step': {
    ...QUIET,
    cycles: CYCLE_IN_FLIGHT.map((state, n) => ({
      ...{ cycle: 1_800_000_000 + n, state, startedAt: AT, exits: ['release', 'close'] },
      reason: 'The chain holds a part of this cycle that is not stored here.',
      detail: n === 0 ? null : 'part 3 of 4 is on chain, and this database knows 2',
    })),
  },
  'both brakes pulled': {
    ...QUIET,
    pause: { since: AT, by: 'alice', reason: 'An upgrade' },
    taxPause: { since: AT, by: 'bob', reason: 'The exchange is being looked at' },
  },
  'every forecast': {
    ...QUIET,
    wallets: [
      walletOf('Pool', 1, { lamports: '499000000000', perDayLamports: '240000', daysLeft: 2_079_166 }),
      walletOf('Tax authority', 2, { perDayLamports: '17000000', daysLeft: 41 }),
      walletOf('Tax wallet', 3, { perDayLamports: '31000000', daysLeft: 22 }),
      walletOf('A wallet that is nearly empty', 4, { lamports: '900000', perDayLamports: '31000000', daysLeft: 0 }),
      walletOf('A wallet for one day', 5, { perDayLamports: '600000000', daysLeft: 1 }),
      walletOf('A wallet that spends nothing', 6, { perDayLamports: '0' }),
      walletOf('A wallet of unknown balance', 7, { lamports: null, perDayLamports: '31000000' }),
      walletOf('A wallet of which nothing is known', 8, { lamports: null }),
    ],
  },
  'warnings of the settings': {
    ...QUIET,
    warnings: [
      'TAX_AUTHORITY_SECRET_KEY and TAX_WALLET_SECRET_KEY are the same wallet: whoever has one key has both.',
      'MAX_DAILY_PAYOUT is not a setting. Did you mean MAX_DAILY_PAYOUT_SOL?',
    ],
  },
  'alerts of every kind': {
    ...QUIET,
    alerts: [
      alert('held:1203', { severity: 'critical', deliveredAt: null }),
      alert('wallet-low:tax'),
      alert('node-silent:rpc.example', { severity: 'info' }),
      alert('part-down:tax', { severity: 'critical', endedAt: iso(-60_000) }),
      alert('held:1204', { runbook: 'docs/runbook.md#held-mark-without-record' }),
      alert('database-size'),
    ],
  },
  'more in flight than is shown': {
    ...QUIET,
    journal: Array.from({ length: 15 }, (_, n) => ({
      ...{
        key: `tax:1800000000:harvest:${n}`,
        attempt: n % 2,
        state: n % 3 === 0 ? ('sent' as const) : ('confirmed' as const),
      },
      ...{ signature: SIGNATURE, signedAt: iso(-(15 - n) * 60_000) },
    })),
  },
  'what was done': { ...QUIET, actions: ACTIONS },
};
export const ALL_ACTIONS = { data: ACTIONS, nextCursor: null };

/** Every exit there is, as the dialogs ask for it. */
export const EXIT_CALLS: readonly ExitCall[] = [
  { kind: 'round', id: 1203, exit: 'release' },
  { kind: 'round', id: 1203, exit: 'close' },
  { kind: 'round', id: 1203, exit: 'shelve' },
  { kind: 'cycle', id: 1_800_000_000, exit: 'release' },
  { kind: 'cycle', id: 1_800_000_000, exit: 'close' },
];

const payment = (n: number) => ({
  ...{ signature: SIGNATURE, to: addressNumber(n), lamports: `${9_000_000_001 - n}`, blockTime: n === 3 ? null : AT },
});
export const REFUSALS: Readonly<Record<string, Refusal>> = {
  'it is paid already': {
    lines: [
      `Tax cycle 1800000003 has been paid already, at least in part: ${SIGNATURE}. It is not paid again; close it instead.`,
    ],
    payments: [payment(1), payment(2), payment(3)],
  },
  'the chain does not prove it': {
    lines: ['Round 1203 cannot be closed: it was committed in time and its hour is not paid: it is owed.'],
    payments: [],
  },
  'no answer came': {
    lines: [
      'Release round 1203: failed',
      'Network error. Please check your connection.',
      'It may have been done nevertheless: look at the state of round 1203 before you try again.',
    ],
    payments: [],
  },
};
