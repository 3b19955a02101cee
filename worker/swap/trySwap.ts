import type { Rpc } from '../chain/node/rpc.ts';
import { type Simulated, type Simulation, simulateSwap } from './simulateSwap.ts';

/**
 * Tries a checked transaction on every node. Enough of them must say that it changes nothing that it must not, or that
 * it does. That it would fail proves nothing by itself: a node may be some slots behind, or lie to keep us from
 * selling. So one node on which it succeeds is then enough: the check has bounded what it can do, and a failure on
 * chain costs only a fee.
 */
export function trySwap(rpc: Pick<Rpc, 'hear'>, simulation: Simulation): Promise<Simulated> {
  return rpc.hear({
    about: 'what a swap would do',
    ask: (node) => simulateSwap(node, simulation),
    decide(voices, { enough, isOver }) {
      const said = voices.map(({ value }) => value);
      const refusals = said.filter(isRefusal);
      if (refusals.length >= enough) return refusals[0];
      const harmless = said.filter((one) => !isRefusal(one));
      if (harmless.length < enough) return undefined;
      return harmless.find(({ ok }) => ok) ?? (isOver ? harmless[0] : undefined);
    },
  });
}

const isRefusal = (result: Simulated) => !result.ok && 'reason' in result;
