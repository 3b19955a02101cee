import '../world/quietBindings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileOutcome, type HostileRound, playHostileRound } from '../rounds/hostileRound.ts';
import { lies } from '../world/nodes/lie.ts';
import { oldView } from '../world/nodes/oldView.ts';
import { silences } from '../world/nodes/silences.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { AFTER_COMMITMENT, EXPECTED_ROUNDS, type ExpectedRound, type RoundLie } from './expected.ts';
import { watchLie } from './watchLie.ts';

const EVERY_LIE = Object.keys(EXPECTED_ROUNDS) as RoundLie[];
/** `test/rounds/lyingNodes.long.test.ts` plays the others, with as many nodes. */
const OF_TWO = EVERY_LIE.filter((lie) => !['accountLeftOut', 'poolTooLow', 'amountMoved'].includes(lie));
const OF_THREE = EVERY_LIE.filter((lie) => lie !== 'amountMoved');
const NAMED = { 'the liar': /node 1/i, both: /node 1 and node 2/i };

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 40, worldSeed: 'hostile rounds' });
});
afterAll(() => world.stop());

/** A round in which the node that is asked first tells this lie; throws where it is paid and nobody asked for the lie. */
async function playLie(lie: RoundLie, round: Omit<HostileRound, 'behaviour'>): Promise<HostileOutcome> {
  const { behaviour, expectTold } = watchLie(lie);
  const outcome = await playHostileRound(world, { ...round, behaviour });
  if (outcome.proof.state === 'paid') expectTold();
  return outcome;
}

describe.concurrent('one of two nodes lies for a whole round', () => {
  it.each(OF_TWO)('%s', async (lie) => {
    const { ends, named, ...when }: ExpectedRound = EXPECTED_ROUNDS[lie];
    await playLie(lie, { ...when, expected: ends, ...(named !== 'nobody' && { named: NAMED[named] }) });
  });

  it('an old view', async () => {
    await playHostileRound(world, {
      behaviour: async (mark) => lies(...(await oldView(world.rpcUrl, mark))),
      expected: 'safe',
    });
  });
});

describe.concurrent('one of two nodes lies from the commitment on: what is owed is paid once, at the latest when the lie ends', () => {
  it.each(AFTER_COMMITMENT)('%s', async (lie) => {
    const { proof } = await playLie(lie, { from: 'commitment', expected: 'safe' });
    expect(proof.state).toBe('paid');
  });
});

describe.concurrent('one of three nodes lies for a whole round: it is played in every case', () => {
  it.each(OF_THREE)('%s', async (lie) => {
    await playLie(lie, { honest: 2, expected: 'paid' });
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
  it.each(['dead', 'hangs', 'refusesAll', 'cuts'] as const)('%s', async (silence) => {
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
