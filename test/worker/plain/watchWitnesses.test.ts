import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LockRecord } from '../../../src/protocol/terms/lock.ts';
import { witnessMemo } from '../../../src/witness/witnessMemo.ts';
import { createWatchWitnesses } from '../../../worker/rounds/watchWitnesses.ts';
import { countWitnesses, showWitnesses } from '../../../worker/services/showWitnesses.ts';
import { createRoundStore } from '../../../worker/store/rounds.ts';
import { parseTestimonies, testimoniesStatement } from '../../../worker/store/testimonies.ts';
import { emptyDatabase } from '../database.ts';
import type { FakeNode } from '../fakeNodes.ts';
import { chainOf, ours, POOL_KEY, signatureOf, strangers, type TestRow } from '../historyChain.ts';
import { DOCUMENTS, ENDS_AT, lockOf } from '../honestRound.ts';
import { down, rpcNodes } from '../rpcNodes.ts';

const LOCK: LockRecord = lockOf(1, DOCUMENTS, ENDS_AT);
const CLOCK = { genesisTime: ENDS_AT - 3_600, roundSeconds: 3_600, entryLockSeconds: 60 };
const ADA = { name: 'Ada', address: POOL_KEY.address };
const SAW = { round: 1, endsAt: ENDS_AT, root: LOCK.root, entries: LOCK.entries };
const ANOTHER = 'cd'.repeat(32);

/** A testimony of Ada's, a minute before the end. */
const testimony = (name: string, altered: Partial<typeof SAW> = {}, more: Partial<TestRow> = {}) =>
  ours(name, { memos: [witnessMemo({ ...SAW, ...altered })], blockTime: ENDS_AT - 40, slot: 700, ...more });

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

/** A watch over nodes, 40 seconds before the round's end. */
async function watchOver(nodes: readonly FakeNode[], witnesses = [ADA]) {
  const alerts: { key: string; message: string }[] = [];
  const client = rpcNodes(nodes, (ENDS_AT - 40) * 1_000);
  const rounds = createRoundStore(db, client.now);
  if ((await rounds.get(1)) === null) await rounds.insertLock(LOCK, DOCUMENTS, 'lock');
  const watch = createWatchWitnesses({
    ...{
      db,
      rpc: client.rpc,
      rounds,
      settings: { witnesses: witnesses.map((one) => ({ ...one, operator: one.name })), clock: CLOCK },
      now: client.now,
    },
    raiseAlert: async (key, message) => void alerts.push({ key, message }),
  });
  const stored = async () => {
    const { results } = await testimoniesStatement(db, [1]).all();
    return parseTestimonies(results);
  };
  return {
    ...{ ...client, watch, alerts, stored },
    shown: async () => showWitnesses(await stored()),
    counted: async () => countWitnesses({ round: 1, lock: LOCK }, await stored()),
  };
}
const over = (...rows: TestRow[]) => {
  const { said, node } = chainOf(...rows);
  Object.assign(said, { newest: ENDS_AT - 41 });
  return { said, node };
};

describe('what the worker knows of the watchers', () => {
  it('is nothing where none is set, without a question', async () => {
    const { watch, calls, counted } = await watchOver([down], []);
    expect([await watch(), calls.length, await counted()]).toEqual([false, 0, null]);
  });

  it('is silence until a testimony is on chain, and then the whole of it', async () => {
    const { said, node } = over();
    const { watch, shown, counted, later, alerts } = await watchOver([node]);
    expect(await watch()).toBe(false);
    expect(await counted()).toEqual({ known: 1, saw: 0, differ: [] });
    const own = testimony('own');
    said.rows = [own];
    later(3_000);
    expect(await watch()).toBe(true);
    expect(await shown()).toEqual([
      {
        ...{ ...ADA, root: LOCK.root, entries: 7, signature: signatureOf(own), slot: 700 },
        blockTime: new Date((ENDS_AT - 40) * 1_000).toISOString(),
      },
    ]);
    expect([await counted(), alerts]).toEqual([{ known: 1, saw: 1, differ: [] }, []]);
  });

  it('is an alert with both roots when a watcher saw another list', async () => {
    const { watch, counted, alerts } = await watchOver([over(testimony('own', { root: ANOTHER, entries: 8 })).node]);
    expect(await watch()).toBe(true);
    expect(await counted()).toEqual({ known: 1, saw: 0, differ: [{ name: 'Ada', root: ANOTHER }] });
    expect(alerts.map(({ key }) => key)).toEqual([`witness:1:${ADA.address}`]);
    expect(alerts[0]?.message).toContain(ANOTHER);
    expect(alerts[0]?.message).toContain(LOCK.root);
  });

  it.each<readonly [string, TestRow]>([
    ['a stranger’s look-alike', strangers('look-alike', { memos: [witnessMemo(SAW)], blockTime: ENDS_AT - 40 })],
    ['a testimony at the time of the beacon', testimony('late', {}, { blockTime: ENDS_AT })],
    ['one of another round', testimony('other', { round: 2 })],
    ['one of another end', testimony('other', { endsAt: ENDS_AT + 1 })],
    ['one that failed on chain', testimony('failed', {}, { err: 'failed' })],
  ])('does not count %s', async (_, row) => {
    const { watch, counted } = await watchOver([over(row).node]);
    await watch();
    expect(await counted()).toEqual({ known: 1, saw: 0, differ: [] });
  });

  it('does not count what one of two nodes alone shows', async () => {
    const { watch, counted } = await watchOver([over(testimony('own')).node, over().node]);
    await watch();
    expect(await counted()).toEqual({ known: 1, saw: 0, differ: [] });
  });

  it('is asked for at most every three seconds, and not again once everybody has spoken', async () => {
    const { watch, calls, later } = await watchOver([over(testimony('own')).node]);
    await watch();
    const asked = calls.length;
    await watch();
    later(3_000);
    await watch();
    expect(calls.length).toBe(asked);
  });

  it('is looked at once more after the draw: a second root of the same watcher is not missed', async () => {
    const first = testimony('first');
    const { said, node } = over(first);
    const { watch, counted, alerts, later } = await watchOver([node]);
    await watch();
    said.rows = [testimony('second', { root: ANOTHER }, { blockTime: ENDS_AT - 5, slot: 790 }), first];
    said.newest = ENDS_AT + 10;
    later(51_000);
    await watch();
    expect((await counted())?.differ).toEqual([{ name: 'Ada', root: ANOTHER }]);
    expect(alerts).toHaveLength(1);
    said.rows = [];
    later(3_000);
    expect(await watch()).toBe(false);
  });

  it('is silence while no node answers, and nobody is accused for it', async () => {
    const { watch, counted, alerts } = await watchOver([down]);
    expect(await watch()).toBe(false);
    expect([await counted(), alerts]).toEqual([{ known: 1, saw: 0, differ: [] }, []]);
  });

  it('holds nobody to have been silent who was not known at the lock', async () => {
    const { node } = over(testimony('own'));
    await (await watchOver([node])).watch();
    const grown = await watchOver([node], [ADA, { name: 'Grace', address: LOCK.wallet }]);
    await grown.watch();
    expect((await grown.stored()).map(({ name }) => name)).toEqual(['Ada']);
  });
});
