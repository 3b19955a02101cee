import { describe, expect, it } from 'vitest';
import { embedPage } from '../../worker/answers/documents/embedPage.ts';
import { fullestPage } from '../budgets/fullestPage.ts';

const { stats } = fullestPage();

describe('the page for other sites', () => {
  it('is at most 8 KB with the longest result, before compression', () => {
    expect(new TextEncoder().encode(embedPage(stats)).length).toBeLessThanOrEqual(8_192);
  });

  it('shows jackpot, the time of the draw and the last winners', () => {
    const html = embedPage(stats);
    expect(html).toContain('12,345.6789 SOL');
    expect(html).toMatch(/Draw of round 12,345: <span class="clock" role="timer">\d\d:\d\d UTC</);
    expect(html.match(/<li>/g)).toHaveLength(3);
    expect(html).toContain('href="/rounds/12344"');
  });

  it.each([
    ['drawing', null, 'is being drawn'],
    ['rolled-over', 'missed', 'could not be locked in time'],
    ['held', 'overdue', 'What was promised is owed'],
  ] as const)('says of a round that is %s what that means', (phase, reason, words) => {
    if (stats?.lastRound == null) throw new Error('the fullest page has a last round');
    expect(embedPage({ ...stats, lastRound: { ...stats.lastRound, phase, reason, winners: [] } })).toContain(words);
  });

  it('says that the draws are paused, and shows no clock', () => {
    if (stats === null) throw new Error('the fullest page has figures');
    const html = embedPage({ ...stats, currentRound: { ...stats.currentRound, phase: 'paused' } });
    expect(html).toContain('The draws are paused');
    expect(html).not.toContain('class="clock"');
  });
});
