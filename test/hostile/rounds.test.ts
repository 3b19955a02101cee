import '../world/quietBindings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playHostileRound } from '../rounds/hostileRound.ts';
import { lies } from '../world/nodes/lie.ts';
import { LIES, type LieName } from '../world/nodes/lies.ts';
import { oldView } from '../world/nodes/oldView.ts';
import { silences } from '../world/nodes/silences.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { AFTER_COMMITMENT, EXPECTED_ROUNDS } from './expected.ts';

const EVERY_LIE = Object.keys(LIES) as LieName[];
const NAMED = { 'the liar': /node 1/i, both: /node 1 and node 2/i };

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 40, worldSeed: 'hostile rounds' });
});
afterAll(() => world.stop());

describe.concurrent('one of two nodes lies for a whole round', () => {
  it.each(EVERY_LIE)('%s, the node that is asked first', async (lie) => {
    const { ends, named, ...when } = EXPECTED_ROUNDS[lie];
    await playHostileRound(world, {
      ...when,
      behaviour: (mark) => lies(...LIES[lie](mark)),
      expected: ends,
      ...(named !== 'nobody' && { named: NAMED[named] }),
    });
  });

  it.each(EVERY_LIE)('%s, the node that is asked second', async (lie) => {
    const { ends, named: _, ...when } = EXPECTED_ROUNDS[lie];
    await playHostileRound(world, { ...when, behaviour: (mark) => lies(...LIES[lie](mark)), place: 1, expected: ends });
  });

  it('an old view', async () => {
    await playHostileRound(world, {
      behaviour: async (mark) => lies(...(await oldView(world.rpcUrl, mark))),
      expected: 'safe',
    });
  });

  it('two lies at once, a list with a friend in it and a pool of five times its size', async () => {
    await playHostileRound(world, {
      behaviour: (mark) => lies(...LIES.ownerExchanged(mark), ...LIES.poolTooHigh(mark)),
      place: 1,
      from: 'start',
      expected: 'safe',
    });
  });
});

describe.concurrent('one of two nodes lies from the commitment on: what is owed is paid once, at the latest when the lie ends', () => {
  it.each(AFTER_COMMITMENT)('%s', async (lie) => {
    const { proof } = await playHostileRound(world, {
      behaviour: (mark) => lies(...LIES[lie](mark)),
      from: 'commitment',
      expected: 'safe',
    });
    expect(proof.state).toBe('paid');
  });
});

describe.concurrent('one of three nodes lies for a whole round: it is played in every case', () => {
  it.each(EVERY_LIE)('%s', async (lie) => {
    await playHostileRound(world, {
      behaviour: (mark) => lies(...LIES[lie](mark)),
      honest: 2,
      expected: 'paid',
    });
  });

  it('an old view', async () => {
    await playHostileRound(world, {
      behaviour: async (mark) => lies(...(await oldView(world.rpcUrl, mark))),
      honest: 2,
      expected: 'paid',
    });
  });
});

describe.concurrent('one of two nodes gives no usable answer for a whole round: nothing is locked, and of three it is paid', () => {
  it.each(['dead', 'hangs', 'refusesAll', 'cuts', 'refusesIndex'] as const)('%s', async (silence) => {
    await playHostileRound(world, {
      behaviour: () => silences[silence](),
      expected: 'safe',
      named: NAMED['the liar'],
    });
    await playHostileRound(world, { behaviour: () => silences[silence](), honest: 2, expected: 'paid' });
  });

  it('fifty requests a second are enough for a round', async () => {
    await playHostileRound(world, { behaviour: () => silences.limits(50), expected: 'paid' });
  });
});
