import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { wallet } from '../domain/wallets.ts';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { axeFindings, overflow } from './pageFacts.ts';
import { openScene } from './scene.ts';
import { afterEnd, realAnswers, usualScript } from './script.ts';

const LEFT_MS = 20_000;
/** How many of the ten seconds must sound; a page with late timers may leave one out. */
const MOST_TICKS = 6;

declare global {
  interface Window {
    /** How many tones have begun, and every vibration that was asked for. */
    heard?: { tones: number; pulses: string[] };
  }
}

/** The browser's own sounds and vibrations go on; they are counted. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const heard: NonNullable<Window['heard']> = { tones: 0, pulses: [] };
    window.heard = heard;
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function begin(when) {
      heard.tones++;
      return start.call(this, when);
    };
    const vibrate: (pattern: number[]) => boolean = navigator.vibrate.bind(navigator);
    Object.assign(navigator, {
      vibrate: (pattern: number[]) => {
        heard.pulses.push(pattern.join(' '));
        return vibrate(pattern);
      },
    });
  });

describeInBrowser('the sound of a draw', ({ lottery, visit }) => {
  const switchOf = (page: Page) => page.getByRole('button', { name: 'Sound' });
  const heardOn = (page: Page) => page.evaluate(() => window.heard ?? { tones: Number.NaN, pulses: [] });

  async function openLocked(page: Page) {
    const real = await realAnswers(lottery.url);
    const startsAt = Date.now();
    const script = usualScript(real, { left: LEFT_MS, now: startsAt });
    const scene = await openScene({ page, url: lottery.url, startsAt, script: { ...script } });
    await scene.passUntil(() => page.locator('.slip.sealed, .slip.show').isVisible());
    return { scene, after: afterEnd(real, script, startsAt + LEFT_MS, 'complete') };
  }

  it('plays after one tap and never before: for the last seconds, each name and the crown', async () => {
    const { page } = await visit({ width: 360 });
    await listen(page);
    const { scene, after } = await openLocked(page);
    expect(await switchOf(page).getAttribute('aria-pressed')).toBe('false');
    expect(await heardOn(page)).toEqual({ tones: 0, pulses: [] });
    await switchOf(page).click();
    await expect.poll(() => switchOf(page).getAttribute('aria-pressed')).toBe('true');
    expect(await overflow(page)).toBe(0);
    const label = page.locator('#clock-label');
    await scene.passUntil(async () => (await label.textContent()) === 'Drawing winners…');
    const { tones } = await heardOn(page);
    expect(tones).toBeGreaterThanOrEqual(MOST_TICKS);
    Object.assign(scene.script, after);
    await scene.passUntil(() => page.locator('.slip.new .crown:not(.due)').isVisible());
    await expect.poll(async () => (await heardOn(page)).tones).toBeGreaterThan(tones + 2);
    expect((await heardOn(page)).pulses).toContain('30');
  });

  it('is not offered with reduced motion', async () => {
    const { page } = await visit({ width: 360, reducedMotion: 'reduce' });
    await openLocked(page);
    expect(await switchOf(page).count()).toBe(0);
  });

  it('is refused with a sentence when the browser cannot play sound', async () => {
    const { page } = await visit({ width: 360 });
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'AudioContext');
    });
    await openLocked(page);
    await switchOf(page).click();
    await page.getByText('No sound here').waitFor();
    expect(await overflow(page)).toBe(0);
  });
});

describeInBrowser('the draw in short', ({ visit }) => {
  it.each([
    [360, '/terms'],
    [360, '/'],
    [1280, '/rounds'],
    [640, '/privacy'],
  ] as const)('stands at the foot of a window of %i px, of %s too, and hides nothing of it', async (width, path) => {
    const { page } = await visit({ width, reducedMotion: 'reduce', forcedColors: width === 640 ? 'active' : 'none' });
    await openPage(page, path);
    await page.locator('.foot').scrollIntoViewIfNeeded();
    const strip = page.locator('.draw-strip');
    await strip.waitFor();
    expect(await strip.textContent()).toMatch(/\d+:\d\d.* seconds?\d[\d,.]* SOL/);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const ends = await page.evaluate(() => {
      const last = [...document.querySelectorAll('.foot a')].map((link) => link.getBoundingClientRect().bottom);
      return [Math.max(...last), document.querySelector('.draw-strip')?.getBoundingClientRect().top ?? 0] as const;
    });
    expect(ends[0]).toBeLessThanOrEqual(ends[1]);
    expect(await overflow(page)).toBe(0);
    expect(await axeFindings(page, width === 640 ? ['color-contrast'] : [], '.draw-strip')).toEqual([]);
  });

  it('speaks in every tab of the wallet that is remembered or forgotten in one of them', async () => {
    const { page, context } = await visit({ reducedMotion: 'reduce' });
    const other = await context.newPage();
    await openPage(page, '/terms');
    await openPage(other, '/privacy');
    const strip = other.locator('.draw-strip');
    await strip.waitFor();
    expect(await strip.textContent()).not.toMatch(/in the draw/i);
    await page.evaluate((address) => localStorage.setItem('wallet', address), wallet(7));
    await expect.poll(() => strip.textContent()).toMatch(/Not in the draw/);
    await page.evaluate(() => localStorage.removeItem('wallet'));
    await expect.poll(() => strip.textContent()).not.toMatch(/in the draw/i);
  });
});
