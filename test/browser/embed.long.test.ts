import { expect, it } from 'vitest';
import { describeInBrowser } from './openBrowser.ts';
import { axeFindings, overflow, runningAnimations } from './pageFacts.ts';

/** Frames of a side bar and of a column; the last is twice as large as its window, which is 200% zoom. */
const FRAMES = [
  { width: 240, forcedColors: 'none' },
  { width: 640, forcedColors: 'none' },
  { width: 320, forcedColors: 'active' },
] as const;

describeInBrowser('the frame for other sites', ({ visit }) => {
  it.each(FRAMES)('is there for everybody at $width px, forced colours: $forcedColors', async (options) => {
    const { page } = await visit({ ...options, reducedMotion: 'reduce' });
    await page.goto('/embed');
    await page.locator('.sol').waitFor();
    expect(await axeFindings(page, options.forcedColors === 'active' ? ['color-contrast'] : [])).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(await runningAnimations(page)).toBe(0);
    const links = page.locator('a');
    for (let index = 0; index < (await links.count()); index++) {
      await page.keyboard.press('Tab');
      const link = links.nth(index);
      expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await link.evaluate((one) => getComputedStyle(one).outlineStyle)).not.toBe('none');
    }
  });

  it('says without JavaScript when the draw is, and who won last', async () => {
    const { page } = await visit({ width: 360, javaScriptEnabled: false });
    await page.goto('/embed');
    expect(await page.locator('.sol').textContent()).toMatch(/SOL$/);
    expect(await page.locator('.clock').textContent()).toMatch(/^\d\d:\d\d UTC$/);
  });
});
