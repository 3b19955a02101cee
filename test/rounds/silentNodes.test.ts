import '../world/quietBindings.ts';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { silences } from '../world/nodes/silences.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { playHostileRound } from './hostileRound.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 20, worldSeed: 'silent nodes' });
});
afterAll(() => world.stop());

describe.concurrent('one of two nodes gives no usable answer for a whole round', () => {
  it.each(['hangs', 'cuts', 'refusesIndex'] as const)(
    '%s: the other one is enough, the round is paid, and an alert names the silent one',
    async (silence) => {
      await playHostileRound(world, { behaviour: () => silences[silence](), expected: 'paid', named: /node 1/i });
    },
  );
});
