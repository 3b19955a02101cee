import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { alertSaid, button, type Desk, openDesk, seen } from './adminDesk.ts';

const PAUSED = { since: '2026-11-20T07:00:00.000Z', by: 'ops', reason: 'upgrade' };
const brake = (page: Page) => page.getByRole('region', { name: 'New rounds', exact: true });
const MEANS = 'Pausing stops new rounds. A round already committed will still be drawn and paid.';

/** The Operations tab, and the parts of it that every tab shows. */
export function adminOperations({ visit }: Desk): void {
  it('a pause asks for a reason and a confirmation, and every tab shows it; alerts are above everything else', async () => {
    const { page } = await visit();
    await openDesk(page, '/admin?tab=operations');
    const wallets = page
      .locator('.group', { has: page.getByRole('heading', { name: 'Wallets' }) })
      .getByRole('listitem');
    await wallets.first().waitFor();
    // Four roles, one line for each address. What a slow node has not said yet is unknown until the next reading.
    await expect
      .poll(async () => (await wallets.allTextContents()).filter((line) => !/\d\.\d{6} SOL/.test(line)))
      .toEqual([]);
    // Other tests use the same lottery, so it must not really stop.
    const asked: string[] = [];
    await page.route('**/api/admin/operations/*', (route) => {
      asked.push(`${new URL(route.request().url()).pathname.split('/').at(-1)} ${route.request().postData()}`);
      return route.fulfill({ json: { success: true } });
    });
    await page.route('**/api/admin/operations', async (route) => {
      const { data } = (await (await route.fetch()).json()) as { data: { serverTime: string } };
      const alerts = Array.from({ length: 7 }, (_, n) => ({
        ...{
          key: `${n}`,
          message: `Round ${n} is held.`,
          raisedAt: data.serverTime,
          deliveredAt: null,
          severity: 'critical',
          runbook: 'docs/runbook.md#held',
          endedAt: null,
        },
      }));
      const pause = asked.length === 0 ? null : PAUSED;
      await route.fulfill({ json: { success: true, data: { ...data, alerts, pause } } });
    });
    await button(page, 'Pause new rounds…').click();
    await alertSaid(page, 'A reason is required');
    await brake(page).getByLabel('Reason').fill('upgrade');
    await expect.poll(() => page.getByText('A reason is required').count()).toBe(0);
    await button(page, 'Pause new rounds…').click();
    const dialog = page.getByRole('dialog', { name: 'Pause new rounds?' });
    await dialog.getByText(MEANS).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(asked).toEqual([]);
    await button(page, 'Pause new rounds…').click();
    await dialog.getByRole('button', { name: 'Pause new rounds' }).click();
    await seen(page, 'New rounds are paused.');
    expect(asked).toEqual(['pause {"part":"rounds","reason":"upgrade"}']);
    await page.getByText('Paused by ops at 20 Nov 2026, 07:00:00 UTC: upgrade').waitFor();

    expect(await page.locator('.ops h2').allTextContents()).toMatchObject({ 0: 'Alerts' });
    await page.getByText('2 older alerts').waitFor();
    for (const tab of ['Wallet Management', 'Distribution Preview', 'Transaction History', 'Configuration History']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('region', { name: 'New rounds are paused' }).waitFor();
      await page.getByRole('region', { name: 'New alerts' }).getByText('7 ALERTS').waitFor();
    }
    await button(page, 'Show alerts').click();
    await brake(page).getByLabel('Reason').fill('done');
    await button(page, 'Resume').click();
    await seen(page, 'New rounds are running again.');
    await page.unroute('**/api/admin/operations');
    await page.route('**/api/admin/operations', (route) => route.abort());
    await page.reload();
    await alertSaid(page, 'Failed to load operations');
  });
}
