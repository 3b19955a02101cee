import type { Rpc } from '../chain/rpc.ts';
import { type Simulated, type Simulation, simulateSwap } from './simulateSwap.ts';

const ABOUT = 'what a swap would do';

/**
 * Tries a checked transaction on every node. That it would fail proves nothing by itself (a node may be some slots
 * behind, or lie to keep us from selling): one node on which it goes well is enough, since the check has bounded what
 * it can do and a failure on the chain costs a fee. That it would change what it must not is weighed between the
 * nodes.
 */
export async function trySwap(rpc: Pick<Rpc, 'gather' | 'weigh'>, simulation: Simulation): Promise<Simulated> {
  const answers = await rpc.gather(ABOUT, (node) => simulateSwap(node, simulation));
  if (answers.some(({ value }) => isRefusal(value)))
    return rpc.weigh({ about: ABOUT, isSame: (a, b) => isRefusal(a.value) === isRefusal(b.value) }, answers);
  const good = answers.find(({ value }) => value.ok) ?? answers[0];
  return good?.value ?? { ok: false, problem: 'no node has tried it' };
}

const isRefusal = (result: Simulated) => !result.ok && 'reason' in result;
