import '../world/quietBindings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RoundsPage, roundsPage } from '../../src/contract/round.ts';
import { godUnits } from '../../src/money/god.ts';
import { lamports } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { createProtocolV1 } from '../../src/protocol/v1/createProtocolV1.ts';
import { announceTerms } from '../world/announceTerms.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { buildNextVersion } from './buildNextVersion.ts';
import { expectPaidOnce } from './chainFacts.ts';
import { startLottery } from './startLottery.ts';

/** 200,000 GOD, a tenth of the pool, and two winners who share it 60/40: every number differs from version 1. */
const NEXT = createProtocolV1({
  version: 2,
  threshold: godUnits(200_000_000_000n),
  poolPercent: 10n,
  placePercents: [60n, 40n],
});
const NEXT_LINE = `{ version: 2, threshold: godUnits(200_000_000_000n), poolPercent: 10n, placePercents: [60n, 40n] }`;

/** Time for an announcement before the first lock. */
const ANNOUNCE_SECONDS = 15;

let world: World;
let bundle: string;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 40, worldSeed: 'two versions' });
  bundle = await buildNextVersion(NEXT_LINE);
});
afterAll(() => world.stop());

describe('a deployment with other shares between the commitment and the draw', () => {
  it('pays what was committed, pays the next round by the new rules, and history shows both by their own rules', async () => {
    const timetable = { roundSeconds: 26, entryLockSeconds: 20 };
    // The new terms hold from round 2 on, and are announced before round 1 locks.
    const genesisTime = (startSeconds: number) => Math.ceil(Date.now() / 1000) + startSeconds + ANNOUNCE_SECONDS - 6;
    const lottery = await startLottery({ world, ...timetable, genesisTime });
    const { announced, settings, worker } = lottery;
    const pool = lottery.pool.publicKey;
    const later = await announceTerms(world.runtime.connection, settings, {
      ...{ terms: 2, from: 2, previous: announced.hash, poolBefore: announced.terms.pool },
      altered: { threshold: '200000000000', share: 10, places: [60, 40] },
    });
    await worker.keep(...later.kept);
    await lottery.until(1, ['committed']);
    await worker.deploy(bundle);

    const first = await lottery.until(1, ['paid']);
    await expectPaidOnce(world, pool, first);
    expect(first.rules).toMatchObject({ rules: 1, terms: announced.hash });
    expect(first.prize).toEqual(prizesOf(protocolOf(1), first.prize?.poolLamports));
    expect(first.winners?.map((winner) => winner.lamports)).toEqual(first.prize?.lamports);

    const next = Math.max(2, lottery.nextToLock());
    const second = await lottery.until(next, ['paid']);
    await expectPaidOnce(world, pool, second);
    expect(second.rules).toMatchObject({ rules: 2, terms: later.hash });
    expect(second.terms.at(-1)?.terms.threshold).toBe('200000000000');
    expect(second.prize).toEqual(prizesOf(NEXT, second.prize?.poolLamports));
    expect(second.winners?.map((winner) => winner.lamports)).toEqual(second.prize?.lamports);
    const held = (second.snapshot?.amounts ?? []).map(BigInt);
    expect(held.length).toBeGreaterThan(3);
    expect(held.every((amount) => amount >= 200_000_000_000n)).toBe(true);

    const { rounds } = roundsPage.parse(await lottery.get<RoundsPage>('/api/lottery/rounds'));
    for (const proof of [first, second]) {
      const shown = rounds.find((round) => round.roundNumber === proof.roundNumber);
      expect(shown?.totalLamports).toBe(proof.prize?.totalLamports);
      expect(shown?.winners.map((winner) => winner.prizeLamports)).toEqual(proof.prize?.lamports);
    }
    // What was paid under version 1 is still shown by version 1.
    expect((await lottery.proof(1)).prize).toEqual(first.prize);
    await lottery.stop();
  });
});

function prizesOf(protocol: Pick<typeof NEXT, 'splitPrize'>, pool = '0') {
  const { total, places } = protocol.splitPrize(lamports(BigInt(pool)));
  return { poolLamports: pool, totalLamports: `${total}`, lamports: places.map(String) };
}
