import { expect, it, vi } from 'vitest';
import { useBrake } from '../../client/admin/operations/useBrake.ts';
import { useExit } from '../../client/admin/operations/useExit.ts';

/** What happened, in its order: calls to the server, and whether the button may be pressed. */
const seen: unknown[] = [];

vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useState: (first: unknown) => [first, (next: unknown) => typeof next === 'boolean' && seen.push({ isBusy: next })],
}));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<typeof import('@tanstack/react-query')>()),
  useQueryClient: () => ({
    async invalidateQueries() {
      await Promise.resolve();
      seen.push('read again');
    },
  }),
}));
vi.mock('../../client/admin/console/ConsoleContext.ts', () => {
  const call = async () => void seen.push('sent');
  return { useConsole: () => ({ api: { takeExit: call, resume: call }, notify: () => {} }) };
});

it.each([
  ['an exit', () => useExit({ kind: 'round', id: 12, exit: 'release' }).take('why', null)],
  [
    'a pause',
    () => useBrake().pull({ action: 'resume', part: 'rounds', reason: 'why', outflows: [], ticked: new Set<string>() }),
  ],
] as const)('%s cannot be sent again before what it did has been read', async (_, send) => {
  seen.length = 0;
  expect(await send()).toBe(true);
  expect(seen).toEqual([{ isBusy: true }, 'sent', 'read again', { isBusy: false }]);
});
