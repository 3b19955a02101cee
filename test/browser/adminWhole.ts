import { expect, it } from 'vitest';
import { ADMIN_KEY, button, type Desk, fieldsOf, keepNotices, openDesk, seen } from './adminDesk.ts';
import { tryAgain } from './openBrowser.ts';
import { overflow } from './pageFacts.ts';

const TRANSACTIONS = '**/api/admin/tax-distribution/transactions?*';
const HISTORY = '**/history?*';

/** What is true of the whole console: faults, keyboard, the system's colours. */
export function adminWhole({ visit }: Desk): void {
  it('what cannot be loaded is said in a box, with a way to try again', async () => {
    const { page } = await visit();
    await openDesk(page);
    for (const [tab, text, pattern] of [
      ['Transaction History', 'Failed to load transactions', TRANSACTIONS],
      ['Distribution Preview', 'Failed to load transactions', TRANSACTIONS],
      ['Configuration History', 'Failed to load change history', HISTORY],
    ] as const) {
      await page.route(pattern, (route) => route.fulfill({ status: 500, body: '' }));
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('alert').getByText(text, { exact: true }).waitFor();
      await tryAgain(page, pattern);
      await page.getByText(text, { exact: true }).waitFor({ state: 'detached' });
    }
    await page.route('**/config', (route) => route.abort());
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await page.getByRole('alert').getByText('Failed to load configuration').first().waitFor();
    await tryAgain(page, '**/config');
    await page.getByText('Failed to load configuration').first().waitFor({ state: 'detached' });
  });

  it('by keyboard alone: log in, edit, save, look at the tabs, log out', async () => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    await keepNotices(page);
    await page.goto('/admin');
    await page.getByLabel('Admin Key').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('key');
    await page.keyboard.type(ADMIN_KEY);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What needs you' }).waitFor();
    /** Presses Tab until the focus is where it is wanted; every stop on the way can be seen. */
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let presses = 0; presses < 60; presses++) {
        const { label, outline } = await page.evaluate(() => {
          const focused = document.activeElement as HTMLElement;
          const labels = (focused as HTMLInputElement).labels;
          const by = document.getElementById(focused.getAttribute('aria-labelledby') ?? '')?.textContent;
          const label = by ?? focused.ariaLabel ?? labels?.[0]?.textContent ?? focused.textContent;
          return { label, outline: getComputedStyle(focused).outlineStyle };
        });
        if (name.test(label)) return;
        if (presses > 0) expect(outline, label).toBe('solid');
        await page.keyboard.press('Tab');
      }
      throw new Error(`${name} is not reached by Tab`);
    };
    await tabTo(/^Overview$/);
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
    await tabTo(/^Percentage of Lottery Pool/);
    await page.keyboard.type('65');
    await tabTo(/^Percentage of Admin/);
    await page.keyboard.press('Tab');
    for (let step = 0; step < 50; step++) await page.keyboard.press('ArrowRight');
    expect(await fieldsOf(page, 'Admin').percentage.inputValue()).toBe('35');
    await page.keyboard.press('Control+s');
    await seen(page, 'Configuration saved successfully!');
    await expect.poll(() => button(page, 'Activate').isEnabled()).toBe(true);
    await button(page, 'Activate').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await seen(page, 'Configuration activated successfully!');
    await button(page, 'Logout').focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Admin Key').waitFor();
  });

  it('with the system’s own colours and reduced motion, everything is still there', async () => {
    const { page } = await visit({ width: 640, forcedColors: 'active', reducedMotion: 'reduce' });
    await openDesk(page);
    expect(await overflow(page)).toBe(0);
    for (const name of ['Logout', 'Save Changes', 'Activate', 'Add wallet']) {
      expect(await button(page, name).isVisible()).toBe(true);
    }
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    const small = await page
      .locator('button, input, select, summary, a[href]')
      .evaluateAll((all) =>
        all
          .filter((one) => one.getBoundingClientRect().height < 24 && one.getBoundingClientRect().height > 1)
          .map((one) => one.outerHTML),
      );
    expect(small).toEqual([]);
  });
}
