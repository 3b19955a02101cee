import '../world/quietBindings.ts';
import { describe, it } from 'vitest';
import { type HostileCycle, playHostileCycle } from '../rounds/hostileTax.ts';
import { lies } from '../world/nodes/lie.ts';
import type { LieName } from '../world/nodes/lies.ts';
import { oldView } from '../world/nodes/oldView.ts';
import { silences } from '../world/nodes/silences.ts';
import { TAX_LIES } from './expected.ts';
import { swapThroughTable } from './swapThroughTable.ts';
import { watchLie } from './watchLie.ts';

/** Of these a cycle asks nothing, unless an attempt has died or its own record has a gap: alone they are never told. */
const UNASKED: readonly LieName[] = ['amountMoved', 'historyEmptied', 'ledgerBeginsLate', 'blockTimesOff'];
/** Without those that `test/rounds/lyingNodesTax.long.test.ts` plays with as many nodes. */
const OF_TWO = TAX_LIES.filter((lie) => ![...UNASKED, 'expiryInvented'].includes(lie));
const OF_THREE = TAX_LIES.filter((lie) => ![...UNASKED, 'proceedsTooHigh'].includes(lie));

/** A cycle in which the node that is asked first tells this lie; throws where nobody asked for it. */
async function playLie(lie: LieName, cycle: Pick<HostileCycle, 'seed' | 'honest' | 'expected'>): Promise<void> {
  const { behaviour, expectTold } = watchLie(lie);
  await playHostileCycle({
    ...{ ...cycle, behaviour },
    ...(lie === 'tableChanged' && { prepare: swapThroughTable }),
    ...(lie === 'statusInvented' && { isLostAtFirst: true }),
  });
  expectTold();
}

describe.concurrent('one of two nodes lies for a whole tax cycle: every lamport is right, and nothing waits longer than the lie lasts', () => {
  it.each(OF_TWO)('%s', async (lie) => {
    await playLie(lie, { seed: `hostile two ${lie}`, expected: 'safe' });
  });

  it('an old view', async () => {
    await playHostileCycle({
      seed: 'hostile two old view',
      behaviour: async (mark, { rpcUrl }) => lies(...(await oldView(rpcUrl, mark))),
      expected: 'safe',
    });
  });
});

describe.concurrent('one of three nodes lies for a whole tax cycle: it ends in every case', () => {
  it.each(OF_THREE)('%s', async (lie) => {
    await playLie(lie, { seed: `hostile three ${lie}`, honest: 2, expected: 'done' });
  });
});

describe.concurrent('one of two nodes gives no usable answer for a whole tax cycle: it waits, and of three it ends', () => {
  it.each(['dead', 'hangs', 'refusesAll', 'cuts', 'refusesIndex'] as const)('%s', async (silence) => {
    await playHostileCycle({
      seed: `hostile ${silence}`,
      behaviour: () => silences[silence](),
      expected: 'safe',
      named: /node 1/i,
    });
    await playHostileCycle({
      seed: `hostile three ${silence}`,
      behaviour: () => silences[silence](),
      honest: 2,
      expected: 'done',
    });
  });
});
