import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRaiseAlert } from '../../../worker/engine/raiseAlerts.ts';
import { type Alert, raiseAlert, undeliveredAlerts, writeAlertNews } from '../../../worker/store/journal/alerts.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { settledMatters } from '../../../worker/store/views/console/alertMatters.ts';
import { storedOperations } from '../../../worker/store/views/console/operations.ts';
import { readVitals } from '../../../worker/store/views/rounds/vitals.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { emptyDatabase } from '../database.ts';
import { COMMITMENT, DOCUMENTS, lockOf } from '../honestRound.ts';

const NOW = 1_692_806_400_000;
const NO_NEWS = { raised: [], delivered: [], over: [] };

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
  // Alerts are also written to the log.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('alerts', () => {
  const alert = { key: 'held:123', message: 'Round 123 is held.', raisedAt: NOW };
  const LATE = { ...alert, key: 'late:123' };

  it('are raised once per key', async () => {
    expect(await raiseAlert(db, alert)).toBe(true);
    expect(await raiseAlert(db, { ...alert, message: 'again' })).toBe(false);
    expect(await raiseAlert(db, LATE)).toBe(true);
    expect(await undeliveredAlerts(db)).toEqual([alert, LATE]);
  });

  it('may begin again once they are over, and not before', async () => {
    await raiseAlert(db, alert);
    await writeAlertNews(db, { ...NO_NEWS, delivered: [alert.key], over: [alert.key] }, NOW + 5);
    expect(await undeliveredAlerts(db)).toEqual([]);
    const again = { ...alert, message: 'Round 123 is held again.', raisedAt: NOW + 6 };
    expect(await raiseAlert(db, { ...again, raisedAt: NOW + 4 })).toBe(false);
    expect(await raiseAlert(db, again)).toBe(true);
    expect(await undeliveredAlerts(db)).toEqual([again]);
    expect((await storedOperations(db)).alerts).toMatchObject([{ key: 'held:123', ended_at: null }]);
  });

  it('are counted from a moment on, delivered or not', async () => {
    await raiseAlert(db, alert);
    await raiseAlert(db, { ...LATE, raisedAt: NOW + 10 });
    await writeAlertNews(db, { ...NO_NEWS, delivered: [alert.key] }, NOW + 1);
    expect(await undeliveredAlerts(db)).toHaveLength(1);
    const counts = await Promise.all([NOW - 1, NOW, NOW + 10].map((since) => readVitals(db, since)));
    expect(counts.map(({ recentAlerts }) => recentAlerts)).toEqual([2, 1, 0]);
  });

  it('that last are shown to operators however many are newer; those that are over make room', async () => {
    const over = { ...LATE, key: 'late:122' };
    for (const one of [alert, over]) await raiseAlert(db, one);
    await writeAlertNews(db, { ...NO_NEWS, over: [over.key] }, NOW + 1);
    // Each save of the distribution raises one.
    for (let n = 1; n <= 25; n++)
      await raiseAlert(db, { key: `distribution-changed:${n}`, message: 'A save.', raisedAt: NOW + n });
    const keys = (await storedOperations(db)).alerts.map(({ key }) => key);
    expect(keys).toEqual([...Array.from({ length: 20 }, (_, n) => `distribution-changed:${25 - n}`), alert.key]);
  });

  it('are read again only from a moment on', async () => {
    await raiseAlert(db, alert);
    await raiseAlert(db, { ...LATE, raisedAt: NOW + 10 });
    expect((await undeliveredAlerts(db, NOW + 1)).map(({ key }) => key)).toEqual(['late:123']);
  });

  describe('when they are raised', () => {
    const told: Alert[] = [];
    const raiseWith = (database: D1Database) =>
      createRaiseAlert({ db: database, tell: (each) => told.push(each), now: () => NOW });

    it('are handed on, once', async () => {
      told.length = 0;
      await raiseWith(db)('held:123', 'Round 123 is held.');
      await raiseWith(db)('held:123', 'Round 123 is held.');
      expect(told).toEqual([alert]);
    });

    it('are handed on when the database is lost, and raised again by whoever raised them', async () => {
      told.length = 0;
      const prepare = () => {
        throw new Error('D1 is lost');
      };
      const raise = raiseWith({ prepare } as unknown as D1Database);
      await expect(raise('held:123', 'Round 123 is held.')).rejects.toThrow('D1 is lost');
      expect(told).toEqual([alert]);
    });
  });
});

describe('what alerts tell of', () => {
  it('is settled when the round is no longer held or under way', async () => {
    const rounds = createRoundStore(db, () => NOW);
    for (const round of [1, 2, 3]) await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
    await rounds.rollOver(1, 'commitment-late', 'nothing was signed');
    await rounds.commit(2, COMMITMENT);
    await rounds.hold(3, 'overdue', 'it was still locked');
    const keys = [1, 2, 3, 4].flatMap((round) => ['held', 'late', 'unsettled'].map((kind) => `${kind}:${round}`));
    expect(await settledMatters(db, keys)).toEqual([
      'held:1',
      'late:1',
      'unsettled:1',
      'held:2',
      'unsettled:2',
      'late:3',
      'unsettled:3',
    ]);
  });

  it('is settled when an operator acknowledged the outflow, and the tax cycle moved on or ended', async () => {
    await db.batch([
      db.prepare(`INSERT INTO outflows (signature, found_at, acknowledged_at, acknowledged_by, reason)
         VALUES ('known', 1, 2, 'ops', 'by hand'), ('new', 1, NULL, NULL, NULL)`),
      db.prepare(
        `INSERT INTO tax_cycles (id, slot, state, reason, currency, withheld, in_mint, unsold, started_at, state_since)
         VALUES (7, 1, 'swap', NULL, 'SOL', '1', '1', '1', 1, 1), (6, 1, 'failed', 'no-route', 'SOL', '1', '1', '1', 1, 1)`,
      ),
    ]);
    const keys = [
      'outflow:known',
      'outflow:new',
      'tax-late:6',
      'tax-late:7',
      'tax-refused:7:withdraw',
      'tax-refused:7:swap',
    ];
    expect(await settledMatters(db, keys)).toEqual(['outflow:known', 'tax-late:6', 'tax-refused:7:withdraw']);
  });

  it('makes no query for an empty list, and settles nothing that it does not know', async () => {
    expect(await settledMatters({ batch: neverCalled('batch') } as unknown as D1Database, [])).toEqual([]);
    expect(await settledMatters(db, ['part-down:rounds:12', 'node-lied:1', '', 'held:'])).toEqual([]);
  });
});
