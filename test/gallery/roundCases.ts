import type { Reveal } from '../../client/clock/revealTimeline.ts';
import type { RoundState } from '../../client/round/RoundContext.ts';
import type { Seal } from '../../src/contract/stats.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { HOLD_REASONS, ROLL_OVER_REASONS } from '../../src/round/state.ts';
import {
  FALLBACK_PRICE,
  IN_THE_DRAW,
  iso,
  LAST_SEAL,
  LOADING,
  NOT_IN_THE_DRAW,
  OLD_PRICE,
  poolOf,
  roundAt,
  STAGES,
  stats,
  WINNERS_BY_STATUS,
} from './lottery.ts';

const known = (over: Parameters<typeof stats>[0]) => ({ kind: 'known', stats: stats(over), silent: false }) as const;

const USUAL = poolOf('19999999997', ['13999999999', '3999999999', '1999999999']);
const HUGE = poolOf('123456789000000', ['86419752300000', '24691357800000', '12345678900000']);

/** The sums of the pool and of its prizes, where something is unusual about them. */
export const POOLS: Readonly<Record<string, RoundState>> = {
  loading: LOADING,
  known: STAGES.open,
  lost: STAGES.unknown,
  'an old price': roundAt('open', { jackpot: { ...USUAL, price: OLD_PRICE } }),
  'a stand-in for the price': roundAt('open', { jackpot: { ...USUAL, price: FALLBACK_PRICE } }),
  'no price at all': roundAt('open', { jackpot: { ...USUAL, price: null } }),
  'a pool nobody has seen yet': roundAt('open', { jackpot: { ...HUGE, price: OLD_PRICE } }),
};

/** The round before, while it is not simply paid. */
const LAST = {
  roundNumber: 1233,
  endsAt: iso(-1_938_000),
  reason: null,
  winners: [],
  paidAt: null,
  seal: null,
  witnesses: null,
};
const DIFFERENT_LIST = { known: 2, saw: 1, differ: [{ name: 'Ada', root: 'c0ffee00'.repeat(8) }] };

export const BADGES: Readonly<Record<string, RoundState>> = {
  connecting: LOADING,
  live: STAGES.open,
  'no data': STAGES.unknown,
  'the server answers late': roundAt('open', { figures: known({ serverTime: iso(-50_000) }) }),
  offline: roundAt('open', { figures: { ...known({ serverTime: iso(-50_000) }), silent: true } }),
  'the chain was read long ago': roundAt('open', { figures: known({ updatedAt: iso(-400_000) }) }),
  'a watcher saw another list of the round that ended': roundAt('open', {
    figures: known({ lastRound: { ...LAST, phase: 'complete', witnesses: DIFFERENT_LIST } }),
  }),
  'a watcher saw another list of the locked round': roundAt('open', {
    figures: known({ currentRound: { ...stats().currentRound, phase: 'locked', witnesses: DIFFERENT_LIST } }),
  }),
};

export const NOTES: Readonly<Record<string, RoundState>> = {
  'the last round is still drawn': roundAt('open', { figures: known({ lastRound: { ...LAST, phase: 'drawing' } }) }),
  'the last round rolled over': roundAt('open', {
    figures: known({ lastRound: { ...LAST, phase: 'rolled-over', reason: 'no-eligible-wallets' } }),
  }),
  'the last round is held': roundAt('open', {
    figures: known({ lastRound: { ...LAST, phase: 'held', reason: 'overdue' } }),
  }),
};

/** What can be printed on the ticket's lower half, beside the usual. */
const LAST_DRAWN = { ...stats().lastRound, ...LAST, phase: 'complete', seal: LAST_SEAL } as const;
const SEALED = { ...LAST_SEAL, randomness: null };
const lastWith = (prizes: readonly string[]) =>
  known({
    lastRound: {
      ...LAST_DRAWN,
      winners: prizes.flatMap((prizeLamports, index) => {
        const winner = stats().recentWinners[index];
        return winner ? [{ ...winner, prizeLamports }] : [];
      }),
    },
  });
const sealedWith = (seal: Seal | null) => known({ currentRound: { ...stats().currentRound, seal } });
export const SLIPS: Readonly<Record<string, RoundState>> = {
  'prizes nobody has seen yet': roundAt('open', {
    figures: lastWith(['20123456789123', '5749559082606', '2874779541303']),
  }),
  'prizes of dust': roundAt('open', { figures: lastWith(['400', '114', '57']) }),
  'two winners': roundAt('open', { figures: lastWith(['13999999999', '3999999999']) }),
  'one winner': roundAt('open', { figures: lastWith(['13999999999']) }),
  'no round has been drawn': roundAt('open', { figures: known({ lastRound: null, recentWinners: [] }) }),
  'the last round rolled over': roundAt('open', {
    figures: known({ lastRound: { ...LAST, phase: 'rolled-over', reason: 'reserve' } }),
  }),
  'the envelope closes': roundAt('locked', { figures: sealedWith(null) }),
  'being sealed': roundAt('locked', { figures: sealedWith({ ...SEALED, signature: null, sealedAt: null }) }),
  sealed: roundAt('locked', { figures: sealedWith(SEALED) }),
  opened: roundAt('drawing', { figures: sealedWith(SEALED) }),
  'opened, with the number': roundAt('drawing', { figures: sealedWith(LAST_SEAL) }),
  'nothing heard of the server': roundAt('drawing', { figures: { kind: 'known', stats: stats(), silent: true } }),
  'a jackpot that is not known yet': roundAt('open', { jackpot: { lamports: null, prizes: null, price: OLD_PRICE } }),
};

/** How much of a result is printed, in the middle of its reveal. */
export const REVEALS: Readonly<Record<string, Reveal>> = {
  'nothing printed yet': { torn: true, printed: 0, crowned: false },
  'third and second printed': { torn: true, printed: 2, crowned: false },
};

export const ENDINGS = [
  ...[...ROLL_OVER_REASONS, null].map((reason) => ({ kind: 'rolled-over', reason }) as const),
  ...HOLD_REASONS.map((reason) => ({ kind: 'held', reason }) as const),
];

export const WINNERS: Readonly<Record<string, RoundState>> = {
  loading: LOADING,
  'none yet': roundAt('open', { figures: known({ recentWinners: [], totalWinners: 0 }) }),
  'each state of a payment': roundAt('open', { figures: known({ recentWinners: [...WINNERS_BY_STATUS] }) }),
  'more than are shown at first': STAGES.open,
  'figures lost': STAGES.unknown,
};

export const WALLETS: Readonly<Record<string, WalletCheck>> = {
  'in the draw': IN_THE_DRAW,
  'in the draw, certain of a prize': {
    ...IN_THE_DRAW,
    odds: { round: 0.75, day: 1, month: 1 },
    wins: [],
    totalWins: 0,
  },
  'not in the draw': NOT_IN_THE_DRAW,
  'on the locked list': { ...IN_THE_DRAW, lockedRound: 1234, wins: [], totalWins: 0 },
  'without GOD': { ...NOT_IN_THE_DRAW, balance: 0, balanceUnits: '0', rank: null, reason: 'This wallet holds no GOD.' },
};
