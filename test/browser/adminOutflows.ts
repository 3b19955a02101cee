import { expect, it } from 'vitest';
import type { Operations } from '../../src/contract/operations.ts';
import { alertSaid, button, type Desk, openDesk, seen } from './adminDesk.ts';
import { overflow } from './pageFacts.ts';

const OUTFLOWS = [
  { signature: `3${'x'.repeat(87)}`, foundAt: '2026-11-20T07:00:00.000Z' },
  { signature: `4${'y'.repeat(87)}`, foundAt: '2026-11-20T07:01:00.000Z' },
];

const OPERATIONS: Operations = {
  serverTime: '2026-11-20T07:02:00.000Z',
  warnings: [],
  pause: {
    since: '2026-11-20T07:00:00.000Z',
    by: 'reconciler',
    reason: 'An outflow of the pool is not in the journal',
  },
  outflows: OUTFLOWS,
  ...{ taxPause: null, rounds: [], cycles: [], journal: [], wallets: [], alerts: [], actions: [] },
};

/** The pause after an outflow: nothing goes on before each transaction was looked at. */
export function adminOutflows({ visit }: Desk): void {
  it('each transaction of the pool wants a tick of its own before the rounds are resumed', async () => {
    const { page } = await visit({ width: 360 });
    // Other tests use the same lottery, so it must not really stop.
    const asked: unknown[] = [];
    await page.route('**/api/admin/operations/resume', (route) => {
      asked.push(route.request().postDataJSON());
      return route.fulfill({ json: { success: true } });
    });
    await page.route('**/api/admin/operations', (route) =>
      route.fulfill({ json: { success: true, data: OPERATIONS } }),
    );
    await openDesk(page, '/admin?tab=operations');
    const outflows = page.getByRole('group', { name: 'Signed by the pool, not sent by the lottery' });
    await outflows.waitFor();
    expect(await outflows.getByRole('listitem').count()).toBe(2);
    const links = outflows.getByRole('link', { name: /transaction of the pool in the explorer/ });
    // They become links once the explorer is known.
    await expect.poll(() => links.count()).toBe(2);
    expect(await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))).toEqual(
      OUTFLOWS.map(({ signature }) => expect.stringContaining(`/tx/${signature}`)),
    );
    expect(await overflow(page)).toBe(0);

    await page.getByRole('region', { name: 'New rounds', exact: true }).getByLabel('Reason').fill('paid by hand');
    await button(page, 'Resume').click();
    await alertSaid(page, 'Tick every transaction above first');
    await page.getByLabel('I know transaction 3xxx…xxxx').check();
    await button(page, 'Resume').click();
    await alertSaid(page, 'Tick every transaction above first');
    expect(asked).toEqual([]);
    await page.getByLabel('I know transaction 4yyy…yyyy').check();
    await button(page, 'Resume').click();
    await seen(page, 'New rounds are running again.');
    expect(asked).toEqual([
      { part: 'rounds', reason: 'paid by hand', acknowledge: OUTFLOWS.map(({ signature }) => signature) },
    ]);
  });
}
