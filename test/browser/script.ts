import type { PublicConfig } from '../../src/contract/config.ts';
import type { CurrentRound, LastRound, Participants, Seal, Stats } from '../../src/contract/stats.ts';
import type { PayoutStatus, Winner } from '../../src/contract/winner.ts';
import { eventually } from '../rounds/eventually.ts';
import type { Script } from './scene.ts';

/** The wallets, amounts and settings of the running lottery, from which scenes are made. */
export interface RealAnswers {
  readonly stats: Stats;
  readonly participants: Participants;
  readonly config: PublicConfig;
}

export async function realAnswers(url: string): Promise<RealAnswers> {
  // A world that has only just begun has not read its holders yet.
  const get = async (path: string) =>
    (
      await eventually(
        () => fetch(url + path),
        ({ ok }) => ok,
      )
    ).json();
  const [stats, participants, config] = await Promise.all(
    ['/api/lottery/stats', '/api/lottery/eligible-participants', '/api/config'].map(get),
  );
  return { stats, participants, config };
}

const HOUR = 3_600_000;
const LOCK = 60_000;
const ROUND = 1234;
const PLACES = ['first', 'second', 'third'] as const;
const PRIZES = ['13999999999', '3999999999', '1999999999'];
/** The figures that a drawn round leaves for the next round. */
const NEXT_POOL = { sol: 16.1803, usd: 2459.56, lamports: '16180339887' };

/** A lottery in mid-life: hourly rounds, `left` ms to the next draw, twenty winners behind it. */
export function usualScript(real: RealAnswers, { left, now }: { left: number; now: number }): Script {
  const endsAt = now + left;
  const stats = (at: number): Stats => ({
    ...real.stats,
    totalRounds: ROUND - 1,
    totalWinners: 3 * (ROUND - 1),
    totalPrizesDistributed: 24_680.1357,
    totalPrizesDistributedLamports: '24680135700000',
    currentRound: roundEnding(endsAt, at),
    lastRound: lastRound(real, ROUND - 1, endsAt - HOUR),
    recentWinners: recentWinners(real, ROUND - 1, endsAt - HOUR),
    solPrice: { ...real.stats.solPrice, updatedAt: new Date(at - 20_000).toISOString(), stale: false, fallback: false },
    serverTime: new Date(at).toISOString(),
    updatedAt: new Date(at - 12_000).toISOString(),
  });
  return {
    stats,
    participants: () => real.participants,
    config: () => real.config,
    pool: (at) => ({ prizePoolLamports: stats(at).prizePool.lamports, prizes: stats(at).prizes }),
    winners: (at) => ({ winners: stats(at).recentWinners, nextCursor: null, total: stats(at).totalWinners }),
    prices: (at) => {
      const { usd, ...price } = stats(at).solPrice;
      return { sol: { ...price, price: usd, lastUpdated: price.updatedAt } };
    },
    trigger: () => ({ success: false, error: 'The beacon of this round is not out yet.', code: 'BEACON_PENDING' }),
    wallet: 'fails',
    chain: () => ({ jsonrpc: '2.0', id: 1, result: { value: 100_000_000_000 } }),
  };
}

/** As before, once the round has ended: its draw is in `phase`, and the next round runs. */
export function afterEnd(real: RealAnswers, script: Script, endsAt: number, phase: LastRound['phase']): Script {
  const { stats: before } = script;
  if (typeof before !== 'function') throw new Error('the script has no stats to go on from');
  const isDrawn = phase === 'complete';
  return {
    ...script,
    stats: (at) => ({
      ...before(at),
      totalRounds: ROUND,
      currentRound: { ...roundEnding(endsAt + HOUR, at), roundNumber: ROUND + 1 },
      lastRound: {
        ...lastRound(real, ROUND, endsAt),
        phase,
        ...(!isDrawn && { winners: [], seal: sealed(endsAt, null) }),
      },
      ...(isDrawn && { recentWinners: recentWinners(real, ROUND, endsAt), prizePool: NEXT_POOL }),
    }),
  };
}

function roundEnding(endsAt: number, now: number): CurrentRound {
  return {
    roundNumber: ROUND,
    timeToNext: Math.ceil((endsAt - now) / 1000),
    startsAt: new Date(endsAt - HOUR).toISOString(),
    locksAt: new Date(endsAt - LOCK).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    phase: now < endsAt - LOCK ? 'open' : 'locked',
    seal: now < endsAt - LOCK ? null : sealed(endsAt, null),
    witnesses: null,
  };
}

function lastRound(real: RealAnswers, roundNumber: number, endsAt: number): LastRound {
  return {
    roundNumber,
    endsAt: new Date(endsAt).toISOString(),
    phase: 'complete',
    reason: null,
    paidAt: null,
    witnesses: null,
    winners: winnersOf(real, roundNumber, endsAt, 'drawn'),
    seal: sealed(endsAt, 'fe'.repeat(32)),
  };
}

/** What the lock of a round sealed, 41 seconds before its end. */
function sealed(endsAt: number, randomness: string | null): Seal {
  return {
    root: '7f3a90c1'.repeat(8),
    entries: 224,
    signature: '4'.repeat(88),
    sealedAt: new Date(endsAt - 41_000).toISOString(),
    beaconRound: 12_345_678,
    beaconAt: new Date(endsAt).toISOString(),
    randomness,
  };
}

/** Twenty, as the stats have them: six whole rounds and two places of a seventh. */
function recentWinners(real: RealAnswers, newest: number, endsAt: number): Winner[] {
  const rounds = [0, 1, 2, 3, 4, 5, 6];
  return rounds
    .flatMap((back) => winnersOf(real, newest - back, endsAt - back * HOUR, back === 0 ? 'sent' : 'final'))
    .slice(0, 20);
}

function winnersOf({ participants }: RealAnswers, round: number, endsAt: number, status: PayoutStatus) {
  const wallets = participants.data.participants;
  return PLACES.map((position, index): Winner => {
    const prizeLamports = PRIZES[index] ?? '0';
    return {
      roundNumber: round,
      place: ([1, 2, 3] as const)[index] ?? 3,
      position,
      address: wallets[(round * 3 + index * 7) % wallets.length] ?? '',
      prize: Number(prizeLamports) / 1e9,
      prizeLamports,
      timestamp: new Date(endsAt).toISOString(),
      transactionSignature: status === 'drawn' ? null : '5'.repeat(88),
      status,
    };
  });
}
