import type { PublicConfig } from '../../src/contract/config.ts';
import type { Prices } from '../../src/contract/prices.ts';
import type { CurrentRound, LastRound, Participants, PoolBalance, Stats } from '../../src/contract/stats.ts';
import type { TriggerResult } from '../../src/contract/trigger.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import type { Winner, WinnersPage } from '../../src/contract/winner.ts';
import { amount, flag, hasShape, number, oneOf, orNull, type Shape, text, time } from './hasShape.ts';

// What the page reads of the answers. The contract's schemas say more, but they would cost a quarter of the page's budget.

const WINNER: Shape<Winner> = {
  roundNumber: number,
  place: number,
  position: text,
  address: text,
  prizeLamports: amount,
  timestamp: time,
  transactionSignature: orNull(text),
  status: oneOf('drawn', 'sent', 'confirmed', 'final'),
};

const CURRENT_ROUND: Shape<CurrentRound> = {
  roundNumber: number,
  startsAt: time,
  locksAt: time,
  endsAt: time,
  phase: oneOf('open', 'locked', 'paused'),
};

const LAST_ROUND: Shape<LastRound> = {
  roundNumber: number,
  endsAt: time,
  phase: oneOf('drawing', 'complete', 'rolled-over', 'held'),
  reason: orNull(text),
  winners: [WINNER],
};

export const STATS: Shape<Stats> = {
  totalParticipants: number,
  totalPrizesDistributedLamports: amount,
  totalRounds: number,
  totalWinners: number,
  currentRound: CURRENT_ROUND,
  lastRound: orNull<LastRound>(LAST_ROUND),
  prizePool: { lamports: amount },
  prizes: [{ lamports: amount }],
  solPrice: { usd: number, updatedAt: orNull(time), stale: flag, fallback: flag },
  recentWinners: [WINNER],
  serverTime: time,
  updatedAt: time,
};

export const PARTICIPANTS: Shape<Participants> = {
  data: { participants: [text], total: number, topHolders: [{ address: text, balance: number, isEligible: flag }] },
};

export const WINNERS: Shape<WinnersPage> = { winners: [WINNER], total: number };

export const POOL_BALANCE: Shape<PoolBalance> = { prizePoolLamports: amount };

export const PRICES: Shape<Prices> = { sol: { price: number, lastUpdated: orNull(time), stale: flag, fallback: flag } };

export const CONFIG: Shape<PublicConfig> = {
  mint: text,
  cluster: text,
  explorerUrl: text,
  publicRpcUrl: text,
  poolWallet: text,
  poolShare: number,
  entryLockSeconds: number,
};

export const WALLET: Shape<WalletCheck> = {
  address: text,
  balance: number,
  isEligible: flag,
  reason: orNull(text),
  rank: orNull(number),
  eligibleWallets: number,
  odds: { round: number, day: number, month: number },
  wins: [WINNER],
  totalWins: number,
  totalWonLamports: amount,
  updatedAt: time,
};

type Drawn = Extract<TriggerResult, { success: true }>;
const DRAWN: Shape<Drawn> = { data: { roundNumber: number, winners: [{ address: text, prize: number }] } };

/** Only a success holds anything that is shown. */
export const TRIGGER_RESULT: Shape<TriggerResult> = (answer) =>
  hasShape<{ success: boolean }>(answer, { success: flag }) && (!answer.success || hasShape<Drawn>(answer, DRAWN));
