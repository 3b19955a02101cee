import { type Agreed, createRpc } from '../../worker/chain/node/rpc.ts';
import type { Doubt } from '../../worker/chain/node/rpcError.ts';
import { type FakeNode, fakeNodes } from './fakeNodes.ts';

/** An RPC client of fake nodes, "node 1", "node 2" and so on; `start` is unix milliseconds. Check `surprises` after each test. */
export function rpcNodes(nodes: readonly FakeNode[], start = 1_000_000_000, doubted?: ReadonlyMap<string, number>) {
  const hosts = nodes.map((_, i) => `node${i + 1}.test`);
  const fake = fakeNodes(Object.fromEntries(nodes.map((node, i) => [hosts[i], node])));
  const doubts: Doubt[] = [];
  const agreed: Agreed[] = [];
  let now = start;
  const rpc = createRpc({
    ...{ urls: hosts.map((host) => `https://${host}`), fetch: fake.fetch },
    ...{
      now: () => now,
      onDoubt: (doubt: Doubt) => void doubts.push(doubt),
      onAgreed: (one: Agreed) => void agreed.push(one),
      ...(doubted && { doubted }),
    },
  });
  return {
    ...{ rpc, doubts, agreed, calls: fake.calls, surprises: fake.surprises },
    asked: () => fake.calls.map(({ host }) => `node ${hosts.indexOf(host) + 1}`),
    later: (ms: number) => {
      now += ms;
    },
    now: () => now,
  };
}

/** A node that is down. */
export const down: FakeNode = () => new Response('', { status: 503 });
