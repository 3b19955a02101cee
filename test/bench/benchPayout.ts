import type { Stats } from '../../src/contract/stats.ts';
import { eventually } from '../rounds/eventually.ts';
import { startLottery } from '../rounds/startLottery.ts';
import { startWorld } from '../world/startWorld.ts';
import { report } from './report.ts';

const ROUNDS = 3;

/**
 * The time from the beacon's publication to the winners in the API, and to the confirmed payment: the worst of three
 * rounds at 400 ms slots.
 */
export async function benchPayout(): Promise<void> {
  const world = await startWorld({ slotMs: 400, worldSeed: 'bench payout' });
  const lottery = await startLottery({ world, roundSeconds: 60, entryLockSeconds: 40 });
  const figures: { winners: number; confirmed: number; publishedLate: number }[] = [];
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      const seen = (isDone: (last: Stats['lastRound']) => boolean) =>
        eventually(
          async () => ({ last: (await lottery.stats()).lastRound, at: Date.now() }),
          ({ last }) => last?.roundNumber === round && isDone(last),
          120,
        );
      const drawn = await seen((last) => (last?.winners.length ?? 0) > 0);
      const paid = await seen(
        (last) => last?.winners[0]?.status === 'confirmed' || last?.winners[0]?.status === 'final',
      );
      const beaconRound = (await lottery.proof(round)).beacon?.round ?? 0;
      const published = world.beacon.publishedAt(beaconRound) ?? Number.NaN;
      figures.push({
        winners: drawn.at - published,
        confirmed: paid.at - published,
        publishedLate: published - lottery.endsAt(round) * 1000,
      });
    }
  } finally {
    await lottery.stop();
    await world.stop();
  }
  const worst = (name: keyof (typeof figures)[number]) => Math.max(...figures.map((figure) => figure[name]));
  const reference = { name: 'one 400 ms slot', value: 400 };
  report({
    bench: 'beacon published → winners in the API',
    value: worst('winners'),
    unit: 'ms',
    goal: 1_000,
    reference,
  });
  report({
    bench: 'beacon published → payout confirmed',
    value: worst('confirmed'),
    unit: 'ms',
    goal: 3_000,
    reference,
  });
  report({
    bench: 'end of the round → first request for its beacon',
    value: worst('publishedLate'),
    unit: 'ms',
    goal: 1_000,
    reference,
  });
}
