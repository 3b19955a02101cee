import { beforeEach, describe, expect, it } from 'vitest';
import { type Checkpoint, writeCheckpoint } from '../../../worker/store/rounds/checkpoints.ts';
import { keepPlaces, readPlaces, unexplainedSince } from '../../../worker/store/rounds/searched.ts';
import { emptyDatabase } from '../database.ts';
import { newestCheckpoint } from '../newestCheckpoint.ts';
import { A, B, isPaused, NOW, open, SETTINGS, strangers } from '../poolOutflows.ts';
import { reconciledPool, SOL } from '../reconciledPool.ts';

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});
const FLOOD = strangers(350);
const { address: wallet } = SETTINGS.pool;

/** A pool whose object is removed from memory after each minute's look. */
function forgetful(given: Parameters<typeof reconciledPool>[1] = {}) {
  const pool = reconciledPool(db, given);
  return {
    ...pool,
    minutes: async (count: number) => {
      for (let minute = 0; minute < count; minute++) {
        pool.restart();
        await pool.tick();
      }
    },
    flood: () => FLOOD.map(pool.dust),
  };
}

describe('the reconciler, as a new instance each minute', () => {
  it.each([false, true])('finds an outflow below 350 transactions of strangers; new: %s', async (isNew) => {
    const { minutes, tick, transfer, flood } = forgetful();
    await tick();
    transfer(A);
    flood();
    for (let minute = 0; minute < 3; minute++) await (isNew ? minutes(1) : tick());
    expect(await open(db)).toEqual([A]);
  });

  it('finds an outflow below a flood and another outflow, which stays reported', async () => {
    const { minutes, transfer, flood, alerts, ...operator } = forgetful();
    await minutes(1);
    transfer(A);
    flood();
    transfer(B);
    await minutes(4);
    expect(new Set(await open(db))).toEqual(new Set([A, B]));
    expect(new Set(alerts)).toEqual(new Set([`outflow:${A}`, `outflow:${B}`]));
    await operator.resume([A, B]);
    await minutes(1);
    expect([await isPaused(db), (await newestCheckpoint(db, wallet))?.lamports]).toEqual([false, 98n * SOL]);
  });

  it('does not pass by an outflow that it could not store', async () => {
    const { minutes, transfer, dust } = forgetful();
    await minutes(1);
    transfer(A);
    for (const one of FLOOD.slice(0, 320)) dust(one);
    await minutes(1);
    await db.prepare("CREATE TRIGGER full BEFORE INSERT ON outflows BEGIN SELECT RAISE(ABORT, 'full'); END").run();
    try {
      await expect(minutes(1)).rejects.toThrow('full');
    } finally {
      await db.prepare('DROP TRIGGER full').run();
    }
    await minutes(1);
    expect(await open(db)).toEqual([A]);
  });

  it('tells a person after five minutes also when no node shows a history', async () => {
    const { minutes, transferUnlisted, stopListing, alerts } = forgetful();
    await minutes(1);
    transferUnlisted(A);
    stopListing();
    await minutes(6);
    expect(alerts).toEqual([expect.stringMatching(/^pool-unexplained:/)]);
  });

  it('tells a person after five minutes also while a search does not end', async () => {
    const { minutes, transferUnlisted, hangListing, alerts } = forgetful();
    await minutes(1);
    transferUnlisted(A);
    await minutes(5);
    expect(alerts).toEqual([]);
    hangListing();
    void minutes(1);
    await expect.poll(() => alerts).toEqual([expect.stringMatching(/^pool-unexplained:/)]);
  });

  it('begins the search again after a change of the nodes, because another node may show more', async () => {
    const { minutes, transfer, flood } = forgetful();
    await minutes(1);
    flood();
    transfer(A);
    // As if the nodes of the settings before had hidden it.
    const before = FLOOD[0] ?? '';
    const slot = (await newestCheckpoint(db, wallet))?.slot ?? 0;
    await keepPlaces(db, { wallet, slot, nodes: 'others' }, { 'node 1': { before, failures: 0, refused: [] } });
    await minutes(1);
    expect(await open(db)).toEqual([A]);
  });
});

describe('what is noted of a search', () => {
  const CHECKPOINT: Checkpoint = { wallet, slot: 500, takenAt: NOW, lamports: 5n };
  const SEARCH = { wallet, slot: 500, nodes: 'of the settings' };
  const PLACES = { 'node 1': { before: 'a place', failures: 0, refused: ['one'] } };
  beforeEach(() => writeCheckpoint(db, CHECKPOINT));

  it('is of one checkpoint: a late instance that has another one neither reads nor writes it', async () => {
    await keepPlaces(db, SEARCH, PLACES);
    expect(await readPlaces(db, SEARCH)).toEqual(PLACES);
    expect(await readPlaces(db, { ...SEARCH, slot: 499 })).toEqual({});
    await keepPlaces(db, { ...SEARCH, slot: 499 }, {});
    expect(await readPlaces(db, SEARCH)).toEqual(PLACES);
    expect(await unexplainedSince(db, SEARCH, NOW)).toBe(NOW);
    expect(await unexplainedSince(db, { wallet, slot: 499 }, NOW + 5)).toBe(NOW + 5);
    expect(await unexplainedSince(db, SEARCH, NOW + 9)).toBe(NOW);
  });

  it('is gone with its checkpoint', async () => {
    await keepPlaces(db, SEARCH, PLACES);
    await unexplainedSince(db, SEARCH, NOW);
    await writeCheckpoint(db, { ...CHECKPOINT, slot: 501 });
    expect(await readPlaces(db, { ...SEARCH, slot: 501 })).toEqual({});
    expect(await unexplainedSince(db, { wallet, slot: 501 }, NOW + 60_000)).toBe(NOW + 60_000);
  });

  it('stays while a checkpoint of an older slot comes late', async () => {
    await keepPlaces(db, SEARCH, PLACES);
    await writeCheckpoint(db, { ...CHECKPOINT, slot: 400 });
    expect(await readPlaces(db, SEARCH)).toEqual(PLACES);
  });

  it.each(['', 'no JSON', '{}', 'null', '{"nodes":"of the settings","places":{"node 1":{"before":7}}}'])(
    'counts as nothing when it is damaged: %j',
    async (searched) => {
      await db.prepare('UPDATE checkpoints SET searched = ?').bind(searched).run();
      expect(await readPlaces(db, SEARCH)).toEqual({});
    },
  );
});
