import { describe, expect, it } from 'vitest';
import { roundBadge } from '../../client/admin/rounds/RoundItem.tsx';
import { lastResult } from '../../worker/answers/documents/plainPage.ts';

describe('a held round that a person has closed', () => {
  const round = { roundNumber: 7, endsAt: '2026-11-20T07:00:00.000Z', paidAt: null, seal: null, witnesses: null };

  it('is paid on the pages of other sites', () => {
    const page = lastResult({ ...round, phase: 'held', reason: 'closed', winners: [] });
    expect(page).toContain('closed the round: it is paid.');
  });

  it('has its own badge in the console', () => {
    expect(roundBadge({ state: 'held', reason: 'closed' })).toEqual({ tone: 'grey', text: 'CLOSED' });
    expect(roundBadge({ state: 'held', reason: 'overdue' })).toEqual({ tone: 'ruby', text: 'HELD' });
  });
});
