import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { overflow } from './pageFacts.ts';
import { openScene, type Scene } from './scene.ts';
import { afterEnd, realAnswers, usualScript } from './script.ts';

const LEFT_MS = 95_000;
const READ = ['/terms', '/privacy', '/audit', '/wallet', '/no-such-page'] as const;
const ROUNDS = [
  '/rounds',
  '/rounds?find=soon',
  '/rounds/1',
  '/rounds/0',
  '/fairness',
  '/status',
  '/terms-of-play',
] as const;
/** Where the system's own colours are forced, axe still reckons with the page's. */
const NOT_OURS: Readonly<Record<string, string[]>> = { 'forced colours': ['color-contrast'] };

describeInBrowser('accessibility', ({ lottery, visit }) => {
  /** All of axe's rules: what the standard asks for and what is good practice. */
  const expectNoViolations = async (page: Page, state: string, scene?: Scene): Promise<void> => {
    const analyze = () => axe(page, NOT_OURS[state]);
    const { violations } = await (scene ? scene.whileRunning(analyze) : analyze());
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, state).toEqual([]);
  };

  it('axe finds nothing in any stage of a round, on a phone and on a desk', async () => {
    const { page } = await visit({ width: 360, reducedMotion: 'reduce', expected: /could not be read/ });
    const real = await realAnswers(lottery.url);
    const startsAt = Date.now();
    const usual = usualScript(real, { left: LEFT_MS, now: startsAt });
    const scene = await openScene({ page, url: lottery.url, startsAt, script: { ...usual } });
    const labelIs = (text: string) => async () => (await page.locator('#clock-label').textContent()) === text;
    await expectNoViolations(page, 'open', scene);
    await page.setViewportSize({ width: 1280, height: 800 });
    await scene.passUntil(labelIs('Entries locked · draw in'));
    await expectNoViolations(page, 'locked', scene);
    Object.assign(scene.script, afterEnd(real, usual, startsAt + LEFT_MS, 'drawing'));
    await scene.passUntil(labelIs('Drawing winners…'));
    await expectNoViolations(page, 'drawing', scene);
    Object.assign(scene.script, afterEnd(real, usual, startsAt + LEFT_MS, 'complete'));
    await scene.passUntil(labelIs('Round Complete'));
    await expectNoViolations(page, 'complete', scene);
    await page.setViewportSize({ width: 360, height: 740 });
    Object.assign(scene.script, { stats: 'fails', participants: 'fails', pool: 'fails', chain: 'fails' });
    await scene.passUntil(() => page.getByText('No data').isVisible(), 120_000);
    await expectNoViolations(page, 'degraded', scene);
  });

  it('no page scrolls sideways on a phone', async () => {
    const { page } = await visit({ width: 360, reducedMotion: 'reduce' });
    const wide: string[] = [];
    for (const path of ['/', '/docs', '/tax', ...READ, ...ROUNDS]) {
      await page.goto(`${lottery.url}${path}`);
      if ((await overflow(page)) > 0) wide.push(path);
    }
    expect(wide).toEqual([]);
  });

  it('axe finds nothing before the data have come', async () => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    const startsAt = Date.now();
    const usual = usualScript(await realAnswers(lottery.url), { left: LEFT_MS, now: startsAt });
    const script = { ...usual, stats: 'hangs', participants: 'hangs' } as const;
    const scene = await openScene({ page, url: lottery.url, startsAt, script, rendered: false });
    await expectNoViolations(page, 'loading', scene);
  });

  it('axe finds nothing on the other pages, nor beside an answered or a refused wallet', async () => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    const [holder] = (await realAnswers(lottery.url)).participants.data.topHolders;
    for (const path of [...READ, ...ROUNDS]) {
      await openPage(page, path);
      await page.locator('.draw-strip').waitFor();
      await expectNoViolations(page, path);
    }
    await openPage(page, `/?wallet=${holder?.address}`);
    await page.getByText('Rank by balance').waitFor();
    await expectNoViolations(page, 'answered');
    await openPage(page, '/?wallet=nobody');
    await page.getByText('A wallet address has 32 to 44').waitFor();
    await expectNoViolations(page, 'refused');
  });

  it('every control is reached by keyboard, in the order of the page, and shows where the focus is', async () => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    // In stopped time: at a lock or a draw controls come and go, as they should.
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
        // What a width leaves out is no target.
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

  it('twice the text size, and the system’s own colours: everything is still there and nothing scrolls sideways', async () => {
    // 200% zoom of a 1280 px window is a window of 640 px.
    const { page } = await visit({ width: 640, forcedColors: 'active' });
    await openPage(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640);
    for (const name of ['Copy', 'Look up', 'Pause motion']) {
      expect(await page.getByRole('button', { name, exact: name !== 'Copy' }).isVisible()).toBe(true);
    }
    await expectNoViolations(page, 'forced colours');
  });
});

/** Goes over the whole page with the Tab key, from before its first control to behind its last. */
async function expectReachable(page: Page): Promise<void> {
  const controls = await page.locator('a[href], button:enabled, input, summary').count();
  const tops: number[] = [];
  for (let index = 0; index < controls; index++) {
    await page.keyboard.press('Tab');
    const { top, outline, markup } = await page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      return {
        top: focused.getBoundingClientRect().top + scrollY,
        outline: getComputedStyle(focused).outlineStyle,
        markup: focused.outerHTML.slice(0, 200),
      };
    });
    expect(outline, `${index + 1} of ${controls}: ${markup}`).toBe('solid');
    tops.push(top);
  }
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(new Set(tops).size).toBeGreaterThan(8);
  // Within a line, controls may differ in height.
  for (const [index, top] of tops.entries()) expect(top).toBeGreaterThan((tops[index - 1] ?? top) - 60);
}

/** Only violations: to describe everything that passed would take the browser as long again. */
function axe(page: Page, disabled: string[] = []) {
  return (
    new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .disableRules(disabled)
      // Otherwise it opens and closes a page of its own, which a clock that is moved meanwhile would have to reach as
      // well.
      .setLegacyMode()
      .analyze()
  );
}
