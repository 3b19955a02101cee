import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lamports } from '../../../src/money/lamports.ts';
import { createFindOutflows } from '../../../worker/rounds/watch/findOutflows.ts';
import { writeCheckpoint } from '../../../worker/store/rounds/checkpoints.ts';
import { openOutflows, recordOutflows } from '../../../worker/store/rounds/outflows.ts';
import { saveMade } from '../../../worker/store/rounds/saveAnnounced.ts';
import type { Places } from '../../../worker/store/rounds/searched.ts';
import { emptyDatabase } from '../database.ts';
import { type FakeNode, rpcError } from '../fakeNodes.ts';
import { chainOf, ours, POOL_KEY, plain, signatureOf, strangers, type TestRow } from '../historyChain.ts';
import { down, rpcNodes } from '../rpcNodes.ts';
import { keyOf } from '../signedTransactions.ts';

let db: D1Database;
const used: ReturnType<typeof rpcNodes>[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => {
  expect(used.splice(0).flatMap((each) => each.surprises)).toEqual([]);
});

/** Outflows after slot 100, by nodes with these histories, newest first. */
function finder(...histories: readonly (readonly TestRow[] | 'down')[]) {
  const chains = histories.map((rows) => (rows === 'down' ? null : chainOf(...rows)));
  const world = rpcNodes(chains.map((chain) => chain?.node ?? down));
  used.push(world);
  const lookUps = () => world.calls.filter(({ method }) => method === 'getTransaction').length;
  return { ...searcher(world), chains, calls: world.calls, lookUps };
}

/** Each search goes on where the last one stopped. */
function searcher({ rpc, now }: Pick<ReturnType<typeof rpcNodes>, 'rpc' | 'now'>, authority = AUTHORITY) {
  const start = () => createFindOutflows({ db, rpc, wallet: POOL_KEY.address, authority, now });
  let [{ search }, places] = [start(), {} as Places];
  return {
    find: async (since = 100) => {
      const found = await search(since, places);
      ({ places } = found);
      return found.outflows;
    },
    places: () => places,
    /** A new instance, which remembers nothing but what is stored. */
    restart: () => {
      ({ search } = start());
    },
  };
}

/** Outflows by these nodes. Before a node answers a question, `pace` may wait. */
function paced(nodes: readonly FakeNode[], pace: (node: number, method: string, calls: number) => unknown) {
  const counts = nodes.map(() => 0);
  const world = rpcNodes(
    nodes.map(
      (node, at): FakeNode =>
        async (...call) => {
          counts[at] = (counts[at] ?? 0) + 1;
          await pace(at + 1, call[0], counts[at]);
          return node(...call);
        },
    ),
  );
  used.push(world);
  return { ...searcher(world), later: world.later, calls: world.calls };
}

const AUTHORITY = keyOf(3).address;
const THEFT = ours('theft', { slot: 200, isFinal: true });
const GIFT = strangers('gift', { slot: 201 });
const OLD = ours('old', { slot: 99 });

describe('outflows of the pool', () => {
  it('are what it signed after the checkpoint and nobody journaled', async () => {
    expect(await finder([GIFT, THEFT, OLD]).find()).toEqual([signatureOf(THEFT)]);
    expect(await finder([GIFT, OLD]).find()).toEqual([]);
  });

  it('are no announcements of this lottery that it signed too, unless they are of another form', async () => {
    const announced = ours('announced', { slot: 203, isFinal: true });
    const odd = ours('of another form', { slot: 204, isFinal: true });
    const foreign = ours('of another lottery', { slot: 205, isFinal: true });
    const made = { k: 1, slot: 203, blockTime: 1, signers: [AUTHORITY] };
    await saveMade(db, AUTHORITY, { ...made, signature: signatureOf(announced), memo: 'what it says' });
    await saveMade(db, AUTHORITY, { ...made, k: 2, signature: signatureOf(odd), memo: null, signers: null });
    await saveMade(db, POOL_KEY.address, { ...made, signature: signatureOf(foreign), memo: 'what it says' });
    expect(await finder([foreign, odd, announced, THEFT]).find()).toEqual([
      signatureOf(foreign),
      signatureOf(odd),
      signatureOf(THEFT),
    ]);
    expect(await finder([announced]).find()).toEqual([]);
  });

  it('are found where one node hides what another shows', async () => {
    expect(await finder([GIFT], [GIFT, THEFT]).find()).toEqual([signatureOf(THEFT)]);
    expect(await finder('down', [THEFT]).find()).toEqual([signatureOf(THEFT)]);
  });

  it('do not hide behind a stranger’s transaction that no node can read', async () => {
    const odd = strangers('odd', { slot: 202, answer: rpcError(-32_015, 'version (9)') });
    expect(await finder([odd, THEFT]).find()).toEqual([signatureOf(THEFT)]);
    expect(await finder([odd, GIFT]).find()).toEqual([]);
  });

  it('are looked up again while a node does not show them; what was learnt is kept', async () => {
    const limited = ours('limited', { slot: 202, answer: new Response('', { status: 429 }) });
    const { find, chains, lookUps } = finder([limited, GIFT]);
    expect(await find()).toEqual([]);
    expect(lookUps()).toBe(2);
    const shown = ours('limited', { slot: 202 });
    Object.assign(chains[0]?.said ?? {}, { rows: [shown, GIFT] });
    expect(await find()).toEqual([signatureOf(shown)]);
    expect(lookUps()).toBe(3);
  });

  it('are reported even if the node that showed them fails afterwards', async () => {
    const chain = chainOf(THEFT, ...plain(1_200).map((row) => ({ ...row, slot: 150, answer: null })));
    const failsLater: FakeNode = (method, params) =>
      (params.at(1) as { before?: string }).before === undefined ? chain.node(method, params) : down(method, params);
    const world = rpcNodes([failsLater]);
    used.push(world);
    expect(await searcher(world).find()).toEqual([signatureOf(THEFT)]);
  });

  it('of a wallet that announces by itself are its announcements as well', async () => {
    const announced = ours('announced', { slot: 203 });
    const made = { k: 1, slot: 203, blockTime: 1, signers: [POOL_KEY.address] };
    await saveMade(db, POOL_KEY.address, { ...made, signature: signatureOf(announced), memo: 'what it says' });
    const world = rpcNodes([chainOf(announced).node]);
    used.push(world);
    expect(await searcher(world, POOL_KEY.address).find()).toEqual([signatureOf(announced)]);
  });

  describe('under a flood', () => {
    const flood = (count: number, more: Partial<TestRow> = {}) =>
      Array.from({ length: count }, (_, i) => strangers(`flood ${i}`, { slot: 300, ...more }));
    /** Listed, final, and shown by no node. */
    const hidden = (count: number) => plain(count).map((row): TestRow => ({ ...row, slot: 300, answer: null }));

    it('are looked up in several walks, three hundred at a time', async () => {
      const { find, lookUps } = finder([...flood(400, { isFinal: true }), THEFT]);
      expect(await find()).toEqual([]);
      expect(lookUps()).toBe(300);
      expect(await find()).toEqual([signatureOf(THEFT)]);
    });

    it('are found behind three hundred that no node shows', async () => {
      const { find } = finder([...hidden(400), THEFT]);
      expect(await find()).toEqual([]);
      expect(await find()).toEqual([signatureOf(THEFT)]);
    });

    it('are found behind more than a walk lists; then it begins again with the newest', async () => {
      const known = plain(20_400).map((row) => ({ ...row, slot: 300 }));
      await journal(known.map(signatureOf));
      const { find, chains } = finder([...known, THEFT]);
      expect(await find()).toEqual([]);
      expect(await find()).toEqual([signatureOf(THEFT)]);
      const second = ours('second', { slot: 301 });
      Object.assign(chains[0]?.said ?? {}, { rows: [second, ...known, THEFT] });
      expect(await find()).toEqual([signatureOf(THEFT), signatureOf(second)]);
    });

    it('are looked for from a final transaction on, because another one may drop out of the chain later', async () => {
      const { find, chains } = finder([...flood(400), GIFT]);
      expect(await find()).toEqual([]);
      Object.assign(chains[0]?.said ?? {}, { rows: [THEFT] });
      expect(await find()).toEqual([signatureOf(THEFT)]);
    });

    it('are looked for from the newest on when a node no longer knows the place of the last search', async () => {
      const { find, chains } = finder([...hidden(400), GIFT]);
      expect(await find()).toEqual([]);
      // Its ledger was cut, or another server answers behind its address.
      Object.assign(chains[0]?.said ?? {}, { rows: [THEFT] });
      expect(await find()).toEqual([]);
      expect(await find()).toEqual([signatureOf(THEFT)]);
    });

    it.each([false, true])(
      'are found by the next walk where the node refused to show them; by a new instance: %s',
      async (isNew) => {
        const limited = ours('limited', { slot: 301, isFinal: true, answer: new Response('', { status: 429 }) });
        const { find, chains, restart } = finder([limited, ...hidden(1_000)]);
        expect(await find()).toEqual([]);
        const shown = ours('limited', { slot: 301, isFinal: true });
        Object.assign(chains[0]?.said ?? {}, { rows: [shown, ...hidden(1_000)] });
        if (isNew) restart();
        expect(await find()).toEqual([signatureOf(shown)]);
      },
    );

    it.each([
      ['from the newest on when a node refuses the place, since it may have invented it', -32_602, 1],
      ['from the same place on while a node has too many questions', 429, 10],
      ['from the same place on while a node is behind', -32_005, 10],
      ['from the same place on while a node gives no answer', null, 10],
    ])('are looked for %s; after that many failures from the newest', async (_, code, most) => {
      const chain = chainOf(...hidden(400), THEFT);
      let isUp = true;
      const refusal = () => (code === null ? new Response('', { status: 503 }) : rpcError(code, ''));
      const world = rpcNodes([(...call) => (isUp ? chain.node(...call) : refusal())]);
      used.push(world);
      const { find, places } = searcher(world);
      const reached = signatureOf(hidden(300)[299] ?? THEFT);
      await find();
      for (let failures = 0; failures < most; failures++) {
        isUp = false;
        expect(places()['node 1']?.before).toBe(reached);
        await find();
      }
      expect(places()['node 1']).toMatchObject({ before: null, failures: 0 });
      isUp = true;
      expect(await find()).toEqual([]);
      expect(places()['node 1']).toMatchObject({ before: reached, failures: 0 });
    });

    it('are looked up for half a minute by each walk, and by the next one from where it stopped', async () => {
      const slow = [...flood(10), THEFT].map((row): TestRow => ({ ...row, isFinal: true }));
      const { find, later, restart, places, calls } = paced([chainOf(...slow).node], (_, method) =>
        method === 'getTransaction' ? later(5_000) : undefined,
      );
      expect(await find()).toEqual([]);
      expect(calls.filter(({ method }) => method === 'getTransaction')).toHaveLength(6);
      expect(places()['node 1']?.before).toBe(signatureOf(slow[5] ?? THEFT));
      restart();
      expect(await find()).toEqual([signatureOf(THEFT)]);
      expect(places()['node 1']?.before).toBeNull();
    });

    it('are asked for once more for half a minute too, and then from where that stopped', async () => {
      const refused = Array.from({ length: 5 }, (_, i) => ours(`limited ${i}`, { slot: 300, isFinal: true }));
      const limit = { answer: new Response('', { status: 429 }) };
      const chain = chainOf(...refused.map((row) => ({ ...row, ...limit, signature: signatureOf(row) })));
      const { find, later, restart } = paced([chain.node], (_, method, calls) =>
        // The first walk makes six calls.
        method === 'getTransaction' && calls > 6 ? later(10_000) : undefined,
      );
      expect(await find()).toEqual([]);
      Object.assign(chain.said, { rows: refused });
      restart();
      expect(await find()).toEqual(refused.slice(0, 3).map(signatureOf));
      restart();
      expect((await find()).slice(0, 2)).toEqual(refused.slice(3).map(signatureOf));
    });

    it('are found by nodes that each answer forty look-ups in a minute, by a new instance each minute', async () => {
      const left = [0, 0];
      const limited = left.map((_, at): FakeNode => {
        const { node } = chainOf(...flood(100, { isFinal: true }), THEFT);
        return (method, params) => {
          left[at] = (left[at] ?? 0) - (method === 'getTransaction' ? 1 : 0);
          return (left[at] ?? 0) < 0 ? new Response('', { status: 429 }) : node(method, params);
        };
      });
      const world = rpcNodes(limited);
      used.push(world);
      const { find, restart } = searcher(world);
      let found: readonly string[] = [];
      for (let minute = 0; minute < 4 && found.length === 0; minute++) {
        left.fill(40);
        restart();
        found = await find();
      }
      expect(found).toEqual([signatureOf(THEFT)]);
    });

    it('are found by a slow node that meets more new transactions in each walk than it can look up', async () => {
      const final = [...flood(4), THEFT].map((row): TestRow => ({ ...row, isFinal: true }));
      const fresh = Array.from({ length: 6 }, (_, i) => strangers(`fresh ${i}`, { slot: 301 }));
      const { find, later } = paced([chainOf(...fresh, ...final).node], (_, method) =>
        method === 'getTransaction' ? later(5_000) : undefined,
      );
      expect(await find()).toEqual([signatureOf(THEFT)]);
    });

    it('are not looked for in a history with a signature that is too long to be one', async () => {
      const { find, places } = finder([
        { ...THEFT, name: 'long', signature: '1'.repeat(89), answer: new Response('', { status: 429 }) },
      ]);
      expect([await find(), places()]).toEqual([[], { 'node 1': { before: null, failures: 1, refused: [] } }]);
    });
  });

  describe('on three nodes', () => {
    const never = new Promise(() => undefined);
    const DEEP = ours('deep', { slot: 150, isFinal: true });

    it('are told without waiting for a node that does not end, once two have shown their histories', async () => {
      const stuck = chainOf(THEFT, DEEP);
      const nodes = [chainOf(THEFT), chainOf(THEFT), stuck].map(({ node }) => node);
      const { find, places } = paced(nodes, (node, method) => (node === 3 && method.startsWith('getS') ? never : null));
      expect(await find()).toEqual([signatureOf(THEFT)]);
      expect(places()['node 3']).toEqual({ before: null, failures: 0, refused: [] });
    });

    it('are not passed by where a walk is broken off: the next one goes on behind the last that was looked at', async () => {
      const stuck = chainOf({ ...GIFT, isFinal: true }, DEEP, strangers('last', { slot: 149, isFinal: true }));
      let isStuck = true;
      const [asked, told, passed] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
      const nodes = [chainOf(THEFT), chainOf(THEFT), stuck].map(({ node }) => node);
      const { find, places, restart } = paced(nodes, async (node, method, calls) => {
        if (!isStuck) return;
        // The history and the gift; then comes the other one.
        if (node === 3 && calls === 3) {
          asked?.resolve();
          await told?.promise;
        }
        if (node === 3 && calls === 4) {
          passed?.resolve();
          await never;
        }
        // No node has ended before the third one is stuck.
        if (node !== 3 && method === 'getSignaturesForAddress') await asked?.promise;
      });
      expect(await find()).toEqual([signatureOf(THEFT)]);
      told?.resolve();
      await passed?.promise;
      expect(places()['node 3']?.before).toBe(signatureOf(GIFT));
      isStuck = false;
      restart();
      // Then nothing is known that would end the search before the third walk has ended.
      await journal([signatureOf(THEFT)]);
      expect(await find()).toEqual([signatureOf(DEEP)]);
    });

    it('are waited for where two nodes show none, since the third may be the only one that does', async () => {
      const nodes = [chainOf(GIFT), chainOf(GIFT), chainOf(GIFT, DEEP)].map(({ node }) => node);
      const others = { open: 2, ended: Promise.withResolvers<void>() };
      const { find } = paced(nodes, async (node, method) => {
        if (method !== 'getTransaction') return;
        if (node === 3) await others.ended.promise;
        else if (--others.open === 0) setTimeout(others.ended.resolve);
      });
      expect(await find()).toEqual([signatureOf(DEEP)]);
    });

    it('before a newer checkpoint explain nothing after it, however late a node shows them', async () => {
      const verify = vi.spyOn(crypto.subtle, 'verify');
      const late = Promise.withResolvers<void>();
      const nodes = [chainOf(THEFT), chainOf(THEFT), chainOf(DEEP)].map(({ node }) => node);
      const { find } = paced(nodes, (node, method) =>
        node === 3 && method === 'getTransaction' ? late.promise : null,
      );
      expect(await find()).toEqual([signatureOf(THEFT)]);
      expect(await find(250)).toEqual([]);
      const { length } = verify.mock.calls;
      late.resolve();
      await expect.poll(() => verify.mock.calls.length).toBe(length + 1);
      await verify.mock.results.at(-1)?.value;
      expect(await find(250)).toEqual([]);
    });
  });

  it('are those of each wallet that signed them, also where two pool wallets signed the same transaction', async () => {
    const pause = { by: 'reconciler', reason: 'found', at: 1 };
    const [one, other, third] = [POOL_KEY.address, keyOf(4).address, keyOf(5).address];
    for (const wallet of [one, other, one]) await recordOutflows(db, { wallet, signatures: ['of both'] }, pause);
    for (const wallet of [one, other, third])
      await writeCheckpoint(db, { wallet, slot: 100, takenAt: 0, lamports: lamports(1n) });
    expect(await Promise.all([one, other, third].map((wallet) => openOutflows(db, wallet, 100)))).toEqual([
      ['of both'],
      ['of both'],
      [],
    ]);
    expect(await db.prepare('SELECT wallets FROM outflows').first('wallets')).toBe(JSON.stringify([one, other]));
  });

  it('are also those of the wallet that wait for an operator, since the search may have passed them', async () => {
    const pause = { by: 'reconciler', reason: 'found', at: 1 };
    const { find } = finder([GIFT]);
    await recordOutflows(db, { wallet: keyOf(4).address, signatures: ['of another wallet'] }, pause);
    await recordOutflows(db, { wallet: POOL_KEY.address, signatures: ['waits', 'acknowledged', 'before'] }, pause);
    await db.batch([
      db.prepare("UPDATE outflows SET slot = 99 WHERE signature = 'before'"),
      db.prepare(
        "UPDATE outflows SET acknowledged_at = 1, acknowledged_by = '', reason = '' WHERE signature = 'acknowledged'",
      ),
    ]);
    await writeCheckpoint(db, { wallet: POOL_KEY.address, slot: 100, takenAt: 0, lamports: lamports(1n) });
    expect(await find()).toEqual(['waits']);
    await db.prepare('UPDATE checkpoints SET taken_at = 1').run();
    expect(await find()).toEqual([]);
    await db.prepare("UPDATE outflows SET slot = 100 WHERE signature = 'waits'").run();
    expect(await find()).toEqual(['waits']);
    await journal(['waits']);
    expect(await find()).toEqual([]);
  });

  it('are those since the last checkpoint: with another one the search begins anew', async () => {
    const { find, chains } = finder([THEFT]);
    expect(await find()).toEqual([signatureOf(THEFT)]);
    const later = ours('later', { slot: 302 });
    Object.assign(chains[0]?.said ?? {}, { rows: [later, THEFT] });
    expect(await find(250)).toEqual([signatureOf(later)]);
  });
});

/** Payments of ours, each long final. */
async function journal(signatures: readonly string[]): Promise<void> {
  await db
    .prepare(
      `INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at, slot)
       SELECT 'payout:' || key, 1, 'finalized', '', value, '', 1, 1, 1, 1 FROM json_each(?)`,
    )
    .bind(JSON.stringify(signatures))
    .run();
}
