import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { axeFindings } from './pageFacts.ts';
import { openScene } from './scene.ts';
import { afterEnd, realAnswers, usualScript } from './script.ts';

const LEFT_MS = 95_000;

describeInBrowser('accessibility', ({ lottery, visit }) => {
  it('axe finds nothing before the data have come', async () => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    const startsAt = Date.now();
    const usual = usualScript(await realAnswers(lottery.url), { left: LEFT_MS, now: startsAt });
    const script = { ...usual, stats: 'hangs', participants: 'hangs' } as const;
    const scene = await openScene({ page, url: lottery.url, startsAt, script, rendered: false });
    expect(await scene.whileRunning(() => axeFindings(page))).toEqual([]);
  });

  it('every control is reached by keyboard, in the order of the page, and shows where the focus is', async () => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    // Time stands still, because controls rightly come and go at a lock or a draw.
    const real = await realAnswers(lottery.url);
    const startsAt = Date.now();
    const usual = usualScript(real, { left: LEFT_MS, now: startsAt });
    const scene = await openScene({ page, url: lottery.url, startsAt, script: { ...usual } });
    await expectReachable(page);
    Object.assign(scene.script, afterEnd(real, usual, startsAt + LEFT_MS, 'complete'));
    const label = page.locator('#clock-label');
    await scene.passUntil(async () => (await label.textContent()) === 'Round Complete', 180_000);
    await expectReachable(page);
  });

  it('targets are 24 px at least, and the jackpot and its clock above the fold of a phone', async () => {
    const { page } = await visit({ width: 360 });
    await openPage(page);
    const small = await page.locator('main a[href], button, input, summary, nav a').evaluateAll((all) =>
      all
        // What is hidden at a width is not a target.
        .filter((one) => one.checkVisibility())
        .map((one) => ({ text: one.textContent, height: one.getBoundingClientRect().height }))
        .filter(({ height }) => height < 24),
    );
    expect(small).toEqual([]);
    for (const figure of ['.jackpot', '.clock']) {
      const box = await page.locator(figure).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(740);
    }
  });

  it('the clock names its unit and is also given in words, and the glow of LIVE DATA does not cover its letters', async () => {
    const { page } = await visit({ width: 360 });
    await openPage(page);
    const clock = page.locator('.ticket .clock');
    expect(await clock.evaluate((one) => getComputedStyle(one, '::after').content)).toBe('"min"');
    expect(await clock.textContent()).toMatch(/^\d+:\d\d$/);
    const timer = page.locator('.ticket').getByRole('timer');
    expect(await timer.textContent()).toMatch(/^\d+ minutes? \d+ seconds?$/);
    expect(await clock.getAttribute('aria-hidden')).toBe('true');
    const dot = page.locator('.live i');
    await expect.poll(() => dot.evaluate((one) => one.getAnimations({ subtree: true }).length)).toBeGreaterThan(0);
    const { halo, letters } = await dot.evaluate((one) => {
      const frames = one
        .getAnimations({ subtree: true })
        .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes());
      const scales = frames.map(({ transform }) => Number(/scale\((.+)\)/.exec(String(transform))?.[1] ?? 1));
      const { left, width } = one.getBoundingClientRect();
      const text = document.createRange();
      text.selectNode(one.nextSibling ?? one);
      return { halo: left + (width / 2) * (1 + Math.max(...scales)), letters: text.getBoundingClientRect().left };
    });
    expect(halo).toBeLessThanOrEqual(letters);
  });

  it('twice the text size, and the system’s own colours: everything is still there and nothing scrolls sideways', async () => {
    // 200% zoom of a 1280 px window is a window of 640 px.
    const { page } = await visit({ width: 640, forcedColors: 'active' });
    await openPage(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640);
    for (const name of ['Copy', 'Look up', 'Pause motion']) {
      expect(await page.getByRole('button', { name, exact: name !== 'Copy' }).isVisible()).toBe(true);
    }
    // With forced colours, axe still computes contrast with the page's own colours.
    expect(await axeFindings(page, ['color-contrast'])).toEqual([]);
  });
});

/** Moves over the whole page with the Tab key, from before the first control to after the last. */
async function expectReachable(page: Page): Promise<void> {
  const controls = await page.locator('a[href], button:enabled, input, summary').count();
  const boxes: { readonly top: number; readonly left: number; readonly right: number }[] = [];
  for (let index = 0; index < controls; index++) {
    await page.keyboard.press('Tab');
    const { box, outline, markup } = await page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      const { top, left, right } = focused.getBoundingClientRect();
      return {
        box: { top: top + scrollY, left, right },
        outline: getComputedStyle(focused).outlineStyle,
        markup: focused.outerHTML.slice(0, 200),
      };
    });
    expect(outline, `${index + 1} of ${controls}: ${markup}`).toBe('solid');
    boxes.push(box);
  }
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(new Set(boxes.map(({ top }) => top)).size).toBeGreaterThan(8);
  for (const [index, { top, left }] of boxes.entries()) {
    const before = boxes[index - 1];
    // Within a line, controls may differ in height. The ticket is a column of its own, to the right of the words.
    if (before !== undefined && left < before.right) expect(top).toBeGreaterThan(before.top - 60);
  }
}
