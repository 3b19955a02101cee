import { beforeEach, describe, expect, it } from 'vitest';
import { firstGap } from '../../../worker/store/rounds/roundGaps.ts';
import { emptyDatabase } from '../database.ts';

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});
const fill = (from: number, to: number) =>
  db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO rounds (round, state, reason, ends_at, updated_at) SELECT i, 'rolled-over', 'missed', i, 0 FROM n`,
    )
    .bind(from, to)
    .run();
const floor = () => db.prepare('SELECT round FROM settled_rounds').first<number>('round');
const stored = async (round: number) => expect(await floor()).toBe(round);

describe('rounds without a row', () => {
  it('are found from the first one on, until all below have rows', async () => {
    await fill(1, 299);
    await fill(310, 1_200);
    expect(await firstGap(db, 0, 1_200)).toEqual({ first: 300, last: 309 });
    expect(await floor()).toBeNull();
    await fill(300, 309);
    expect(await firstGap(db, 0, 1_200)).toBeNull();
    await stored(1_200);
  });

  it('are looked for above the stored floor when an instance knows no gap', async () => {
    await fill(1, 600);
    expect(await firstGap(db, 0, 600)).toBeNull();
    await stored(600);
    await fill(605, 620);
    expect(await firstGap(db, 0, 620)).toEqual({ first: 601, last: 604 });
    // Rounds below the floor are not looked at again, so a row that is deleted there is not noticed.
    await db.prepare('DELETE FROM rounds WHERE round = 17').run();
    expect(await firstGap(db, 0, 602)).toEqual({ first: 601, last: 602 });
    expect(await firstGap(db, 16, 602)).toEqual({ first: 17, last: 17 });
  });

  it('keep the floor where it is while there are any, and never lower it', async () => {
    await fill(1, 1_000);
    await firstGap(db, 0, 1_000);
    await db.prepare('DELETE FROM rounds WHERE round > 700').run();
    expect(await firstGap(db, 1, 1_000)).toEqual({ first: 701, last: 1_000 });
    await stored(1_000);
  });
});
