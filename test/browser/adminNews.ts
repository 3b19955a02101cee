import { expect, it } from 'vitest';
import type { Operations } from '../../src/contract/operations.ts';
import { QUIET } from '../gallery/desk.ts';
import { OPERATIONS_CASES } from '../gallery/operations.ts';
import { alertSaid, button, type Desk, openDesk, seen } from './adminDesk.ts';

const PAUSED = { since: '2026-11-20T07:00:00.000Z', by: 'ops', reason: 'the exchange lies' };

/** What the Operations tab shows without being asked, and the pause of the tax. */
export function adminNews({ visit }: Desk): void {
  /** Opens the tab with an answer of the server that may change; the lottery itself must not. */
  const open = async (first: Partial<Operations>) => {
    const { page } = await visit();
    const server = { operations: { ...QUIET, ...first }, asked: [] as unknown[] };
    await page.route('**/api/admin/operations', (route) =>
      route.fulfill({ json: { success: true, data: server.operations } }),
    );
    await page.route(/operations\/(pause|resume)$/, (route) => {
      server.asked.push(route.request().postDataJSON());
      return route.fulfill({ json: { success: true } });
    });
    await openDesk(page, '/admin?tab=operations');
    return { page, server, region: (name: string) => page.getByRole('region', { name, exact: true }) };
  };
  const found = (name: string) => OPERATIONS_CASES[name] ?? QUIET;

  it('the tax has a pause of its own, which every tab shows while it lasts', async () => {
    const { page, server, region } = await open({});
    const tax = region('Tax cycles');
    await tax.getByText('RUNNING').waitFor();
    await button(page, 'Pause tax cycles…').click();
    await alertSaid(page, 'A reason is required');
    await tax.getByLabel('Reason').fill('the exchange lies');
    await button(page, 'Pause tax cycles…').click();
    const dialog = page.getByRole('dialog', { name: 'Pause tax cycles?' });
    await dialog.getByText('While the tax is paused nothing is signed for it').waitFor();
    server.operations = { ...QUIET, taxPause: PAUSED };
    await dialog.getByRole('button', { name: 'Pause tax cycles' }).click();
    await seen(page, 'Tax cycles are paused.');
    await tax.getByText('Paused by ops at 20 Nov 2026, 07:00:00 UTC: the exchange lies').waitFor();
    await region('New rounds').getByText('RUNNING').waitFor();
    await page.getByRole('tab', { name: 'Wallet Management' }).click();
    await region('Tax cycles are paused').getByRole('button', { name: 'Show operations' }).click();
    await tax.getByLabel('Reason').fill('it is honest again');
    server.operations = QUIET;
    await button(page, 'Resume').click();
    await seen(page, 'Tax cycles are running again.');
    expect(server.asked).toEqual([
      { part: 'tax', reason: 'the exchange lies' },
      { part: 'tax', reason: 'it is honest again', acknowledge: [] },
    ]);
  });

  it('says how long each wallet lasts, and what the settings warn of', async () => {
    const { region } = await open({
      ...found('every forecast'),
      warnings: found('warnings of the settings').warnings,
    });
    const wallets = region('Wallets');
    await wallets.getByText('At this pace the tax authority lasts 41 days.').waitFor();
    await wallets.getByText('At this pace the pool lasts more than ten years.').waitFor();
    await wallets.getByText('lasts less than a day.').waitFor();
    await wallets.getByText('It has not shrunk in the last 7 days.').waitFor();
    const settings = region('Settings 2 WARNINGS');
    expect(await settings.getByRole('listitem').allTextContents()).toContainEqual(
      'MAX_DAILY_PAYOUT is not a setting. Did you mean MAX_DAILY_PAYOUT_SOL?',
    );
  });

  it('an alert has its severity, a link to what to do, and its end', async () => {
    const { page, region } = await open(found('alerts of every kind'));
    // The oldest is folded.
    const rows = region('Alerts').locator('li');
    const badges = await rows.evaluateAll((all) => all.map((row) => row.querySelector('.badge')?.textContent));
    expect(badges).toEqual(['CRITICAL', 'WARNING', 'INFO', 'OVER', 'WARNING', 'WARNING']);
    await rows.nth(3).getByText('over since 20 Nov 2026').waitFor();
    const link = rows.first().getByRole('link', { name: /^What to do about: What the alert held:1203 says/ });
    expect(await link.getAttribute('href')).toBe('https://example.com/runbook#held:1203');
    // Without an address there is nothing to follow.
    expect(await rows.nth(4).getByRole('link').count()).toBe(0);
    await rows.nth(4).getByText('docs/runbook.md#held-mark-without-record').waitFor();
    // The other tabs show no alerts that are over, but all that last, however old they are.
    await page.getByRole('tab', { name: 'Wallet Management' }).click();
    await region('New alerts').getByText('5 ALERTS').waitFor();
  });

  it('who did what: the newest first, all of them when asked, page by page', async () => {
    const { page, region } = await open(found('what was done'));
    const actions = found('what was done').actions;
    const asked: string[] = [];
    await page.route('**/operations/actions?*', (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(searchParams.toString());
      const isFirst = searchParams.get('cursor') === null;
      const data = isFirst ? actions : actions.slice(0, 1);
      return route.fulfill({ json: { success: true, data, nextCursor: isFirst ? 'older' : null } });
    });
    const done = region('Who did what');
    await done.getByRole('listitem').first().waitFor();
    expect(await done.getByRole('listitem').count()).toBe(8);
    expect(await done.getByRole('listitem').nth(2).innerText()).toMatch(/RELEASE\s+round 1203\s+alice 20 Nov 2026/);
    await button(page, 'Show all').click();
    await expect.poll(() => done.getByRole('listitem').count()).toBe(12);
    await done.getByRole('button', { name: 'Older' }).click();
    await expect.poll(() => done.getByRole('listitem').count()).toBe(1);
    expect(asked).toEqual(['limit=25', 'limit=25&cursor=older']);
    await page.unroute('**/operations/actions?*');
    await page.route('**/operations/actions?*', (route) => route.abort());
    await button(page, 'Show the newest alone').click();
    await button(page, 'Show all').click();
    await alertSaid(page, 'Failed to load what was done');
  });

  it('where nothing is paid, every tab says so', async () => {
    const { page } = await visit();
    await page.route('**/api/config', async (route) => {
      const config = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...config, payouts: 'shadow' } });
    });
    await openDesk(page);
    for (const tab of ['Wallet Management', 'Operations'] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('region', { name: 'Nothing is paid' }).getByText('PAYOUTS=shadow').waitFor();
    }
  });
}
