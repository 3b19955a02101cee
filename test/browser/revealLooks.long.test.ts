import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser } from './openBrowser.ts';
import { axeFindings, cutOff, overflow } from './pageFacts.ts';
import { openScene } from './scene.ts';
import { takeScreenshot } from './screenshots.ts';
import { afterEnd, realAnswers, usualScript } from './script.ts';

/** Until the end of the round, when the page is asked for: long enough for the envelope to stand before the reel. */
const LEFT_MS = 20_000;
/** A desk at twice its size and at four times, which leaves half and a quarter of its pixels; the system's own colours. */
const LOOKS = [
  { name: 'at 200%', size: { width: 640, height: 400 }, forced: false },
  { name: 'at 200% in forced colours', size: { width: 640, height: 400 }, forced: true },
  { name: 'at 400%', size: { width: 320, height: 256 }, forced: false },
  { name: 'of a phone in forced colours', size: { width: 360, height: 740 }, forced: true },
  { name: 'of a desk in forced colours', size: { width: 1280, height: 800 }, forced: true },
] as const;

describeInBrowser('the reveal', ({ lottery, visit }) => {
  it.each(LOOKS)('$name: nothing is cut off or invisible, from the reel to a win of one’s own', async (look) => {
    const { name, size, forced } = look;
    const { page } = await visit({ width: size.width, ...(forced && { forcedColors: 'active' as const }) });
    await page.setViewportSize(size);
    const real = await realAnswers(lottery.url);
    const now = Date.now();
    const usual = usualScript(real, { left: LEFT_MS, now });
    const after = afterEnd(real, usual, now + LEFT_MS, 'complete');
    if (typeof after.stats !== 'function') throw new Error('the script has stats');
    const won = after.stats(now + LEFT_MS + 1000).lastRound?.winners[1];
    const mine = won?.address ?? '';
    await page.addInitScript((address) => localStorage.setItem('wallet', address), mine);
    const before = await (await fetch(`${lottery.url}/api/lottery/wallets/${mine}`)).json();
    const script = { ...usual, wallet: () => ({ ...before, totalWins: 0, totalWonLamports: '0' }) };
    const scene = await openScene({ page, url: lottery.url, startsAt: now, script });
    const expectWhole = async (state: string) => {
      // It moves in real time, so only its end is looked at.
      await page.evaluate(endMotion);
      // An ornament is removed in the frame after its end. Until then, its line would count as cut off.
      await expect.poll(() => page.locator('.ticket .ornament').count()).toBe(0);
      if (process.env.PICTURES) {
        await page.evaluate(() => document.querySelector('.ticket')?.scrollIntoView());
        await takeScreenshot(page, `reveal ${name} ${state}`.replaceAll(' ', '-'), false);
      }
      expect.soft(await overflow(page), state).toBe(0);
      expect.soft(await widerThan(page, size.width), state).toEqual([]);
      expect.soft(await spills(page), state).toEqual([]);
      expect.soft(await cutOff(page, '.ticket :is(p, li, a, button, em, b)'), state).toEqual([]);
      // With forced colours, axe still computes contrast with the page's own colours.
      const found = await scene.whileRunning(() => axeFindings(page, forced ? ['color-contrast'] : [], '.ticket'));
      expect.soft(found, state).toEqual([]);
    };
    await expectWhole('1 envelope');
    await scene.passUntil(() => page.locator('.ticket .show .reel').isVisible());
    await expectWhole('2 reel');
    const label = page.locator('#clock-label');
    await scene.passUntil(async () => (await label.textContent()) === 'Drawing winners…');
    Object.assign(scene.script, after, {
      wallet: () => ({ ...before, wins: [won], totalWins: 1, totalWonLamports: '3999999999' }),
    });
    await scene.passUntil(() => page.locator('.won .p3:not(.due)').isVisible(), 30_000, 250);
    await expectWhole('3 third');
    await scene.passUntil(() => page.locator('.won .crown:not(.due)').isVisible(), 20_000, 250);
    await expectWhole('4 crowned');
    await scene.passUntil(() => page.locator('.ticket .my-win').isVisible());
    await expectWhole('5 won');
  });
});

/** Runs in the page. */
function endMotion(): void {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  }
}

/** Blocks of the first screen that end below the window, where the page cuts them off. */
function widerThan(page: Page, width: number): Promise<string[]> {
  return page
    .locator('.hero > *')
    .evaluateAll(
      (all, most) =>
        all.filter((one) => one.getBoundingClientRect().right > most).map(({ className }) => String(className)),
      width,
    );
}

/** Parts of the ticket that are larger than their visible area. */
function spills(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ['.slip', '.won li', '.reel li', '.show-words', '.stub', '.my-line']
      .flatMap((name) => [...document.querySelectorAll(`.hero ${name}`)].map((one) => ({ name, one })))
      .filter(({ one }) => one.scrollHeight > one.clientHeight)
      .map(({ name, one }) => `${name}: ${one.scrollHeight} in ${one.clientHeight} px, ${one.textContent}`),
  );
}
