import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lamports } from '../../../src/money/lamports.ts';
import type { Rpc } from '../../../worker/chain/node/rpc.ts';
import { createFindOutflows } from '../../../worker/rounds/watch/findOutflows.ts';
import { writeCheckpoint } from '../../../worker/store/rounds/checkpoints.ts';
import { recordOutflows } from '../../../worker/store/rounds/outflows.ts';
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
  return { ...searcher(world.rpc), chains, calls: world.calls, lookUps };
}

/** Each call goes on where the last one stopped. */
function searcher(rpc: Rpc, authority = AUTHORITY) {
  const start = () => createFindOutflows({ db, rpc, wallet: POOL_KEY.address, authority });
  let [search, places] = [start(), {} as Places];
  return {
    find: async (since = 100) => {
      const found = await search(since, places);
      ({ places } = found);
      return found.outflows;
    },
    places: () => places,
    /** A new instance, which remembers nothing but what is stored. */
    restart: () => {
      search = start();
    },
  };
}

const AUTHORITY = keyOf(3).address;
const THEFT = ours('theft', { slot: 200 });
const GIFT = strangers('gift', { slot: 201 });
const OLD = ours('old', { slot: 99 });

describe('outflows of the pool', () => {
  it('are what it signed after the checkpoint and nobody journaled', async () => {
    expect(await finder([GIFT, THEFT, OLD]).find()).toEqual([signatureOf(THEFT)]);
    expect(await finder([GIFT, OLD]).find()).toEqual([]);
  });

  it('are no announcements of this lottery that it signed too, unless they are of another form', async () => {
    const announced = ours('announced', { slot: 203 });
    const odd = ours('of another form', { slot: 204 });
    const foreign = ours('of another lottery', { slot: 205 });
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
    expect(await searcher(world.rpc).find()).toEqual([signatureOf(THEFT)]);
  });

  it('of a wallet that announces by itself are its announcements as well', async () => {
    const announced = ours('announced', { slot: 203 });
    const made = { k: 1, slot: 203, blockTime: 1, signers: [POOL_KEY.address] };
    await saveMade(db, POOL_KEY.address, { ...made, signature: signatureOf(announced), memo: 'what it says' });
    const world = rpcNodes([chainOf(announced).node]);
    used.push(world);
    expect(await searcher(world.rpc, POOL_KEY.address).find()).toEqual([signatureOf(announced)]);
  });

  describe('under a flood', () => {
    const flood = (count: number, more: Partial<TestRow> = {}) =>
      Array.from({ length: count }, (_, i) => strangers(`flood ${i}`, { slot: 300, ...more }));
    /** Listed, final, and shown by no node. */
    const hidden = (count: number) => plain(count).map((row): TestRow => ({ ...row, slot: 300, answer: null }));

    it('are looked up in several walks, three hundred at a time', async () => {
      const { find, lookUps } = finder([...flood(400), THEFT]);
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
        const limited = ours('limited', { slot: 301, answer: new Response('', { status: 429 }) });
        const { find, chains, restart } = finder([limited, ...hidden(1_000)]);
        expect(await find()).toEqual([]);
        const shown = ours('limited', { slot: 301 });
        Object.assign(chains[0]?.said ?? {}, { rows: [shown, ...hidden(1_000)] });
        if (isNew) restart();
        expect(await find()).toEqual([signatureOf(shown)]);
      },
    );

    it.each([
      [
        'from the newest on when a node refuses the place, since it may have invented it',
        () => rpcError(-32_602, ''),
        false,
      ],
      [
        'from the same place on when a node gave no answer once, and from the newest when it gave none twice',
        () => new Response('', { status: 503 }),
        true,
      ],
    ])('are looked for %s', async (_, answer, isKept) => {
      const chain = chainOf(...hidden(400), THEFT);
      let isUp = true;
      const world = rpcNodes([(...call) => (isUp ? chain.node(...call) : answer())]);
      used.push(world);
      const { find, places } = searcher(world.rpc);
      await find();
      const reached = places()['node 1']?.before;
      expect(reached).toBe(signatureOf(hidden(300)[299] ?? THEFT));
      isUp = false;
      await find();
      expect(places()['node 1']?.before).toBe(isKept ? reached : null);
      await find();
      expect(places()['node 1']?.before).toBeNull();
    });

    it('are not looked for in a history with a signature that is too long to be one', async () => {
      const { find, places } = finder([
        { ...THEFT, name: 'long', isFinal: true, signature: '1'.repeat(89), answer: new Response('', { status: 429 }) },
      ]);
      expect([await find(), places()]).toEqual([[], { 'node 1': { before: null, isStuck: false, refused: [] } }]);
    });
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
