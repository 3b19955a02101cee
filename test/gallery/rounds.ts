import type { RoundDetail, RoundSummary } from '../../src/contract/round.ts';
import { CLOSED } from '../../src/round/state.ts';
import { addressNumber, iso, NOW, SIGNATURE, stats } from './lottery.ts';

const HOUR = 3_600_000;
const ROUND = 1233;
/** The last round's end, and the running one's. */
const ENDED = -1_938_000;
const ENDING = 1_662_000;
const NO_TIMES = { lockedAt: null, committedAt: null, beaconAt: null, drawnAt: null, paidAt: null, finalAt: null };
const NO_PARTS = { commitment: null, beacon: null, payout: null, witnesses: [] };
const UNKNOWN = { entries: null, root: null, poolLamports: null, totalLamports: null, beaconRound: null };

/** Offsets in ms from the moment that the gallery shows. */
const TIMES = {
  lockedAt: iso(ENDED - 59_200),
  committedAt: iso(ENDED - 40_400),
  beaconAt: iso(ENDED + 1_100),
  drawnAt: iso(ENDED + 1_240),
  paidAt: iso(ENDED + 2_900),
  finalAt: iso(ENDED + 15_700),
};

const COMMITMENT: NonNullable<RoundDetail['commitment']> = {
  wallet: addressNumber(102),
  mark: addressNumber(103),
  memo: `GOD1 commit round=${ROUND} ends=1795159800 slot=345678800 root=${'7f3a90c1'.repeat(8)} entries=224 pool=99999999985 total=19999999997 beacon=52db9ba7 drand=12345678 rules=1:${'ab12cd34'.repeat(8)}`,
  signature: SIGNATURE,
  slot: 345_678_901,
  blockTime: iso(ENDED - 41_000),
};
const BEACON: NonNullable<RoundDetail['beacon']> = {
  ...{ network: 'quicknet', publicKey: '83cf0f28', genesisTime: 1_692_803_367, period: 3, round: 12_345_678 },
  time: iso(ENDED),
  signature: 'b44679b9'.repeat(12),
  randomness: 'fe290bec'.repeat(8),
};
const PAYOUT: NonNullable<RoundDetail['payout']> = {
  memo: `GOD1 payout round=${ROUND}`,
  mark: addressNumber(103),
  signature: SIGNATURE,
  slot: 345_679_021,
  status: 'final',
};
const WINNERS = stats().recentWinners.slice(0, 3);

const ROOT = '7f3a90c1'.repeat(8);
const SAW = {
  root: ROOT,
  unjudged: 0,
  entries: 224,
  signature: SIGNATURE,
  slot: 345_678_930,
  blockTime: iso(ENDED - 21_000),
};
const WITNESSES: RoundDetail['witnesses'] = ['Ada', 'Grace', 'Emmy'].map((name, index) => ({
  ...{ name, operator: name, address: addressNumber(110 + index) },
  ...SAW,
}));

const PAID: RoundDetail = {
  ...{ roundNumber: ROUND, state: 'paid', reason: null, startsAt: iso(ENDED - HOUR), endsAt: iso(ENDED) },
  ...{ entries: 224, root: ROOT, poolLamports: '99999999985', totalLamports: '19999999997' },
  ...{ beaconRound: 12_345_678, winners: WINNERS, payoutSignature: SIGNATURE },
  ...TIMES,
  ...{ commitment: COMMITMENT, beacon: BEACON, payout: PAYOUT, owedSince: null, closedAt: null, witnesses: WITNESSES },
  late: [],
};

const UNDRAWN_BEACON = { ...BEACON, signature: null, randomness: null };
const NOT_DRAWN = { winners: [], payoutSignature: null, beaconAt: null, drawnAt: null, paidAt: null, finalAt: null };
const IN_FLIGHT = { ...PAID, ...NOT_DRAWN, beacon: UNDRAWN_BEACON, payout: null };
/** The running round: one later, and not over yet. */
const RUNNING = { roundNumber: ROUND + 1, startsAt: iso(ENDING - HOUR), endsAt: iso(ENDING) };
/** Whose end is so near that its entries are locked. */
const CLOSING = {
  ...{ roundNumber: ROUND + 1, startsAt: iso(41_000 - HOUR), endsAt: iso(41_000) },
  ...{ lockedAt: iso(-18_000), committedAt: null },
};
const DRAWN_WINNERS = WINNERS.map((winner) => ({ ...winner, status: 'sent' as const }));
const UNPAID = { ...PAID, paidAt: null, finalAt: null, winners: DRAWN_WINNERS };

/** A round in each state and each moment of it that looks different. */
export const ROUNDS_BY_STATE: Readonly<Record<string, RoundDetail>> = {
  open: {
    ...PAID,
    ...NO_TIMES,
    ...NO_PARTS,
    ...UNKNOWN,
    ...RUNNING,
    state: 'open',
    winners: [],
    payoutSignature: null,
  },
  locked: {
    ...IN_FLIGHT,
    ...CLOSING,
    state: 'locked',
    commitment: { ...COMMITMENT, signature: null, slot: null, blockTime: null },
  },
  committed: { ...IN_FLIGHT, ...CLOSING, state: 'committed', committedAt: iso(-9_000) },
  'committed, and waiting for the number': { ...IN_FLIGHT, state: 'committed' },
  'drawn, and the payment is prepared': {
    ...UNPAID,
    state: 'drawn',
    payout: { ...PAYOUT, signature: null, slot: null, status: 'drawn' },
  },
  'drawn, and the payment is sent': { ...UNPAID, state: 'drawn', payout: { ...PAYOUT, slot: null, status: 'sent' } },
  'drawn, and the payment is confirmed': {
    ...PAID,
    finalAt: null,
    state: 'drawn',
    payout: { ...PAYOUT, status: 'confirmed' },
  },
  paid: PAID,
  'paid, and a watcher saw another list': {
    ...PAID,
    witnesses: WITNESSES.map((witness, index) => (index === 1 ? { ...witness, root: 'c0ffee00'.repeat(8) } : witness)),
  },
  'paid late, since the random number came late': {
    ...PAID,
    ...{ beaconAt: iso(ENDED + 90_400), drawnAt: iso(ENDED + 90_600), paidAt: iso(ENDED + 92_100) },
    finalAt: iso(ENDED + 105_000),
    late: [{ step: 'beacon', seconds: 90, cause: 'No drand relay had given the random number.' }],
  },
  'committed, and the number is late': {
    ...IN_FLIGHT,
    state: 'committed',
    late: [{ step: 'beacon', seconds: 1938, cause: 'RPC node 1 gives no usable answer to getSlot.' }],
  },
  'paid, from before times were kept': { ...PAID, ...NO_TIMES },
  'rolled over without a lock': {
    ...PAID,
    ...NO_TIMES,
    ...NO_PARTS,
    ...UNKNOWN,
    state: 'rolled-over',
    reason: 'missed',
    winners: [],
    payoutSignature: null,
  },
  'rolled over after the lock': {
    ...IN_FLIGHT,
    state: 'rolled-over',
    reason: 'commitment-late',
    committedAt: null,
    commitment: { ...COMMITMENT, signature: null, slot: null, blockTime: null },
  },
  'held before anything was promised': {
    ...IN_FLIGHT,
    state: 'held',
    reason: 'record-mismatch',
    committedAt: null,
    commitment: { ...COMMITMENT, signature: null, slot: null, blockTime: null },
  },
  'held, and owed': {
    ...UNPAID,
    state: 'held',
    reason: 'payout-rejected',
    payout: { ...PAYOUT, signature: null, slot: null, status: 'drawn' },
  },
  'held, and left owed by an operator': {
    ...UNPAID,
    state: 'held',
    owedSince: iso(ENDED + 600_000),
    reason: 'payout-rejected',
    payout: { ...PAYOUT, signature: null, slot: null, status: 'drawn' },
  },
  'held, and closed by its payment': {
    ...UNPAID,
    state: 'held',
    closedAt: iso(ENDED + 600_000),
    reason: CLOSED,
    winners: [],
    ...{ commitment: null, beacon: null, payout: null },
  },
  'of a reason that this page does not know': { ...IN_FLIGHT, state: 'rolled-over', reason: 'solar-flare' },
};

/** Fifteen rounds, newest first, of every state. */
export const SUMMARIES: readonly RoundSummary[] = Array.from({ length: 15 }, (_, back) => {
  const likes = ['committed', 'paid', 'paid', 'held, and owed', 'rolled over without a lock'] as const;
  const like =
    ROUNDS_BY_STATE[back === 0 ? 'committed, and waiting for the number' : (likes[1 + (back % 4)] ?? 'paid')] ?? PAID;
  const roundNumber = ROUND - back;
  const winners = like.winners.map((winner, index) => ({
    ...winner,
    roundNumber,
    address: addressNumber(3 * back + index),
  }));
  const totalLamports = like.totalLamports && String(BigInt(like.totalLamports) - BigInt(back) * 700_000_000n);
  return { ...like, roundNumber, winners, totalLamports, endsAt: new Date(NOW + ENDED - back * HOUR).toISOString() };
});
