import { env, runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { keptTroubles } from '../../../worker/compose/noteIn.ts';
import type { Trouble } from '../../../worker/engine/doubts.ts';

const A = 'https://a.test/?key=canary';
const B = 'https://b.test';
const TROUBLE: Trouble = {
  ...{ name: 'lied node 2 the holders', kind: 'lied', nodes: ['node 2'], about: 'the holders' },
  ...{
    rowSince: 1,
    since: 1,
    lastAt: 2,
    count: 1,
    isOver: false,
    alert: { key: 'node-lied:node 2', sentence: 'RPC node 2 …' },
  },
};

it('the kept troubles are those of the nodes of RPC_URLS in their order: otherwise a number stands for another node', async () => {
  const stub = env.TAX.get(env.TAX.idFromName('troubles'));
  await runInDurableObject(stub, async (_, { storage }) => {
    const { known, keep } = await keptTroubles(storage, [A, B]);
    expect(known).toEqual([]);
    await keep([TROUBLE]);
    expect((await keptTroubles(storage, [A, B])).known).toEqual([TROUBLE]);
    expect((await keptTroubles(storage, [B, A])).known).toEqual([]);
    expect(JSON.stringify([...(await storage.list())])).not.toContain('canary');
  });
});
