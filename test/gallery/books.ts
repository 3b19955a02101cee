import type { AdminApi } from '../../client/admin/console/api.ts';
import type { AdminRound, Found } from '../../src/contract/adminRounds.ts';
import type { Operations } from '../../src/contract/operations.ts';
import type { Overview } from '../../src/contract/overview.ts';
import type { PoolStatement, Statement } from '../../src/contract/statement.ts';
import { BUSY, QUIET, SUMS, TRANSACTIONS } from './desk.ts';
import { addressNumber, iso, SIGNATURE, WINNERS_BY_STATUS } from './lottery.ts';
import { ALL_ACTIONS, heldRound } from './operations.ts';
import { ROUNDS_BY_STATE, SUMMARIES } from './rounds.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const dayOf = (back: number) => iso(-back * DAY_MS).slice(0, 10);
const TODAY = { day: dayOf(0), cycles: 3, withdrawnUnits: '123456789012345', receivedLamports: '9876543210' };

const OVERVIEW: Overview = {
  serverTime: iso(0),
  nextDraw: { roundNumber: 1235, locksAt: iso(1_000_000), endsAt: iso(1_060_000) },
  lastPayment: {
    ...{ roundNumber: 1233, endsAt: iso(-2_000_000), paidAt: iso(-1_990_000), lamports: '19999999997' },
    ...{ signature: SIGNATURE, winners: [...WINNERS_BY_STATUS] },
  },
  taxToday: {
    ...TODAY,
    ...{ distributedLamports: '9875308643', toPoolLamports: '6912716050', feesLamports: '1234567' },
  },
  days: Array.from({ length: DAYS }, (_, n) => ({
    day: dayOf(DAYS - 1 - n),
    inLamports: `${(n % 7) * 40_000_000_000}`,
    outLamports: `${(n % 5) * 60_000_000_000}`,
  })),
};
const NOTHING = '0';

/** The first tab: what needs somebody, and the money. */
export const OVERVIEWS: readonly (readonly [string, Overview, Operations])[] = [
  ['nothing waits', OVERVIEW, QUIET],
  ['much waits', OVERVIEW, BUSY],
  [
    'before the first payment',
    {
      ...OVERVIEW,
      lastPayment: null,
      taxToday: {
        ...{ day: dayOf(0), cycles: 0, withdrawnUnits: NOTHING, receivedLamports: NOTHING },
        ...{ distributedLamports: NOTHING, toPoolLamports: NOTHING, feesLamports: NOTHING },
      },
      days: OVERVIEW.days.map(({ day }) => ({ day, inLamports: NOTHING, outLamports: NOTHING })),
    },
    QUIET,
  ],
];

const ATTEMPTS: AdminRound['attempts'] = (['finalized', 'failed', 'expired', 'confirmed', 'sent'] as const).map(
  (state, attempt) => ({
    ...{ key: 'payout:1233', attempt, state, signature: SIGNATURE, slot: state === 'sent' ? null : 300_000_000 },
    signedAt: iso(-1_990_000),
    proof: state === 'failed' ? '{"InstructionError":[4,{"Custom":1}]}' : null,
  }),
);

const NOT_HELD = { detail: null, hold: null, reason: null, exits: [], shelved: null } as const;
const SHELVED = { since: iso(-DAY_MS), by: 'alice', reason: 'We wait for the owner of the wallet' };

function held(isShelved: boolean): AdminRound | undefined {
  const round = ROUNDS_BY_STATE['held, and owed'];
  if (round === undefined) return undefined;
  const { reason, hold, exits } = heldRound('payout-rejected');
  return {
    ...{ round, reason, hold, promisedLamports: '19999999997', attempts: ATTEMPTS },
    detail: 'the node answered: insufficient lamports 12, need 890880',
    ...(isShelved ? { exits: ['release', 'close'], shelved: SHELVED } : { exits, shelved: null }),
  };
}

/** A round as an operator sees it, in every state that a round has; held and shelved with the ways out. */
export const ROUND_CASES: readonly (readonly [string, AdminRound])[] = [
  ...Object.entries(ROUNDS_BY_STATE).map(([state, round]): [string, AdminRound] => [
    state,
    { ...NOT_HELD, exits: [], round, promisedLamports: null, attempts: state === 'paid' ? ATTEMPTS : [] },
  ]),
  ...[['held, with its exits', held(false)] as const, ['shelved', held(true)] as const].flatMap(
    ([state, round]): [string, AdminRound][] => (round === undefined ? [] : [[state, round]]),
  ),
];

type RoundPage = Awaited<ReturnType<AdminApi['readRounds']>>;
export const ROUND_LISTS: readonly (readonly [string, RoundPage])[] = [
  ['none', { data: [], nextCursor: null }],
  ['one of each state', { data: [...SUMMARIES], nextCursor: 'more' }],
];

const NOT_FOUND: Found = {
  ...{ kind: 'text', rounds: [], hasMore: false, transactions: [], attempts: [], actions: [] },
};

/** What the box above all tabs finds. */
export const FOUND: readonly (readonly [string, string, Found])[] = [
  ['nothing', 'no such label', NOT_FOUND],
  ['a wallet', addressNumber(4), { ...NOT_FOUND, kind: 'address', rounds: SUMMARIES.slice(0, 3), hasMore: true }],
  ['a signature', SIGNATURE, { ...NOT_FOUND, kind: 'signature', attempts: ATTEMPTS, transactions: [...TRANSACTIONS] }],
  ['a label', 'pool', { ...NOT_FOUND, actions: ALL_ACTIONS.data.slice(0, 5) }],
];

const POOL: PoolStatement = {
  address: addressNumber(1),
  opening: { at: '2026-10-01T00:01:30.000Z', slot: 1_000, lamports: '50000000000' },
  closing: { at: '2026-11-01T00:01:10.000Z', slot: 9_000, lamports: '61234567890' },
  ...{ taxLamports: '31234567890', prizesLamports: '19999999997', feesLamports: '120000', marksLamports: '1795680' },
  ...{ otherLamports: '1915683', rounds: 2, transactions: 5, outflows: 0 },
};

function statement(over: Partial<Statement> = {}): Statement {
  const receivers = [
    { address: addressNumber(1), label: 'Lottery pool', lamports: '31234567890' },
    { address: addressNumber(0), label: 'Admin', lamports: '13386243381' },
  ];
  return { month: '2026-10', earliest: '2026-09', isOver: true, pools: [POOL], receivers, tax: SUMS, ...over };
}

const NO_SUMS: Statement['tax'] = {
  ...{ from: '2026-10-01', to: '2026-10-31', cycles: 0, withdrawnUnits: NOTHING, soldUnits: NOTHING },
  ...{ receivedLamports: NOTHING, feesLamports: NOTHING, distributedLamports: NOTHING, distributedUnits: NOTHING },
};

/** A month's statement. */
export const STATEMENTS: readonly (readonly [string, Statement])[] = [
  ['a month that is over', statement()],
  ['a month that runs', statement({ isOver: false })],
  ['a month without anything', statement({ pools: [], receivers: [], earliest: null, tax: NO_SUMS })],
  ['a month with tax and without a balance', statement({ pools: [] })],
  [
    'a month in which the pool has moved, with an outflow',
    statement({
      pools: [
        { ...POOL, outflows: 1, otherLamports: '-5000000000' },
        { ...POOL, address: addressNumber(5) },
      ],
    }),
  ],
];
