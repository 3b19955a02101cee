import { expect, it } from 'vitest';
import { describeInBrowser } from './openBrowser.ts';
import { overflow } from './pageFacts.ts';
import { openScene } from './scene.ts';
import { afterEnd, realAnswers, usualScript } from './script.ts';

/** Enough for the envelope to be seen before the reel comes. */
const LEFT_MS = 20_000;
const HALF_THE_PAGE = 4200;
/** The amount that takes most room: from 1,000 SOL on it is set smaller. */
const WIDEST = { sol: 488.8888, usd: 73_333.32, lamports: '488888800000' };
/** A phone; a desk at twice its size, which has half its pixels; a phone on its side. */
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 640, height: 400 },
  { width: 740, height: 360 },
] as const;

describeInBrowser('the first screen', ({ lottery, visit }) => {
  it('has the jackpot, the clock and one button on a phone, at 200% and on its side; the page ends by 4,200 px', async () => {
    const { page } = await visit({ width: 360 });
    const now = Date.now();
    const script = usualScript(await realAnswers(lottery.url), { left: 1_800_000, now });
    await openScene({ page, url: lottery.url, startsAt: now, script });
    for (const size of WINDOWS) {
      await page.setViewportSize(size);
      for (const part of ['.jackpot', '.clock', '#wallet button']) {
        const box = await page.locator(part).boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? Number.NaN), `${part} at ${size.width} px`).toBeLessThan(size.height);
      }
      expect(await overflow(page)).toBe(0);
    }
    await page.setViewportSize(WINDOWS[0]);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(HALF_THE_PAGE);
  });

  it('says in the first 640 px of a phone what this is, how to get in and that it can be checked', async () => {
    const { page } = await visit({ width: 360 });
    const now = Date.now();
    const script = usualScript(await realAnswers(lottery.url), { left: 1_800_000, now });
    await openScene({ page, url: lottery.url, startsAt: now, script });
    const copy = page.locator('.hero-copy');
    for (const height of [640, 740]) {
      await page.setViewportSize({ width: 360, height });
      const box = await copy.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Number.NaN)).toBeLessThan(height / 2);
    }
    expect(await copy.innerText()).toMatch(/ROUND #1,234 · TOKEN LOTTERY, TEST CHAIN/i);
    expect(await copy.innerText()).toMatch(
      /Hold 100,000 GOD and your wallet is in the draw\..* Anyone can check it\./s,
    );
  });

  it('cuts no word and no figure off at any width, says what the pause is, and leads to the token and to the proof', async () => {
    const { page } = await visit({ width: 360 });
    const now = Date.now();
    const usual = usualScript(await realAnswers(lottery.url), { left: 1_800_000, now });
    const { stats } = usual;
    if (typeof stats !== 'function') throw new Error('the usual script has stats');
    const figures = (at: number) => ({ ...stats(at), prizePool: WIDEST });
    const pool = (at: number) => ({ prizePoolLamports: WIDEST.lamports, prizes: stats(at).prizes });
    await openScene({ page, url: lottery.url, startsAt: now, script: { ...usual, stats: figures, pool } });
    const cut = () =>
      page.locator('.top nav').evaluate((nav) => {
        const end = nav.getBoundingClientRect().right;
        const isCut = (one: Element) =>
          one.getBoundingClientRect().left < end && one.getBoundingClientRect().right > end;
        return [...nav.children].filter(isCut).map(({ textContent }) => textContent);
      });
    /** What of the ticket's lower half goes beyond its right edge, but for words that only a screen reader says. */
    const beyond = () =>
      page.locator('.slip').evaluate((slip) => {
        const edge = slip.getBoundingClientRect().right + 0.5;
        return [...slip.querySelectorAll('*')]
          .filter((one) => one.clientHeight !== 1 && one.getBoundingClientRect().right > edge)
          .map(({ textContent }) => textContent);
      });
    expect(await cut()).toEqual([]);
    for (const width of [320, 330, 340, 350, 375, 390, 412, 430, 768, 1080, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      expect({ width, cut: await cut(), beyond: await beyond() }).toEqual({ width, cut: [], beyond: [] });
    }
    await page.setViewportSize(WINDOWS[0]);
    const [button, word] = await Promise.all(
      ['.pause', '.pause span >> nth=0'].map((part) => page.locator(part).boundingBox()),
    );
    expect(word?.y).toBeLessThan((button?.y ?? 0) + (button?.height ?? 0));
    expect(await page.locator('.hero .lede').textContent()).toMatch('share the jackpot 70/20/10');
    await page.getByRole('link', { name: 'Get GOD' }).click();
    await expect
      .poll(() => page.locator('#token').evaluate((one) => one.getBoundingClientRect().top))
      .toBeLessThan(740);
    expect(await page.getByRole('link', { name: 'Anyone can check it.' }).getAttribute('href')).toBe('/fairness');
    await page.setViewportSize({ width: 1080, height: 700 });
    const jackpot = page.locator('.jackpot');
    expect(await jackpot.textContent()).toBe('488.8888 SOL');
    expect(await jackpot.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  });

  it('is the stage: the reel moves to the ticket for the last seconds, and an own win is shown there', async () => {
    const { page } = await visit({ width: 360 });
    const now = Date.now();
    const real = await realAnswers(lottery.url);
    const usual = usualScript(real, { left: LEFT_MS, now });
    const after = afterEnd(real, usual, now + LEFT_MS, 'complete');
    if (typeof after.stats !== 'function') throw new Error('the script has stats');
    const won = after.stats(now + LEFT_MS + 1000).lastRound?.winners[1];
    const winner = won?.address ?? '';
    const short = `${winner.slice(0, 4)}…${winner.slice(-4)}`;
    await page.addInitScript((address) => localStorage.setItem('wallet', address), winner);
    const before = await (await fetch(`${lottery.url}/api/lottery/wallets/${winner}`)).json();
    const wallet = () => ({ ...before, totalWins: 0, totalWonLamports: '0' });
    const scene = await openScene({ page, url: lottery.url, startsAt: now, script: { ...usual, wallet } });
    // The ticket keeps its size and its content fits: nothing is cut off.
    const spills = (part: string) => page.locator(part).evaluate((one) => one.scrollHeight - one.clientHeight);
    expect(await spills('.envelope')).toBe(0);
    expect(await page.locator('.envelope').getByRole('link').isVisible()).toBe(true);
    await scene.passUntil(() => page.locator('.ticket .show .reel').isVisible());
    expect(await page.locator('.reel').count()).toBe(1);
    const label = page.locator('#clock-label');
    await scene.passUntil(async () => (await label.textContent()) === 'Drawing winners…');
    // The rows that are on the reel's payline while no winner is being printed.
    const early = await page.evaluateHandle(() => {
      const rows = new Set<string>();
      new MutationObserver(() => {
        const slip = document.querySelector('.slip.new');
        if (slip === null || slip.querySelector('.won li:not(.due)') !== null) return;
        rows.add(slip.querySelector('.strip li:nth-last-child(4)')?.textContent ?? '');
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
      return rows;
    });
    // The wallet's own answer knows of the win, and even of its payment, before the ticket has printed it.
    Object.assign(scene.script, after, {
      wallet: () => ({ ...before, wins: [won], totalWins: 1, totalWonLamports: '3999999999' }),
    });
    // While the ticket still prints, nothing else on the page says who has won.
    await scene.passUntil(() => page.locator('.won .p2:not(.due)').isVisible(), 20_000, 250);
    expect(await page.locator('.won .p1.due').count()).toBe(1);
    const first = after.stats(now + LEFT_MS + 1000).lastRound?.winners[0]?.address ?? '';
    const stood = await early.evaluate((rows) => [...rows]);
    expect(stood.length).toBeGreaterThan(0);
    expect(stood).not.toContain(`${first.slice(0, 4)}…${first.slice(-4)}`);
    expect(await page.title()).not.toMatch('You won');
    expect(await page.locator('.my-wallet').innerText()).not.toMatch('You won');
    expect(await page.locator('.my-line').innerText()).not.toMatch(/Won|Not this time/);
    expect(await page.locator('.winners').innerText()).not.toMatch(short);
    await scene.passUntil(() => page.locator('.ticket .my-win').isVisible());
    expect(await page.locator('.my-wallet').innerText()).toMatch('You won');
    expect(await page.locator('.my-line').innerText()).toMatch('Won once. Paid so far: 3.9999 SOL.');
    expect(await page.locator('.winners').innerText()).toMatch(short);
    expect(await spills('.my-win')).toBe(0);
    expect(await page.locator('.my-win').textContent()).toMatch(/2nd place.*You won 3\.9999 SOL\$/);
    await expect.poll(() => page.title()).toMatch(/^You won 3\.9999 SOL · /);
    expect(await page.locator('.draw-strip').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(HALF_THE_PAGE);
    await page.locator('.foot').scrollIntoViewIfNeeded();
    const strip = page.locator('.draw-strip');
    await strip.waitFor();
    await scene.passUntil(async () => /\d+:\d\d.* seconds?16\.1803 SOL/.test((await strip.textContent()) ?? ''));
  });
});
