import type { RoundState } from '../../client/round/RoundContext.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { HOLD_REASONS, ROLL_OVER_REASONS } from '../../src/round/state.ts';
import {
  FALLBACK_PRICE,
  IN_THE_DRAW,
  iso,
  LOADING,
  NOT_IN_THE_DRAW,
  OLD_PRICE,
  roundAt,
  STAGES,
  stats,
  WINNERS_BY_STATUS,
} from './lottery.ts';

const known = (over: Parameters<typeof stats>[0]) => ({ kind: 'known', stats: stats(over), silent: false }) as const;

/** The sums of the pool and of its prizes, where something is unusual about them. */
export const POOLS: Readonly<Record<string, RoundState>> = {
  loading: LOADING,
  known: STAGES.open,
  lost: STAGES.unknown,
  'an old price': roundAt('open', { jackpot: { lamports: '19999999997', price: OLD_PRICE } }),
  'a stand-in for the price': roundAt('open', { jackpot: { lamports: '19999999997', price: FALLBACK_PRICE } }),
  'no price at all': roundAt('open', { jackpot: { lamports: '19999999997', price: null } }),
  'a pool nobody has seen yet': roundAt('open', { jackpot: { lamports: '123456789000000', price: OLD_PRICE } }),
};

export const BADGES: Readonly<Record<string, RoundState>> = {
  connecting: LOADING,
  live: STAGES.open,
  'no data': STAGES.unknown,
  'the server answers late': roundAt('open', { figures: known({ serverTime: iso(-50_000) }) }),
  'the chain was read long ago': roundAt('open', { figures: known({ updatedAt: iso(-400_000) }) }),
};

/** The round before, while it is not simply paid. */
const LAST = { roundNumber: 1233, endsAt: iso(-1_938_000), reason: null, winners: [], seal: null };
export const NOTES: Readonly<Record<string, RoundState>> = {
  'the last round is still drawn': roundAt('open', { figures: known({ lastRound: { ...LAST, phase: 'drawing' } }) }),
  'the last round rolled over': roundAt('open', {
    figures: known({ lastRound: { ...LAST, phase: 'rolled-over', reason: 'no-eligible-wallets' } }),
  }),
  'the last round is held': roundAt('open', {
    figures: known({ lastRound: { ...LAST, phase: 'held', reason: 'overdue' } }),
  }),
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
  'without GOD': { ...NOT_IN_THE_DRAW, balance: 0, balanceUnits: '0', rank: null, reason: 'This wallet holds no GOD.' },
};
