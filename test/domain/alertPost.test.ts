import { expect, it } from 'vitest';
import { composePost } from '../../worker/alerts/composePost.ts';

it('a post of ten thousand alerts is short, names the one that is critical first, and lists it among the most severe', () => {
  const event = 'raised' as const;
  const many = Array.from({ length: 9_999 }, (_, n) => ({
    ...{
      seq: n + 2,
      id: `shadow:${n}#raised`,
      key: `shadow:${n}`,
      event,
      message: 'A rehearsal.',
      at: 1_800_000_000_000,
    },
  }));
  const held = {
    ...{ seq: 1, id: 'held:7#raised', key: 'held:7', event, message: 'Round 7 is held (overdue).', at: 0 },
  };
  const post = composePost([held, ...many], { environment: 'production', runbookUrl: 'docs/runbook.md' });
  expect(post.text.split('\n')[0]).toBe('Game of Draws, production: CRITICAL: Round 7 is held (overdue).');
  expect(post.text).toContain('and 9996 more of this kind.');
  expect(post.text.length).toBeLessThan(1_000);
  expect(post.alerts).toHaveLength(200);
  expect(post.alerts.map(({ key }) => key)).toContain('held:7');
});
