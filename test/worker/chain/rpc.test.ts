import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createRpc } from '../../../worker/chain/node/rpc.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { answering, type FakeNode, fakeNodes, NodeFailure, rpcError } from '../fakeNodes.ts';

const KEY = 'canary-4711';

/** All fakes of a test, to check afterwards that none got an unexpected request. */
let fakes: ReturnType<typeof fakeNodes>[] = [];
afterEach(() => {
  const surprises = fakes.flatMap((fake) => fake.surprises);
  fakes = [];
  expect(surprises).toEqual([]);
});

/** An RPC client of nodes `a.test`, `b.test`, …, each address with a key in path, query and user info. */
function rpcOf(...nodes: FakeNode[]) {
  const hosts = nodes.map((_, i) => `${'abcdef'[i]}.test`);
  const fake = fakeNodes(Object.fromEntries(nodes.map((node, i) => [hosts[i], node])));
  fakes.push(fake);
  let now = 1_000_000;
  const urls = hosts.map((host) => `https://user:${KEY}@${host}/${KEY}?api-key=${KEY}`);
  const rpc = createRpc({ urls, fetch: fake.fetch, now: () => now });
  return {
    rpc,
    calls: fake.calls,
    asked: () => fake.calls.map(({ host }) => host),
    later: (ms: number) => (now += ms),
    now: () => now,
  };
}

describe('asking several RPC nodes', () => {
  const slotOf = (node: RpcNode) => node.call('getSlot', [], z.int());
  const fails: readonly (readonly [string, () => unknown])[] = [
    [
      'the network fails',
      () => {
        throw new NodeFailure('TypeError', `fetch failed: https://a.test/${KEY}`);
      },
    ],
    [
      'no answer comes in time',
      () => {
        throw new NodeFailure('TimeoutError', `timed out: https://a.test/${KEY}`);
      },
    ],
    ['it answers 429', () => new Response(`slow down, ${KEY}`, { status: 429 })],
    ['it answers 500', () => new Response(`broken ${KEY}`, { status: 500 })],
    ['it answers HTML', () => new Response('<html>', { status: 200 })],
    ['it answers JSON that is no JSON-RPC', () => Response.json(['hello'])],
    ['it answers null', () => Response.json(null)],
    ['it answers a JSON-RPC error', () => rpcError(-32_005, 'Node is behind by 42 slots')],
    ['it answers an error beside a result', () => Response.json({ result: 5, error: { code: 1, message: 'no' } })],
    ['its answer does not fit the schema', () => 'forty-two'],
    ['its answer has no result', () => Response.json({ jsonrpc: '2.0', id: 1 })],
  ];

  it.each(fails)('the next one answers when %s', async (_what, fail) => {
    const { rpc, asked } = rpcOf(fail, () => 42);
    expect(await rpc.read(slotOf)).toBe(42);
    expect(asked()).toEqual(['a.test', 'b.test']);
  });

  it.each(fails)('an error names the node by its place alone when %s', async (_what, fail) => {
    const { rpc } = rpcOf(fail);
    const error = await rpc.read(slotOf).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RpcError);
    expect(String(error)).toMatch(/^RpcError: RPC node 1 getSlot: ./);
    expect(String(error)).not.toContain('canary');
    expect(rpc.nodes[0]?.label).toBe('node 1');
  });

  it('sends method and parameters as given', async () => {
    const { rpc, calls } = rpcOf(() => 42);
    await rpc.read((node) => node.call('getSlot', [{ commitment: 'confirmed' }], z.int()));
    expect(calls).toEqual([{ host: 'a.test', method: 'getSlot', params: [{ commitment: 'confirmed' }] }]);
  });

  it('a node that failed is asked last for 30 seconds', async () => {
    const down = { a: true };
    const { rpc, asked, later } = rpcOf(
      () => (down.a ? new Response('', { status: 500 }) : 1),
      () => 2,
      () => 3,
    );
    expect(await rpc.read(slotOf)).toBe(2);
    down.a = false;
    later(29_999);
    expect(await rpc.read(slotOf)).toBe(2);
    later(1);
    expect(await rpc.read(slotOf)).toBe(1);
    expect(asked()).toEqual(['a.test', 'b.test', 'b.test', 'a.test']);
  });

  it('a node that failed is asked first again at once when the clock was ahead and is right again', async () => {
    const down = { a: true };
    const { rpc, asked, later } = rpcOf(
      () => (down.a ? new Response('', { status: 500 }) : 1),
      () => 2,
    );
    later(3_600_000);
    expect(await rpc.read(slotOf)).toBe(2);
    down.a = false;
    later(-3_600_000);
    expect(await rpc.read(slotOf)).toBe(1);
    expect(asked()).toEqual(['a.test', 'b.test', 'a.test']);
  });

  it('a recent answer is asked for again when the clock was ahead and is right again', async () => {
    const said = { slot: 1 };
    const { rpc, later } = rpcOf(() => said.slot);
    const lately = () => rpc.agreeLately({ about: 'the slot', ask: slotOf });
    later(3_600_000);
    expect(await lately()).toBe(1);
    later(-3_600_000);
    said.slot = 2;
    expect(await lately()).toBe(2);
  });

  it('a node that failed is still asked when all others fail, and is trusted again once it answered', async () => {
    const up = { a: false, b: false };
    const one = (name: 'a' | 'b', slot: number) => () => (up[name] ? slot : new Response('', { status: 503 }));
    const { rpc, asked } = rpcOf(one('a', 1), one('b', 2));
    await expect(rpc.read(slotOf)).rejects.toThrow(RpcError);
    up.b = true;
    expect(await rpc.read(slotOf)).toBe(2);
    expect(await rpc.read(slotOf)).toBe(2);
    expect(asked()).toEqual(['a.test', 'b.test', 'a.test', 'b.test', 'b.test']);
  });

  it('a read of several questions never mixes two views: the next node is asked all of them', async () => {
    const { rpc, calls } = rpcOf(
      answering({ getSlot: 1, getBlockTime: () => rpcError(-32_004, 'not available') }),
      answering({ getSlot: 2, getBlockTime: 200 }),
    );
    const both = await rpc.read(async (node) => [await slotOf(node), await node.call('getBlockTime', [], z.int())]);
    expect(both).toEqual([2, 200]);
    expect(calls.map(({ host, method }) => `${host} ${method}`)).toEqual([
      'a.test getSlot',
      'a.test getBlockTime',
      'b.test getSlot',
      'b.test getBlockTime',
    ]);
  });

  it('fails with the last error when none answers', async () => {
    const { rpc } = rpcOf(
      () => new Response('', { status: 500 }),
      () => new Response('', { status: 429 }),
    );
    await expect(rpc.read(slotOf)).rejects.toThrow('RPC node 2 getSlot: answered 429');
  });

  it("a fault of our own is not the node's: it passes through and no other node is asked", async () => {
    const { rpc, asked } = rpcOf(() => 1, neverCalled('node b'));
    const broken = async (node: RpcNode) => {
      await slotOf(node);
      throw new RangeError('our own');
    };
    await expect(rpc.read(broken)).rejects.toThrow(RangeError);
    expect(asked()).toEqual(['a.test']);
  });
});
