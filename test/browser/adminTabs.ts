import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { addWallet, button, type Desk, fieldsOf, MARKETING, openDesk, seen, serveTransactions } from './adminDesk.ts';

const HISTORY = '**/history?*';

/** The four tabs, and what is true of the whole console: keyboard, axe, widths, the system's colours. */
export function adminTabs({ visit, other }: Desk): void {
  it('are tabs: one stop, arrows, Home and End; the chosen one is in the address and behind Back', async () => {
    const { page } = await visit();
    await openDesk(page);
    await page.getByRole('tab', { name: 'Wallet Management' }).focus();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    for (const [key, name, search] of [
      ['ArrowRight', 'Distribution Preview', '?tab=preview'],
      ['End', 'Operations', '?tab=operations'],
      ['ArrowRight', 'Overview', ''],
      ['ArrowLeft', 'Operations', '?tab=operations'],
      ['Home', 'Overview', ''],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(async () => [await focused(), new URL(page.url()).search]).toEqual([name, search]);
      expect(await page.getByRole('tab', { selected: true }).allTextContents()).toEqual([name]);
      expect(await page.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(
        await page.getByRole('tab', { selected: true }).getAttribute('id'),
      );
    }
    await page.goBack();
    await page.getByRole('tab', { name: 'Operations', selected: true }).waitFor();
  });

  it('preview: quick amounts, both currencies, live to the last unit, and the same by the server', async () => {
    const { page, requests } = await visit();
    await openDesk(page, '/admin?tab=preview');
    const amount = page.getByLabel('Amount', { exact: true });
    const rows = async () =>
      (await page.getByRole('table', { name: 'Who receives how much' }).getByRole('row').allTextContents()).map((row) =>
        row.replaceAll(/\s+/g, ' '),
      );
    expect(await amount.inputValue()).toBe('1000000');
    expect((await rows()).slice(1)).toEqual([
      expect.stringMatching(/^Lottery Pool .*70.00%700,000.00$/),
      expect.stringMatching(/^Admin .*30.00%300,000.00$/),
      'Total1,000,000.00',
    ]);
    for (const [name, value] of [
      ['100k', '100000'],
      ['500k', '500000'],
      ['5M', '5000000'],
      ['10M', '10000000'],
      ['1M', '1000000'],
    ] as const) {
      await button(page, name).click();
      expect(await amount.inputValue()).toBe(value);
    }
    await button(page, 'Test').click();
    await seen(page, 'Test successful! Distribution calculated for 1,000,000.00 GOD');
    await page.getByRole('radio', { name: 'SOL' }).check({ force: true });
    await amount.fill('0.000000011');
    expect((await rows()).slice(1)).toEqual([
      expect.stringMatching(/< 0.000001$/),
      expect.stringMatching(/< 0.000001$/),
      'Total< 0.000001',
    ]);
    await page.getByText('1 lamport did not divide and is part of Lottery Pool’s amount.').waitFor();
    await amount.fill('2.5');
    expect((await rows())[1]).toMatch(/70.00%1.750000$/);
    await button(page, 'Test').click();
    await seen(page, 'Test successful! Distribution calculated for 2.500000 SOL');
    expect(requests.filter((request) => request.includes('transactions'))).toEqual([
      'GET /api/admin/tax-distribution/transactions?limit=10&status=all',
    ]);
    await seen(page, 'No Transactions Found');

    await amount.fill('0');
    await page.getByRole('status').getByText('Amount must be greater than 0').waitFor();
    await button(page, 'Test').click();
    await page.getByRole('alert').getByText('Test failed: Amount must be greater than 0').waitFor();
    await amount.fill('1,234.5');
    // The message about the earlier amount is gone.
    await page.getByText('Test failed: Amount must be greater than 0').waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('"1,234.5" is not understood.').waitFor();
    await amount.fill('1,5');
    expect((await rows())[1]).toMatch(/70.00%1.050000$/);
    await page.route('**/preview', (route) => route.abort());
    await button(page, 'Test').click();
    await page
      .getByRole('alert')
      .getByText(/^Test failed: No answer/)
      .waitFor();
  });

  it('preview includes unsaved changes, and says what forbids a distribution', async () => {
    const { page } = await visit();
    await openDesk(page);
    await fieldsOf(page, 'Admin').percentage.fill('20');
    await page.getByRole('tab', { name: 'Distribution Preview' }).click();
    await seen(page, 'By your unsaved changes');
    await seen(page, 'Total percentage must equal 100%, currently 90.00%');
    expect(await page.getByRole('table').count()).toBe(0);
  });

  it('transactions: empty, filtered, in pages, opened, and all of them as CSV', async () => {
    const { page, requests } = await visit();
    const { wallets } = await other.read();
    await openDesk(page, '/admin?tab=transactions');
    await seen(page, 'No Transactions Found');
    expect(requests.some((request) => request.endsWith('/transactions?limit=50&status=all'))).toBe(true);
    const evil = wallets.map((wallet) => (wallet.isAdmin ? { ...wallet, label: '=1+1,"x"' } : wallet));
    await serveTransactions(page, 130, evil);
    await page.reload();
    const rows = page.locator('.tx');
    await expect.poll(() => rows.count()).toBe(50);
    await rows.first().locator('summary').click();
    await seen(page, '0.864197 SOL');
    const link = page.getByRole('link', { name: /transaction of Lottery Pool in the explorer/ });
    expect(await link.getAttribute('href')).toMatch(/\/tx\/5{88}\?cluster=custom/);
    await page.getByLabel('Page size').selectOption('25');
    await expect.poll(() => rows.count()).toBe(25);
    await button(page, 'Older').click();
    await seen(page, 'Page 2');
    await button(page, 'Newer').click();
    await seen(page, 'Page 1');
    await page.getByRole('radio', { name: 'Failed' }).check({ force: true });
    await expect.poll(() => rows.locator('.badge').allTextContents()).toEqual(Array(25).fill('FAILED'));
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=transactions&size=25&status=failed');
    await page.reload();
    await expect.poll(() => rows.count()).toBe(25);
    await page.getByRole('radio', { name: 'Completed' }).check({ force: true });

    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()]);
    expect(download.suggestedFilename()).toBe('tax-transactions-completed.csv');
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
    // 66 completed ones of two lines each, the columns' names, and the last line's end.
    expect(lines.length).toBe(66 * 2 + 2);
    expect(lines[2]).toContain(`,"'=1+1,""x""",`);
    await page.getByText('Exported 66 transactions.').waitFor();
    await page.getByRole('radio', { name: 'Pending' }).check({ force: true });
    await page.getByLabel('Page size').selectOption('100');
    await expect.poll(() => rows.count()).toBe(32);
  });

  it('history: every save and activation with who, when, before and after', async () => {
    const { page } = await visit();
    const { version } = await other.read();
    await openDesk(page);
    await addWallet(page, 'Marketing', MARKETING);
    await button(page, 'Auto Balance').waitFor({ state: 'detached' });
    await fieldsOf(page, 'Marketing').percentage.fill('5');
    await fieldsOf(page, 'Admin').percentage.fill('25');
    await page.keyboard.press('Control+s');
    await seen(page, 'Configuration saved successfully!');
    await page.getByRole('tab', { name: 'Configuration History' }).click();
    const record = page.locator('.records > li').first();
    await record.getByText(`v${version} → v${version + 1}`).waitFor();
    await record.getByText('local', { exact: true }).waitFor();
    await record.getByText('Before and after').click();
    const changes = (await record.getByRole('listitem').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(changes).toEqual([
      expect.stringMatching(/^Admin ?30.00% .* 25.00% loses 5.00%$/),
      expect.stringMatching(new RegExp(`^Marketing ?Added ?0.00% .* 5.00% gains 5.00% ?Address ${MARKETING}$`)),
    ]);
    await page.route(HISTORY, (route) => route.fulfill({ json: { success: true, data: [], nextCursor: null } }));
    await page.reload();
    await seen(page, 'No Changes Found');
  });
}
