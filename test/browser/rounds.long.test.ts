import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Winner } from '../../src/contract/winner.ts';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { overflow } from './pageFacts.ts';
import { openScene } from './scene.ts';
import { realAnswers, usualScript } from './script.ts';

const MINUTE = 60_000;

describeInBrowser('rounds, pages and what leads to them', ({ lottery, visit }) => {
  it('winners are grouped by whole rounds, and older rounds follow page by page', async () => {
    const { page } = await visit();
    const now = Date.now();
    const script = usualScript(await realAnswers(lottery.url), { left: 50 * MINUTE, now });
    const scene = await openScene({ page, url: lottery.url, startsAt: now, script });
    const newest = typeof script.stats === 'function' ? script.stats(now).recentWinners : [];
    await page.route(/winners\?limit=30/, (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const winners = many(newest).slice(from, from + 30);
      return route.fulfill({ json: { winners, nextCursor: from + 30 < 75 ? String(from + 30) : null, total: 75 } });
    });
    const rounds = () => page.locator('#results h3').allTextContents();
    expect((await rounds()).length).toBe(3);
    await page.getByRole('button', { name: 'Show all 18' }).click();
    await expect.poll(async () => (await rounds()).length).toBe(6);
    expect(await page.locator('#results .rank').allTextContents()).toEqual(numbers(18));
    for (const count of [10, 20, 25]) {
      await page.getByRole('button', { name: 'Older rounds' }).click();
      await expect
        .poll(async () => {
          await page.clock.runFor(100);
          return (await rounds()).length;
        })
        .toBe(count);
    }
    await page.getByText('These are all rounds so far.').waitFor();
    expect(await page.locator('#results .rank').allTextContents()).toEqual(numbers(75));
    expect(await rounds()).toEqual(Array.from({ length: 25 }, (_, back) => `Round #1,${233 - back}`));
    await scene.pass(1000);
  });

  it('older rounds follow those above without a gap, however long the page stays open', async () => {
    const { page } = await visit();
    const now = Date.now();
    const real = await realAnswers(lottery.url);
    const script = usualScript(real, { left: 50 * MINUTE, now });
    const newest = typeof script.stats === 'function' ? script.stats(now).recentWinners : [];
    let played = 0;
    const all = () => many(newest).map((winner) => ({ ...winner, roundNumber: winner.roundNumber + played }));
    const scene = await openScene({ page, url: lottery.url, startsAt: now, script });
    const stats = script.stats;
    if (typeof stats !== 'function') throw new Error('the usual script has stats');
    script.stats = (at) => ({ ...stats(at), recentWinners: all().slice(0, 18) });
    script.winners = () => ({ winners: all().slice(0, 18), nextCursor: null, total: 3_699 });
    await page.route(/winners\?limit=30/, (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      return route.fulfill({
        json: { winners: all().slice(from, from + 30), nextCursor: String(from + 30), total: 75 },
      });
    });
    const rounds = () => page.locator('#results h3').allTextContents();
    await page.getByRole('button', { name: 'Show all 18' }).click();
    await page.getByRole('button', { name: 'Older rounds' }).click();
    await scene.passUntil(async () => (await rounds()).length === 10);
    played = 12;
    const first = `Round #1,${233 + played}`;
    await scene.passUntil(async () => (await rounds())[0] === first, 5 * MINUTE);
    await scene.pass(15_000);
    expect(await rounds()).toEqual(Array.from({ length: 10 }, (_, back) => `Round #1,${233 + played - back}`));
    expect(await page.locator('#results .rank').allTextContents()).toEqual(numbers(30));
  });

  it('a round is shared by the system’s own sharing, or by its link on the clipboard', async () => {
    const open = async (page: Page) => {
      const now = Date.now();
      const script = usualScript(await realAnswers(lottery.url), { left: 50 * MINUTE, now });
      await openScene({ page, url: lottery.url, startsAt: now, script });
      await page.locator('#results').getByRole('button', { name: 'Share round 1233' }).click();
    };
    const { page } = await visit();
    await page.addInitScript(() => {
      Object.assign(navigator, { share: async (data: ShareData) => void Object.assign(window, { shared: data }) });
    });
    await open(page);
    const shared = () => page.evaluate(() => (window as unknown as { shared?: ShareData }).shared ?? null);
    await expect.poll(shared).toMatchObject({
      url: `${lottery.url}/rounds/1233`,
      text: 'Game of Draws, round #1,233: 3 wallets won 19.9999 SOL. Anyone can check the draw.',
    });
    const { page: other, context } = await visit();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await other.addInitScript(() => Object.assign(navigator, { share: undefined }));
    await open(other);
    await other.getByText('Link copied.').waitFor();
    expect(await other.evaluate(() => navigator.clipboard.readText())).toBe(`${lottery.url}/rounds/1233`);
    await openPage(other, '/audit?round=1233');
    await other.getByRole('button', { name: 'Verify round #1,233 now' }).waitFor();
  });

  it('one tap shows the random number of the last draw: what it is, and the whole number', async () => {
    const { page } = await visit({ width: 360 });
    const now = Date.now();
    const script = usualScript(await realAnswers(lottery.url), { left: 50 * MINUTE, now });
    await openScene({ page, url: lottery.url, startsAt: now, script });
    expect(await page.locator('.slip').innerText()).not.toMatch(/[0-9a-f]{8}/);
    const said = page.getByText('The random number of this draw is');
    expect(await said.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Random number' }).click();
    await said.waitFor();
    expect(await said.innerText()).toContain('fe'.repeat(32));
    expect(await overflow(page)).toBe(0);
    await page.keyboard.press('Escape');
    await said.waitFor({ state: 'hidden' });
  });

  it('the tab’s title counts down, and the draw’s time stands in the visitor’s own zone too', async () => {
    const { page } = await visit({ timezoneId: 'Asia/Kolkata' });
    const now = Date.UTC(2026, 10, 20, 7, 32, 18);
    const script = usualScript(await realAnswers(lottery.url), { left: 50 * MINUTE, now });
    const scene = await openScene({ page, url: lottery.url, startsAt: now, script });
    await scene.passUntil(async () => /^\d\d:\d\d · [\d.,]+ SOL · Game of Draws$/.test(await page.title()));
    const before = await page.title();
    await scene.pass(2000);
    expect(await page.title()).not.toBe(before);
    // 08:22:18 UTC
    expect(await page.locator('.ticket').getByText('13:52 your time').isVisible()).toBe(true);
    expect(await page.locator('.draw').getByText('13:52 your time').isVisible()).toBe(true);
  });

  it('the header agrees with the content at 1920 px, the footer ends a short page, and all is reached in order', async () => {
    const { page } = await visit({ width: 1920 });
    await openPage(page, '/no-such-page');
    const left = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().left);
    expect(await left('.brand')).toBe(await left('h1'));
    expect(await left('.foot')).toBe(await left('h1'));
    const bottom = await page.locator('.foot').evaluate((one) => one.getBoundingClientRect().bottom);
    expect(Math.abs(bottom - (page.viewportSize()?.height ?? 0))).toBeLessThan(2);
    const focused: (string | null)[] = [];
    const inOrder = [
      ...['Skip to content', 'Game of Draws'],
      ...['Play', 'Rounds', 'Fairness', 'Results', 'How to Play', 'FAQ'],
      ...['My wallet', 'Pause motion', 'Back to the lottery'],
    ];
    for (let tab = 0; tab < inOrder.length; tab++) {
      await page.keyboard.press('Tab');
      focused.push(await page.evaluate(() => document.activeElement?.textContent ?? null));
    }
    expect(focused).toEqual(inOrder);
    for (const name of ['Where the 5% goes', 'My wallet']) {
      expect(await page.getByRole('link', { name }).isVisible()).toBe(true);
    }
  });

  it('the cards of the prizes and their bars are of one width, and main targets are 44 px high', async () => {
    const { page } = await visit({ width: 360 });
    await openPage(page);
    const cards = await page.locator('.split dl > div').evaluateAll((all) =>
      all.map((card) => {
        const [rest, part] = Array.from(card.querySelectorAll('rect'), (one) => one.getBoundingClientRect().width);
        const inner = card.clientWidth - 2 * Number.parseFloat(getComputedStyle(card).paddingLeft);
        return [Math.round((rest ?? 0) - inner), Math.round((100 * (part ?? 0)) / (rest ?? 1))];
      }),
    );
    expect(cards).toEqual([
      [0, 70],
      [0, 20],
      [0, 10],
    ]);
    const low = await page
      .locator('.btn, nav a, .my-wallet a, summary')
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height < 44).map(({ textContent }) => textContent),
      );
    expect(low).toEqual([]);
  });

  it('without JavaScript the audit has no dead button and the tax page says what it needs', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto('/audit');
    expect(await page.getByRole('button', { name: /Verify/ }).isVisible()).toBe(false);
    // `getByText` does not find text within a noscript element.
    expect(await page.locator('.audit noscript .alarm').isVisible()).toBe(true);
    await page.goto('/tax');
    expect(
      await page
        .getByText(/^Loading/)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    expect(await page.locator('.course noscript').isVisible()).toBe(true);
  });
});

/** Twenty-five rounds: those of the script, and as many before them. */
function many(newest: readonly Winner[]): Winner[] {
  return Array.from({ length: 75 }, (_, n) => {
    const like = newest[n % 18] as Winner;
    return { ...like, roundNumber: 1233 - Math.floor(n / 3), timestamp: like.timestamp };
  });
}

function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, n) => String(n + 1));
}
