import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ADMIN_KEY, button, CONFIG, fieldsOf, isEnabled, openDesk, otherAdmin, seen, storeKey } from './adminDesk.ts';
import { describeInBrowser } from './openBrowser.ts';

/** The server's answers are held back, to look at what the console shows meanwhile. */
describeInBrowser('the console while it waits', ({ lottery, visit }) => {
  const INACTIVE = { version: 7, isActive: false, updatedAt: '2026-11-20T07:00:14.000Z' };

  /** The console on a configuration of its own that is not in force; the real one is never read. */
  const openOn = async (page: Page) => {
    const data = { ...(await otherAdmin(lottery.url).read()), ...INACTIVE };
    await page.route(`**${CONFIG}`, (route) => route.fulfill({ json: { success: true, data } }));
    await openDesk(page);
  };
  /** Holds requests to an address; the returned function ends them without an answer. */
  const hold = async (page: Page, pattern: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(pattern, (route) => promise.then(() => route.abort()));
    return resolve;
  };

  it('a state for the key, then one for the dashboard', async () => {
    const { page } = await visit({ expected: /Dashboard|dynamically imported/ });
    await storeKey(page, ADMIN_KEY);
    const end = await hold(page, '**/assets/Dashboard-*.js');
    await page.goto('/admin');
    await seen(page, 'Loading dashboard...');
    expect(await page.getByRole('tab').count()).toBe(0);
    end();
    await page.getByText('The console could not be shown.').waitFor();
  });

  it('the card says when its version was made; neither button can be pressed again while one is at work', async () => {
    const { page } = await visit();
    await openOn(page);
    await seen(page, '20 Nov 2026, 07:00:14 UTC');
    expect([await isEnabled(page, 'Save Changes'), await isEnabled(page, 'Activate')]).toEqual([false, true]);
    const endActivation = await hold(page, '**/activate');
    await button(page, 'Activate').click();
    await button(page, 'Activate version 7').click();
    await button(page, 'Activating…').waitFor();
    expect([await isEnabled(page, 'Save Changes'), await isEnabled(page, 'Activating…')]).toEqual([false, false]);
    endActivation();
    await seen(page, 'Failed to activate configuration');

    const endSave = await hold(page, `**${CONFIG}/*`);
    await fieldsOf(page, 'Admin').percentage.fill('30.01');
    await button(page, 'Save Changes').click();
    await button(page, 'Saving…').waitFor();
    expect([await isEnabled(page, 'Saving…'), await isEnabled(page, 'Activate')]).toEqual([false, false]);
    endSave();
    await seen(page, 'Failed to save configuration');
  });
});
