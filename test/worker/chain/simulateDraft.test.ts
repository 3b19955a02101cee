import { describe, expect, it } from 'vitest';
import { simulateDraft } from '../../../worker/chain/signing/simulateDraft.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { down } from '../rpcNodes.ts';
import { watchedNodes } from '../watchedNodes.ts';

const nodes = watchedNodes();
const simulating = (value: object) => answering({ simulateTransaction: { context: { slot: 5 }, value } });
const simulate = (...fakes: readonly FakeNode[]) => simulateDraft(nodes(...fakes).rpc, 'a draft', { bytes: 'AA==' });

describe('a simulated draft', () => {
  it('passes where every node that answers says so, with the most units that any of them names', async () => {
    const [more, less, none] = [{ err: null, unitsConsumed: 9 }, { err: null, unitsConsumed: 4 }, { err: null }];
    expect(await simulate(simulating(less), simulating(more), simulating(none))).toEqual({ problem: null, units: 9 });
    expect(await simulate(simulating(none), down)).toEqual({ problem: null, units: null });
  });

  it('fails where one of them says so, with the beginning of what each says', async () => {
    const long = simulating({ err: 'x'.repeat(300) });
    expect(await simulate(simulating({ err: null }), simulating({ err: { A: 1 } }), long)).toEqual({
      problem: `node 2: {"A":1}; node 3: "${'x'.repeat(199)}`,
      units: null,
    });
  });
});
