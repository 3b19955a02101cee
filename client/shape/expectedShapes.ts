import type { PublicConfig } from '../../src/contract/config.ts';
import type { Prices } from '../../src/contract/prices.ts';
import type { CurrentRound, LastRound, Participants, PoolBalance, Seal, Stats } from '../../src/contract/stats.ts';
import type { TriggerResult } from '../../src/contract/trigger.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import type { Winner, WinnersPage } from '../../src/contract/winner.ts';
import type { WitnessCount } from '../../src/contract/witness.ts';
import { amount, anyNumber, anyWord, fields, flag, list, number, oneOf, orNull, text, time } from './hasShape.ts';

export const WINNER = fields<Winner, 'prize'>({
  roundNumber: number,
  place: anyNumber(),
  position: anyWord(),
  address: text,
  prizeLamports: amount,
  timestamp: time,
  transactionSignature: orNull(text),
  status: oneOf('drawn', 'sent', 'confirmed', 'final'),
});

const SEAL = fields<Seal, 'entries'>({
  root: text,
  signature: orNull(text),
  sealedAt: orNull(time),
  beaconRound: number,
  beaconAt: time,
  randomness: orNull(text),
});

const WITNESSES = orNull(
  fields<WitnessCount, 'known' | 'saw'>({
    differ: list(fields<WitnessCount['differ'][number]>({ name: text, root: text })),
  }),
);

const CURRENT_ROUND = fields<CurrentRound, 'timeToNext'>({
  roundNumber: number,
  startsAt: time,
  locksAt: time,
  endsAt: time,
  phase: oneOf('open', 'locked', 'paused'),
  seal: orNull(SEAL),
  witnesses: WITNESSES,
});

const LAST_ROUND = fields<LastRound>({
  roundNumber: number,
  endsAt: time,
  phase: oneOf('drawing', 'complete', 'rolled-over', 'held'),
  reason: orNull(text),
  winners: list(WINNER),
  paidAt: orNull(time),
  seal: orNull(SEAL),
  witnesses: WITNESSES,
});

export const STATS = fields<Stats, 'totalPrizesDistributed'>({
  totalParticipants: number,
  participantsUpdatedAt: orNull(time),
  totalPrizesDistributedLamports: amount,
  totalRounds: number,
  totalWinners: number,
  currentRound: CURRENT_ROUND,
  lastRound: orNull(LAST_ROUND),
  prizePool: fields<Stats['prizePool'], 'sol' | 'usd'>({ lamports: amount }),
  prizes: list(fields<Stats['prizes'][number], 'sol' | 'usd'>({ place: anyNumber(), lamports: amount })),
  solPrice: fields<Stats['solPrice'], 'confidence'>({
    usd: number,
    updatedAt: orNull(time),
    stale: flag,
    fallback: flag,
  }),
  recentWinners: list(WINNER),
  serverTime: time,
  updatedAt: time,
});

type Holder = Participants['data']['topHolders'][number];

export const PARTICIPANTS = fields<Participants, 'success'>({
  data: fields<Participants['data'], 'threshold' | 'slot'>({
    participants: list(text),
    total: number,
    topHolders: list(fields<Holder>({ address: text, balance: number, isEligible: flag })),
    updatedAt: time,
    lockedRound: orNull(number),
    failingSince: orNull(time),
  }),
});

export const WINNERS = fields<WinnersPage, 'nextCursor'>({ winners: list(WINNER), total: number });

export const POOL_BALANCE = fields<PoolBalance, Exclude<keyof PoolBalance, 'prizePoolLamports' | 'prizes'>>({
  prizePoolLamports: amount,
  prizes: list(fields<PoolBalance['prizes'][number]>({ place: anyNumber(), lamports: amount })),
});

export const PRICES = fields<Prices, 'god'>({
  sol: fields<Prices['sol'], 'currency' | 'sources' | 'confidence'>({
    price: number,
    lastUpdated: orNull(time),
    stale: flag,
    fallback: flag,
  }),
});

/** The parts of the configuration that are not checked. */
type IgnoredConfig =
  | 'tokenProgram'
  | 'decimals'
  | 'supply'
  | 'transferFee'
  | 'prizeShares'
  | 'rpcNodes'
  | 'witnesses'
  | 'version';

const LINKS = list(fields<PublicConfig['buyLinks'][number]>({ name: text, url: text }));

export const CONFIG = fields<PublicConfig, IgnoredConfig>({
  mint: text,
  cluster: text,
  explorerUrl: text,
  publicRpcUrl: text,
  poolWallet: text,
  threshold: amount,
  poolShare: number,
  drawTopHolders: number,
  recentWinnersMax: number,
  buyLinks: LINKS,
  communityLinks: LINKS,
  supportUrl: orNull(text),
  payouts: anyWord(),
  entryLockSeconds: number,
  roundSeconds: number,
  genesisTime: time,
  exclusions: list(fields<PublicConfig['exclusions'][number], 'reason'>({ address: text })),
  drand: fields<PublicConfig['drand'], 'publicKey' | 'genesisTime' | 'period' | 'network'>({ urls: list(text) }),
});

export const WALLET = fields<WalletCheck, 'balanceUnits' | 'totalWon'>({
  address: text,
  balance: number,
  lockedRound: orNull(number),
  isEligible: flag,
  reason: orNull(text),
  rank: orNull(number),
  eligibleWallets: number,
  odds: fields<WalletCheck['odds']>({ round: number, day: number, month: number }),
  wins: list(WINNER),
  totalWins: number,
  totalWonLamports: amount,
  updatedAt: time,
});

type Drawn = Extract<TriggerResult, { success: true }>['data'];
const ANSWERED = fields<Pick<TriggerResult, 'success'>>({ success: flag });
const DRAWN = fields<{ readonly data: Drawn }>({
  data: fields<Drawn, 'totalDistributed'>({
    roundNumber: number,
    winners: list(fields<Drawn['winners'][number]>({ address: text, prize: number })),
    prizePoolLamports: amount,
  }),
});

/** The data are checked only for a success, because nothing of a refusal is shown. */
export const TRIGGER_RESULT = (answer: unknown) =>
  ANSWERED(answer) && (!(answer as TriggerResult).success || DRAWN(answer));
