import { expect, it, vi } from 'vitest';
import { undeliveredAlerts } from '../../../worker/store/journal/alerts.ts';
import type { Unlocked } from '../../../worker/store/rounds/roundLocks.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { emptyDatabase } from '../database.ts';

const NOW = 1_692_806_400_000;
const ended = (round: number, given: Pick<Unlocked, 'state' | 'reason' | 'detail'>): Unlocked => ({
  ...{ round, endsAt: NOW / 1_000 - 60 },
  ...given,
});

it('of rounds that ended without a lock, each held one raises an alert, once; the others raise none', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const db = await emptyDatabase();
  const rounds = createRoundStore(db, () => NOW);
  const all = [
    ended(5, { state: 'rolled-over', reason: 'missed', detail: 'nobody looked' }),
    ended(6, { state: 'held', reason: 'mark-without-record', detail: null }),
    ended(7, { state: 'held', reason: 'mark-without-record', detail: 'no record' }),
  ];
  await rounds.insertUnlocked(all);
  const alerts = await undeliveredAlerts(db);
  expect(alerts.map(({ key }) => key).toSorted()).toEqual(['held:6', 'held:7']);
  const texts = new Map(alerts.map(({ key, message }) => [key, message]));
  expect(texts.get('held:7')).toBe(`${texts.get('held:6')?.replace('Round 6', 'Round 7')} Cause: no record.`);
  expect(texts.get('held:6')).toMatch(/^Round 6 is held \(mark-without-record\)\. [A-Z][^:]+\.$/);
  expect(logged.mock.calls.flat().toSorted()).toEqual(
    [...texts].map(([key, text]) => `ALERT ${key}: ${text}`).toSorted(),
  );
  const later = ended(8, { state: 'held', reason: 'mark-without-record', detail: null });
  await rounds.insertUnlocked([...all, later]);
  expect((await undeliveredAlerts(db)).map(({ key }) => key).toSorted()).toEqual(['held:6', 'held:7', 'held:8']);
  // Those that were raised before are not logged again.
  expect(logged.mock.calls.slice(2).flat()).toEqual([expect.stringMatching(/^ALERT held:8: Round 8 is held /)]);
});
