import type { ParticipantsState } from '../../client/data/useParticipants.ts';
import type { RoundState } from '../../client/round/RoundContext.ts';
import type { Outcome, RoundInView, Stage } from '../../client/round/RoundView.ts';
import { addressOf } from '../../src/address/address.ts';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { Seal, Stats } from '../../src/contract/stats.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import type { PayoutStatus, Winner } from '../../src/contract/winner.ts';
import { PLACES } from '../../src/protocol/terms/places.ts';
import { ROLL_OVER_REASONS } from '../../src/round/state.ts';

/** The moment that the gallery shows: time stands still in it. */
export const NOW = Date.UTC(2026, 10, 20, 7, 32, 18);
const HOUR = 3_600_000;
const ROUND = 1234;

export function iso(offset: number): string {
  return new Date(NOW + offset).toISOString();
}

/** An address for every number, always the same one. */
export function addressNumber(n: number): string {
  return addressOf(Uint8Array.from({ length: 32 }, (_, i) => (n * 83 + i * (n + 41) + 17) % 256));
}
export const SIGNATURE = '5'.repeat(88);

const POSITIONS = ['first', 'second', 'third'] as const;
const PRIZES = ['13999999999', '3999999999', '1999999999'] as const;

function winner(n: number, status: PayoutStatus = 'final'): Winner {
  const [index, back] = [n % 3, Math.floor(n / 3)];
  const prizeLamports = PRIZES[index] ?? '0';
  return {
    roundNumber: ROUND - 1 - back,
    place: PLACES[index] ?? 3,
    position: POSITIONS[index] ?? 'third',
    address: addressNumber(n),
    prize: Number(prizeLamports) / 1e9,
    prizeLamports,
    timestamp: iso(-1_938_000 - back * HOUR),
    transactionSignature: status === 'drawn' ? null : SIGNATURE,
    status,
  };
}

const READ = { updatedAt: iso(-12_000), lockedRound: null, failingSince: null };

/** One winner for each state that a payment can be in, the newest first. */
const BY_STATUS: Readonly<Record<PayoutStatus, Winner>> = {
  drawn: winner(0, 'drawn'),
  sent: winner(1, 'sent'),
  confirmed: winner(2, 'confirmed'),
  final: winner(3, 'final'),
};
export const WINNERS_BY_STATUS: readonly Winner[] = Object.values(BY_STATUS);

export const CONFIG: PublicConfig = {
  mint: addressNumber(100),
  tokenProgram: addressNumber(101),
  decimals: 6,
  supply: '1000000000000000',
  transferFee: { basisPoints: 500, maximumFee: '1000000000000' },
  threshold: '100000000000',
  prizeShares: [0.7, 0.2, 0.1],
  poolShare: 0.2,
  drawTopHolders: 0,
  recentWinnersMax: 20,
  buyLinks: [
    { name: 'Raydium', url: `https://raydium.io/swap/?inputMint=sol&outputMint=${addressNumber(100)}` },
    { name: 'Jupiter', url: `https://jup.ag/swap/SOL-${addressNumber(100)}` },
  ],
  communityLinks: [{ name: 'Telegram', url: 'https://t.me/game-of-draws' }],
  supportUrl: 'mailto:help@game-of-draws.example',
  payouts: 'live',
  cluster: 'mainnet-beta',
  explorerUrl: 'https://explorer.solana.com',
  publicRpcUrl: 'https://api.mainnet-beta.solana.com',
  rpcNodes: 2,
  drand: { urls: [], publicKey: '', genesisTime: 1_692_803_367, period: 3, network: 'quicknet' },
  poolWallet: addressNumber(102),
  exclusions: [],
  witnesses: [],
  roundSeconds: 3600,
  entryLockSeconds: 60,
  genesisTime: iso(-ROUND * HOUR),
  version: '0.1.0',
};

const PRICE: Stats['solPrice'] = {
  usd: 152.01,
  confidence: 'high',
  updatedAt: iso(-9000),
  stale: false,
  fallback: false,
};
export const OLD_PRICE: Stats['solPrice'] = { ...PRICE, confidence: 'low', updatedAt: iso(-400_000), stale: true };
export const FALLBACK_PRICE: Stats['solPrice'] = { ...OLD_PRICE, usd: 152, updatedAt: null, fallback: true };

/** What the lock of the last round sealed, 41 seconds before its end. */
export const LAST_SEAL: Seal = {
  root: '7f3a90c1'.repeat(8),
  entries: 224,
  signature: SIGNATURE,
  sealedAt: iso(-1_979_000),
  beaconRound: 12_345_678,
  beaconAt: iso(-1_938_000),
  randomness: 'fe290bec'.repeat(8),
};

export function stats(over: Partial<Stats> = {}): Stats {
  return {
    totalParticipants: 224,
    participantsUpdatedAt: iso(-12_000),
    totalPrizesDistributed: 24_680.1357,
    totalPrizesDistributedLamports: '24680135700000',
    totalRounds: ROUND - 1,
    totalWinners: 3 * (ROUND - 1),
    currentRound: {
      roundNumber: ROUND,
      timeToNext: 1662,
      startsAt: iso(-1_938_000),
      locksAt: iso(1_602_000),
      endsAt: iso(1_662_000),
      phase: 'open',
      seal: null,
      witnesses: null,
    },
    lastRound: {
      witnesses: null,
      roundNumber: ROUND - 1,
      endsAt: iso(-1_938_000),
      phase: 'complete',
      paidAt: iso(-1_936_900),
      reason: null,
      winners: [winner(0), winner(1), winner(2)],
      seal: LAST_SEAL,
    },
    prizePool: { sol: 19.999999997, usd: 3040.2, lamports: '19999999997' },
    prizes: PLACES.map((place, index) => ({ place, sol: 1, usd: 152, lamports: PRIZES[index] ?? '0' })),
    solPrice: PRICE,
    recentWinners: Array.from({ length: 20 }, (_, n) => winner(n)),
    serverTime: iso(-800),
    updatedAt: iso(-12_000),
    ...over,
  };
}

function roundEnding(inMs: number): RoundInView {
  return {
    roundNumber: ROUND,
    startsAt: NOW + inMs - HOUR,
    locksAt: NOW + inMs - 60_000,
    endsAt: NOW + inMs,
  };
}

/** A prize pool with the prizes of its places, lamports. */
export function poolOf(
  lamports: string,
  prizes: readonly string[],
): Pick<RoundState['jackpot'], 'lamports' | 'prizes'> {
  return { lamports, prizes: PLACES.map((place, index) => ({ place, lamports: prizes[index] ?? '0' })) };
}

const NOTHING = poolOf('0', []);

/** A round that the page shows, as `RoundProvider` gives it to its parts. */
export function roundAt(stage: Stage, over: Partial<RoundState> = {}): RoundState {
  const known = stats();
  return {
    round: roundEnding(stage === 'open' || stage === 'paused' ? 1_662_000 : 0),
    stage,
    outcome: null,
    figures: { kind: 'known', stats: known, silent: false },
    jackpot: { lamports: known.prizePool.lamports, prizes: known.prizes, price: PRICE },
    ...over,
  };
}

const ENDED: Readonly<Record<Outcome['kind'], Outcome>> = {
  complete: { kind: 'complete', reason: null, winners: PLACES.map((_, n) => winner(n)) },
  'rolled-over': { kind: 'rolled-over', reason: ROLL_OVER_REASONS[0], winners: [] },
  held: { kind: 'held', reason: 'overdue', winners: [] },
};

/** Every stage of a round. */
export const STAGES: Readonly<Record<Stage, RoundState>> = {
  unknown: roundAt('unknown', { round: null, figures: { kind: 'lost' }, jackpot: { ...NOTHING, price: OLD_PRICE } }),
  open: roundAt('open'),
  locked: roundAt('locked', { round: roundEnding(41_000) }),
  paused: roundAt('paused'),
  drawing: roundAt('drawing'),
  complete: roundAt('complete', { outcome: ENDED.complete }),
  'rolled-over': roundAt('rolled-over', { outcome: ENDED['rolled-over'] }),
  held: roundAt('held', { outcome: ENDED.held }),
};

export const LOADING = roundAt('unknown', {
  round: null,
  figures: { kind: 'loading' },
  jackpot: { ...NOTHING, price: null },
});

export const PARTICIPANTS: Readonly<Record<ParticipantsState['kind'], ParticipantsState>> = {
  loading: { kind: 'loading' },
  failed: { kind: 'failed' },
  ready: { kind: 'ready', data: participants(224) },
};
export const NOBODY: ParticipantsState = { kind: 'ready', data: participants(0) };

function participants(total: number) {
  const wallets = Array.from({ length: total }, (_, n) => addressNumber(n));
  const topHolders = wallets.slice(0, 10).map((address, n) => ({
    address,
    balance: 9_876_543 - n * 777_777.123456,
    isEligible: n !== 3,
  }));
  return { participants: wallets, total, topHolders, threshold: 100_000, slot: 345_678_901, ...READ };
}

export const IN_THE_DRAW: WalletCheck = {
  address: addressNumber(7),
  lockedRound: null,
  balance: 1_234_567.8,
  balanceUnits: '1234567800000',
  isEligible: true,
  reason: null,
  rank: 12,
  eligibleWallets: 224,
  odds: { round: 3 / 224, day: 0.276, month: 0.9999 },
  wins: [winner(0, 'sent'), winner(4), winner(8)],
  totalWins: 5,
  totalWon: 21.9,
  totalWonLamports: '21999999997',
  updatedAt: iso(-40_000),
};
export const NOT_IN_THE_DRAW: WalletCheck = {
  ...IN_THE_DRAW,
  balance: 99_999.99,
  balanceUnits: '99999990000',
  isEligible: false,
  reason: 'This wallet holds 99,999.99 GOD. It takes 100,000 GOD to be in the draw.',
  odds: { round: 0, day: 0, month: 0 },
  wins: [],
  totalWins: 0,
  totalWon: 0,
  totalWonLamports: '0',
};
