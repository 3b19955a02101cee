import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './openBrowser.ts';

const PARTS = '**/assets/landingParts-*.js';
const field = (page: Page) => page.getByLabel('Wallet address');
const isAlive = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' });

describeInBrowser('the landing page while its parts are loaded', ({ visit }) => {
  it('keeps what was typed into the field for a wallet when the visitor leaves the field', async () => {
    const { page } = await visit();
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(PARTS, (route) => promise.then(() => route.continue()));
    await page.goto('/');
    await field(page).fill('4Nd1mYwJQ9c');
    await field(page).evaluate((element) => element.setAttribute('data-as-written', ''));
    resolve();
    await page.locator('h1').click();
    await isAlive(page);
    expect(await field(page).getAttribute('data-as-written')).toBeNull();
    expect(await field(page).inputValue()).toBe('4Nd1mYwJQ9c');
  });

  it('is whole, and loads what waits for that, when a part could not be loaded', async () => {
    const { page } = await visit({ expected: /stays as the server wrote it/ });
    await page.route(PARTS, (route) => route.abort());
    const draw = page.waitForRequest('**/assets/TicketStage-*.js');
    await page.goto('/');
    await isAlive(page);
    await draw;
  });
});
