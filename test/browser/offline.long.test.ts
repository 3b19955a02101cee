import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openPage, type Visit } from './openBrowser.ts';
import { type Line, startLine } from './startLine.ts';

/** What the browser logs when a page makes requests without a network. */
const NO_NETWORK = /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INTERNET|Failed to fetch|could not be loaded|did not answer/;
const ready = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return (await caches.match('/offline'))?.text() ?? '';
  });
/** Asks for a new offline view; the service worker takes one every 20 seconds at most. */
const takeAnew = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.postMessage('keep'));
const offlineText = (page: Page) => page.locator('main').innerText();

describeInBrowser('a visitor whose network is gone', ({ lottery, visit }) => {
  let line: Line;
  beforeAll(async () => {
    line = await startLine(lottery.url);
  });
  afterAll(() => line?.stop());

  /** A visitor whose service worker has taken its view. */
  async function arrive(path = '/'): Promise<Visit> {
    line.mend();
    const opened = await visit({ serviceWorkers: 'allow', expected: NO_NETWORK });
    await openPage(opened.page, `${line.url}${path}`);
    await expect.poll(() => ready(opened.page)).toContain('You are offline');
    return opened;
  }

  it('sees that it is offline, the clock and the last result, and the page again as soon as it can', async () => {
    const { page } = await arrive();
    // A view that was taken in the middle of a draw says that instead.
    const kept = async () => {
      await takeAnew(page);
      return ready(page);
    };
    await expect.poll(kept).toContain('was won by');
    line.cut();
    await page.goto(`${line.url}/`);
    const text = await offlineText(page);
    expect(text).toContain('You are offline');
    expect(text).toMatch(/Draw of round \d+: \d+:\d\d/);
    expect(text).toMatch(/Round \d+ was won by/);
    expect(text).toContain('in the next draw');
    const before = await page.locator('.clock').innerText();
    await expect.poll(() => page.locator('.clock').innerText()).not.toBe(before);
    line.mend();
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  });

  it('is told in the middle of a draw that it goes on, and afterwards that a result is waiting', async () => {
    const { page } = await arrive();
    line.cut();
    await page.goto(`${line.url}/rounds`);
    await page.getByText('Its list is locked. The draw goes on without your network.').waitFor();
    await page.getByText(/(?:Round \d+ has|\d+ rounds have) ended since/).waitFor();
    expect(await page.locator('.clock').innerText()).toMatch(/^\d+:\d\d$/);
  });

  it('counts right although its own clock is an hour off', async () => {
    const { page } = await arrive();
    // The view is kept with what this device’s clock showed.
    const ahead = (kept: string) => {
      const device = Number(/data-device="(\d+)"/.exec(kept)?.[1]);
      const server = Number(/data-server="(\d+)"/.exec(kept)?.[1]);
      return Math.abs(device - server);
    };
    const kept = await ready(page);
    expect(ahead(kept)).toBeLessThan(60_000);
    await page.evaluate(async (text) => {
      const moved = text.replace(/data-device="(\d+)"/, (_, at) => `data-device="${Number(at) + 3_600_000}"`);
      const cache = await caches.open('offline');
      const before = await cache.match('/offline');
      await cache.put('/offline', new Response(moved, { headers: before?.headers ?? {} }));
    }, kept);
    line.cut();
    await page.clock.install({ time: Date.now() + 3_600_000 });
    const running = () => Math.floor((Date.now() / 1000 - lottery.genesisTime) / lottery.roundSeconds);
    const [known, since] = [Number(/data-round="(\d+)"/.exec(kept)?.[1]), running()];
    await page.goto(`${line.url}/`);
    const round = Number(await page.locator('.round').innerText());
    // Rounds end meanwhile; an hour would be ninety of them.
    expect(round).toBeGreaterThanOrEqual(known);
    expect(round - known).toBeLessThanOrEqual(running() - since + 2);
  });

  it('gets every page from the network while there is one, in both of two tabs', async () => {
    const { page, context } = await arrive();
    const other = await context.newPage();
    for (const tab of [page, other]) {
      const response = await tab.goto(`${line.url}/`);
      expect(response?.headers()['content-security-policy']).toContain("script-src 'self'");
      await tab.locator('html[data-hydrated]').waitFor({ state: 'attached' });
      expect(await tab.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    }
    line.cut();
    for (const tab of [page, other]) {
      await tab.reload();
      expect(await offlineText(tab)).toContain('You are offline');
    }
    line.mend();
    for (const tab of [page, other]) {
      await tab.reload();
      await tab.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    }
  });

  it('gets the view under its own policy, by which nothing is loaded; the console has no such view', async () => {
    const { page } = await arrive();
    line.cut();
    const response = await page.goto(`${line.url}/fairness`);
    expect(response?.headers()['content-security-policy']).toMatch(/^default-src 'none'; script-src 'sha256-/);
    await expect(page.goto(`${line.url}/admin`)).rejects.toThrow(/ERR_/);
  });

  it('has no service worker any more once the server has no such view', async () => {
    const { page } = await arrive();
    line.lose('/offline');
    const left = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        registration?.active?.postMessage('keep');
        return [registration === undefined, (await caches.keys()).length];
      });
    await expect.poll(left).toEqual([true, 0]);
  });
});
