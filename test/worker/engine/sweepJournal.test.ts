import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSweepJournal } from '../../../worker/engine/sweepJournal.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { noteBalances } from '../../../worker/store/journal/noteBalances.ts';
import { walletLows } from '../../../worker/store/views/console/walletLows.ts';
import { emptyDatabase } from '../database.ts';
import type { FakeNode } from '../fakeNodes.ts';
import { oneByOne } from '../oneByOne.ts';
import { openSteps } from '../openSteps.ts';
import { down, rpcNodes } from '../rpcNodes.ts';

let db: D1Database;
const used: ReturnType<typeof rpcNodes>[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => {
  expect(used.splice(0).flatMap((each) => each.surprises)).toEqual([]);
});

const final = (slot: number, err: unknown = null) => ({ slot, err, confirmationStatus: 'finalized' });
const CONFIRMED = { slot: 7, err: null, confirmationStatus: 'confirmed' };

/** A node that says of each signature what `said` has for it. */
const saying =
  (said: Readonly<Record<string, unknown>>): FakeNode =>
  (method, [signatures]) => {
    if (method !== 'getSignatureStatuses') throw new Error(method);
    return { context: { slot: 99 }, value: (signatures as string[]).map((each) => said[each] ?? null) };
  };

async function swept(count: number, nodes: readonly FakeNode[]) {
  let at = 0;
  const journal = oneByOne(createJournal(db, () => ++at));
  if (count > 0) await openSteps(db, 1, 'harvest', count);
  const attempt = { attempt: 0, bytes: 'AA==', blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1 };
  for (let i = 0; i < count; i++) {
    const row = await journal.write({ ...attempt, key: `tax:1:harvest:${i}`, signature: `s${i}` });
    await journal.see(row, 'confirmed', 7);
  }
  const world = rpcNodes(nodes);
  used.push(world);
  await createSweepJournal({ journal, rpc: world.rpc })();
  const { results } = await db
    .prepare(`SELECT signature, slot FROM journal WHERE state = 'finalized' ORDER BY signed_at`)
    .all();
  return { final: results, calls: world.calls.length };
}

it('an attempt that was left as confirmed becomes final once more than half of the nodes say so; an error or fewer nodes do not make it final', async () => {
  const first = { s0: final(8), s1: final(8), s2: final(8, 'failed'), s3: CONFIRMED, s4: final(8) };
  const second = { s0: final(8), s1: CONFIRMED, s2: final(8, 'failed'), s3: CONFIRMED, s4: final(9) };
  const { final: found, calls } = await swept(6, [saying(first), saying(second)]);
  expect(found).toEqual([{ signature: 's0', slot: 8 }]);
  expect(calls).toBe(2);
});

it('one call checks a hundred, the oldest first, and no node is asked when nothing is open', async () => {
  const all = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`s${i}`, final(8)]));
  const { final: found, calls } = await swept(101, [saying(all)]);
  expect([found.length, calls]).toEqual([100, 1]);
  expect(found.at(-1)).toMatchObject({ signature: 's99' });
  await db.prepare('DELETE FROM journal').run();
  expect((await swept(0, [down])).calls).toBe(0);
});

it('of a wallet the least of each hour is kept, for a week', async () => {
  const hour = 3_600_000;
  const note = (at: number, lamports: bigint) => noteBalances(db, [{ address: 'w', lamports }], at);
  await note(5 * hour, 900n);
  await note(5 * hour + 1, 10n);
  await note(5 * hour + 2, 70n);
  await note(6 * hour, 12_345_678_901_234_567n);
  expect(await walletLows(db)).toEqual([
    { hour: 5, address: 'w', lamports: 10n },
    { hour: 6, address: 'w', lamports: 12_345_678_901_234_567n },
  ]);
  await note(174 * hour, 1n);
  expect((await walletLows(db)).map((low) => low.hour)).toEqual([6, 174]);
});
