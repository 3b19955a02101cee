import { expect, it } from 'vitest';
import { autoBalance } from '../../src/distribution/bulkEdit.ts';
import { receiver } from '../domain/distributionWallets.ts';
import { QUIET } from '../gallery/desk.ts';
import { button, type Desk, fieldsOf, openDesk, seen } from './adminDesk.ts';
import { overflow } from './pageFacts.ts';
import { takeScreenshot } from './screenshots.ts';

/** The largest height of fifty rows at 1280 px. (It was 6,400 once.) */
const FIFTY_ROWS_PX = 3500;

/** Long lists of wallets: search, edits of several, paste, and a save from any position. */
export function adminManyWallets({ visit, other }: Desk): void {
  it('200 wallets: compact rows, search, shares of several, and Save within reach', async () => {
    const { wallets } = await other.read();
    const more = Array.from({ length: 198 }, (_, n) => receiver(n + 1, { label: `Partner ${n + 1}` }));
    await other.save(autoBalance([...wallets, ...more], new Date().toISOString()));
    const { page } = await visit();
    await openDesk(page);
    const rows = page.getByRole('list', { name: 'Wallets' }).locator('> li');
    await expect.poll(() => rows.count()).toBe(200);
    const height = await rows.evaluateAll(
      (all) => (all[49]?.getBoundingClientRect().bottom ?? 0) - (all[0]?.getBoundingClientRect().top ?? 0),
    );
    expect(height).toBeLessThan(FIFTY_ROWS_PX);
    const colours = await rows.evaluateAll((all) =>
      all.map((one) => (one as HTMLElement).style.getPropertyValue('--c')),
    );
    expect(new Set(colours).size).toBe(200);

    await page.getByLabel('Search wallets').fill('partner 19');
    // Partner 19, and 190 to 198.
    await expect.poll(() => rows.count()).toBe(10);
    await seen(page, '10 of 200 shown');
    await page.getByLabel('Select all shown').check();
    await button(page, 'Set to 0%').click();
    await seen(page, 'Total percentage must equal 100%, currently 95.00%');
    await page.getByLabel('Scale to, in total').fill('1,5');
    await button(page, 'Scale').click();
    expect(await fieldsOf(page, 'Partner 19').percentage.inputValue()).toBe('0.15');
    await button(page, 'Share out the missing 3.50%').click();
    expect(await fieldsOf(page, 'Partner 198').percentage.inputValue()).toBe('0.5');
    await seen(page, 'The full 100% is allocated.');
    await page.getByLabel('Search wallets').fill('');
    await expect.poll(() => rows.count()).toBe(200);

    await fieldsOf(page, 'Partner 120').percentage.scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator('.acts.afloat').count()).toBe(1);
    await fieldsOf(page, 'Partner 120').percentage.fill('0,6');
    await page.locator('.acts.afloat').getByText('100.10%').waitFor();
    await takeScreenshot(page, 'admin-200-wallets-1280', false);
    await fieldsOf(page, 'Partner 121').percentage.fill('0,4');
    await page.locator('.acts.afloat').getByText('100.00%').waitFor();
    await page.locator('.acts.afloat').getByRole('button', { name: 'Save Changes' }).click();
    await seen(page, 'Configuration saved successfully!');
    await page.setViewportSize({ width: 360, height: 740 });
    // Folded parts are laid out again a moment later.
    await expect.poll(() => overflow(page)).toBe(0);
    await takeScreenshot(page, 'admin-200-wallets-360', false);
  });

  it('a pasted list: its problems first, then its wallets; a list without the pool’s share must be confirmed by typing', async () => {
    const { page } = await visit({ width: 360 });
    const { wallets } = await other.read();
    const pool = wallets.find(({ isLottery }) => isLottery)?.address ?? '';
    // An alert about a round that a slow machine missed would push the list down.
    await page.route('**/api/admin/operations', (route) => route.fulfill({ json: { success: true, data: QUIET } }));
    await openDesk(page);
    // The list begins where a phone sees it.
    const panel = await page.getByRole('tabpanel').evaluate((one) => one.getBoundingClientRect().top + scrollY);
    expect(panel).toBeLessThan(460);
    await button(page, 'Paste a list').click();
    const dialog = page.getByRole('dialog', { name: 'Paste a list of wallets' });
    const field = dialog.getByLabel('Address, label and percent, one wallet a line');
    // The list comes later than the dialog. One line of it fills the window exactly, and more lines have to be scrolled.
    const lines = (count: number) => `${receiver(1).address};Charity;1\n`.repeat(count);
    await field.fill(lines(1));
    const height = 32 + (await dialog.evaluate(({ clientHeight, clientTop }) => clientHeight + 2 * clientTop));
    await page.setViewportSize({ width: 360, height });
    await field.fill(lines(9));
    await dialog.locator('.modal-text[tabindex="0"]').waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await field.fill(`${receiver(1).address};Charity;33,3\n${receiver(2).address};Marketing;1.234,5`);
    await dialog.getByText('1 line cannot be taken.').waitFor();
    expect(await dialog.getByRole('button', { name: /^Take/ }).isEnabled()).toBe(false);
    expect(await overflow(page)).toBe(0);
    await field.fill(`${receiver(1).address}\tCharity\t33,3\n${pool}\tLottery Pool\t36.7`);
    await dialog.getByRole('button', { name: 'Take 2 wallets' }).click();
    expect(await fieldsOf(page, 'Charity').percentage.inputValue()).toBe('33.3');
    expect(await fieldsOf(page, 'Lottery Pool').percentage.inputValue()).toBe('36.7');
    await seen(page, 'The full 100% is allocated.');
    await button(page, 'Paste a list').click();
    await field.fill(`${pool},Lottery Pool,0`);
    await dialog.getByRole('button', { name: 'Take 1 wallet' }).click();
    await page.getByRole('dialog', { name: 'Leave the lottery pool without a share?' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await fieldsOf(page, 'Lottery Pool').percentage.inputValue()).toBe('36.7');
  });
}
