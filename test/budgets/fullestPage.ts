import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import type { PageInput } from '../../src/contract/pageData.ts';
import type { Seal } from '../../src/contract/stats.ts';
import type { Winner } from '../../src/contract/winner.ts';

const NOW = Date.UTC(2026, 10, 20, 7, 32, 18);
const HOUR = 3_600_000;
const POSITIONS = ['first', 'second', 'third'] as const;

/** The landing page with all that it can hold: 500 wallets in the draw, ten holders and twenty winners, none of them alike. */
export function fullestPage(): PageInput {
  const winners = many(20, winner);
  const sol = { sol: 12_345.6789, usd: 1_876_543.21, lamports: '12345678900123' };
  const solPrice = { usd: 152.01, confidence: 'high' as const, updatedAt: iso(-9000), stale: false, fallback: false };
  const lastRound = {
    roundNumber: 12_344,
    endsAt: iso(-1_938_000),
    phase: 'complete' as const,
    reason: null,
    paidAt: iso(-1_936_900),
  };
  const watchers = many(3, (n) => ({ name: `Watcher ${n}`, address: address(`watcher ${n}`) }));
  const witnesses = { known: 3, saw: 3, differ: [] };
  return {
    path: '/',
    now: NOW,
    stats: {
      totalParticipants: 4321,
      participantsUpdatedAt: iso(-12_000),
      totalPrizesDistributed: 98_765.4321,
      totalPrizesDistributedLamports: '98765432100123',
      totalRounds: 12_344,
      totalWinners: 37_032,
      currentRound: {
        ...{ roundNumber: 12_345, timeToNext: 1662, phase: 'open' },
        ...{ startsAt: iso(-1_938_000), locksAt: iso(1_602_000), endsAt: iso(1_662_000) },
        seal: seal(1_662_000),
        witnesses,
      },
      lastRound: { ...lastRound, winners: winners.slice(0, 3), seal: seal(-1_938_000), witnesses },
      prizePool: sol,
      prizes: ([1, 2, 3] as const).map((place) => ({ place, ...sol })),
      solPrice,
      recentWinners: winners,
      serverTime: iso(-800),
      updatedAt: iso(-12_000),
    },
    participants: {
      success: true,
      data: {
        participants: many(500, (n) => address(`holder ${n}`)),
        total: 4321,
        topHolders: many(10, (n) => ({
          address: address(`holder ${n}`),
          balance: 9_876_543 - n * 77_777.123456,
          isEligible: true,
        })),
        ...{ threshold: 100_000, slot: 345_678_901, updatedAt: iso(-12_000), lockedRound: 12_345, failingSince: null },
      },
    },
    config: {
      ...{ mint: address('mint'), tokenProgram: address('program'), decimals: 6, supply: '1000000000000000' },
      transferFee: { basisPoints: 500, maximumFee: '1000000000000' },
      ...{
        threshold: '100000000000',
        prizeShares: [0.7, 0.2, 0.1],
        poolShare: 0.2,
        cluster: 'mainnet-beta',
        payouts: 'live',
      },
      ...{ explorerUrl: 'https://explorer.solana.com', publicRpcUrl: 'https://api.mainnet-beta.solana.com' },
      ...{ rpcNodes: 1, drawTopHolders: 0, recentWinnersMax: 20, supportUrl: 'https://help.example', payouts: 'live' },
      witnesses: watchers,
      ...{ buyLinks: many(2, link), communityLinks: many(8, link) },
      drand: {
        urls: ['https://api.drand.sh', 'https://drand.cloudflare.com'],
        publicKey: createHash('sha512').update('drand').digest('hex') + 'a'.repeat(64),
        ...{ genesisTime: 1_692_803_367, period: 3, network: 'quicknet' },
      },
      poolWallet: address('pool'),
      exclusions: many(12, (n) => ({ address: address(`excluded ${n}`), reason: 'liquidity pool' })),
      ...{ roundSeconds: 3600, entryLockSeconds: 60, genesisTime: iso(-HOUR * 12_344), version: '0.1.0' },
    },
    wallet: null,
    origin: 'https://game-of-draws.example',
  };
}

function link(n: number) {
  return { name: `Place ${n}`, url: `https://place-${n}.example/${address(`place ${n}`)}` };
}

function seal(endsAt: number): Seal {
  const hex = (label: string) => createHash('sha256').update(`${label} ${endsAt}`).digest('hex');
  return {
    ...{ root: hex('root'), entries: 4321, sealedAt: iso(endsAt - 41_000), beaconRound: 12_345_678 },
    signature: base58.encode(createHash('sha512').update(`commitment ${endsAt}`).digest()),
    ...{ beaconAt: iso(endsAt), randomness: hex('randomness') },
  };
}

function winner(n: number): Winner {
  const place = ([1, 2, 3] as const)[n % 3] ?? 1;
  const round = Math.floor(n / 3);
  const lamports = createHash('sha256').update(`prize ${n}`).digest().readUInt32BE(0) * 3;
  return {
    ...{
      roundNumber: 12_344 - round,
      place,
      position: POSITIONS[place - 1] ?? 'first',
      address: address(`winner ${n}`),
    },
    ...{ prize: lamports / 1e9, prizeLamports: `${lamports}`, timestamp: iso(-1_938_000 - round * HOUR) },
    transactionSignature: base58.encode(createHash('sha512').update(`payment ${round}`).digest()),
    status: 'final',
  };
}

function many<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

function address(label: string): string {
  return base58.encode(createHash('sha256').update(label).digest());
}

function iso(offset: number): string {
  return new Date(NOW + offset).toISOString();
}
