import { expect, it } from 'vitest';
import { shortAddress } from '../../client/format/shortAddress.ts';
import { describeInBrowser } from './openBrowser.ts';
import { openScene } from './scene.ts';
import { realAnswers, usualScript } from './script.ts';

const LEFT_MS = 1_800_000;
const LOOKED_AT_MS = 120_000;
const MARGIN_MS = 3_000;
const STEP_MS = 350;
const ROWS_IN_SIGHT = 7;

describeInBrowser('the page’s timers, in two minutes of a round', ({ lottery, visit }) => {
  it('stats every 15 s, a quarter more or less; participants 15 s, winners 30 s, price 60 s; one refresh 2 s after the start', async () => {
    const { page, requests } = await visit({ reducedMotion: 'reduce' });
    const startsAt = Date.now();
    const script = usualScript(await realAnswers(lottery.url), { left: LEFT_MS, now: startsAt });
    const scene = await openScene({ page, url: lottery.url, startsAt, script });
    await page.locator('#faq').scrollIntoViewIfNeeded();
    await scene.pass(MARGIN_MS);
    const refreshes = () => requests.filter((request) => request === 'GET /api/lottery/stats?refresh=true').length;
    // The page's requests arrive in real time, which differs from the page's time.
    await expect.poll(refreshes).toBe(1);
    const before = requests.length;
    await scene.pass(LOOKED_AT_MS);
    const asked = (path: string) =>
      requests.slice(before).filter((request) => request.startsWith(`GET ${path}`)).length;
    expect(between(asked('/api/lottery/stats'), LOOKED_AT_MS / 18_750, LOOKED_AT_MS / 11_250)).toBe(true);
    expect(between(asked('/api/lottery/eligible-participants'), 7, 8)).toBe(true);
    expect(between(asked('/api/lottery/winners'), 3, 4)).toBe(true);
    expect(between(asked('/api/prices'), 1, 2)).toBe(true);
    expect(refreshes()).toBe(1);
  });

  it('the reel moves on by one wallet every 350 ms, and the page’s script moves it once a lap', async () => {
    const { page } = await visit();
    // The strip moves in real time, and may have arrived before the test looks.
    await page.addInitScript(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function begin(frames, timing) {
        if (this.matches('.strip')) {
          window.travels ??= [];
          window.travels.push({ ms: Number(timing), frames: frames as Keyframe[] });
        }
        return animate.call(this, frames, timing);
      };
    });
    const startsAt = Date.now();
    const real = await realAnswers(lottery.url);
    const { participants } = real.participants.data;
    const script = usualScript(real, { left: LEFT_MS, now: startsAt });
    const scene = await openScene({ page, url: lottery.url, startsAt, script });
    await page.locator('.reel').evaluate((reel) => reel.scrollIntoView({ block: 'center' }));
    const travels = () => page.evaluate(() => window.travels ?? []);
    await scene.passUntil(async () => (await travels()).length > 0);
    const row = page.locator('.strip li').first();
    const place = async () => {
      const text = await row.textContent();
      return participants.findIndex((address) => shortAddress(address) === text);
    };
    const before = await place();
    const rows = (await page.locator('.strip li').count()) - ROWS_IN_SIGHT;
    await scene.pass(rows * STEP_MS);
    expect(await place()).toBe((before + rows) % participants.length);
    const [first, ...later] = await travels();
    expect(later).toHaveLength(1);
    expect(first?.ms).toBe(rows * STEP_MS);
    const steps = first?.frames.filter(({ easing }) => easing !== undefined).map(({ offset }) => Number(offset));
    expect(steps).toEqual(Array.from({ length: rows }, (_, index) => index / rows));
  });
});

declare global {
  interface Window {
    travels?: { readonly ms: number; readonly frames: Keyframe[] }[];
  }
}

/** Whether a timer of this period can give this count, wherever in the period the counting began. */
function between(count: number, least: number, most: number): boolean {
  return count >= Math.floor(least) && count <= Math.ceil(most);
}
