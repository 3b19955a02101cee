import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { PRINT_AT_MS, REVEAL_MS } from '../../client/clock/revealTimeline.ts';
import { describeInBrowser } from './openBrowser.ts';
import { overflow, totalShift, watchShifts } from './pageFacts.ts';
import { openScene, type Script } from './scene.ts';
import { takeScreenshot } from './screenshots.ts';
import { afterEnd, type RealAnswers, realAnswers, usualScript } from './script.ts';
import { expectOneTruth, type Sight, sightsOf, watchAnswers, watchSights } from './watchReveal.ts';

/** A phone, a tablet and two desks. */
const WIDTHS = [360, 768, 1280, 1920] as const;
/** Until the end of the round, when the page is asked for; it is looked at from five seconds before the end. */
const LEFT_MS = 12_000;
const PICTURE_EVERY_MS = 250;
const SMALL_STEP_MS = 50;
const CLS_LIMIT = 0.02;
const TO_THIRD_MS = 1000;
const TO_ALL_MS = 4000;
const HOUR = 3_600_000;

describeInBrowser('the reveal on the ticket', ({ lottery, visit }) => {
  let real: RealAnswers;
  beforeAll(async () => {
    real = await realAnswers(lottery.url);
  });

  const begin = async (width: number, options: { readonly reducedMotion?: 'reduce' } = {}) => {
    const { page } = await visit({ width, ...options });
    await watchShifts(page);
    await watchAnswers(page);
    const startsAt = Date.now();
    const usual = usualScript(real, { left: LEFT_MS, now: startsAt });
    const scene = await openScene({ page, url: lottery.url, startsAt, script: { ...usual } });
    await watchSights(page);
    const endsAt = startsAt + LEFT_MS;
    const become = (phase: 'drawing' | 'complete', change: (script: Script) => Script = (script) => script) =>
      Object.assign(scene.script, change(afterEnd(real, usual, endsAt, phase)));
    return { page, scene, become, endsAt };
  };
  const labelIs = (page: Page, text: string) => async () => (await page.locator('#clock-label').textContent()) === text;

  it.each(WIDTHS)('third, second, first, inside a window %i px wide, and they stay there', async (width) => {
    const { page, scene, become } = await begin(width);
    const passWithPictures = async (ms: number, name: string) => {
      for (let passed = 0; passed < ms; passed += PICTURE_EVERY_MS) {
        await scene.pass(PICTURE_EVERY_MS);
        if (process.env.PICTURES) {
          await takeScreenshot(page, `reveal-${width}-${name}-${String(passed).padStart(5, '0')}`, false);
        }
      }
    };
    await passWithPictures(5000, '1-locked');
    become('drawing');
    await scene.passUntil(labelIs(page, 'Drawing winners…'));
    await passWithPictures(1500, '2-drawing');
    become('complete');
    await passWithPictures(REVEAL_MS + 3500, '3-reveal');

    const { sights, learnt } = await sightsOf(page);
    const knownAt = learnt[1234] ?? Number.NaN;
    const drawn = winnersOf(sights.at(-1));
    expect(drawn.every(Boolean)).toBe(true);

    const since = (test: (sight: Sight) => boolean) => (sights.find(test)?.at ?? Number.NaN) - knownAt;
    const isNew = ({ slip }: Sight) => slip === 'Round #1,234 · winners';
    const times = [3, 2, 1].map((place) => since((sight) => isNew(sight) && place in sight.printed));
    expect(times[0]).toBeLessThan(TO_THIRD_MS);
    expect(times[2]).toBeLessThan(TO_ALL_MS);
    // The page's clock moves in steps: what a step brings is painted before the next one.
    for (const [index, time] of times.entries()) {
      const apart = (PRINT_AT_MS[index] ?? Number.NaN) - PRINT_AT_MS[0];
      expect(Math.abs(time - (times[0] ?? Number.NaN) - apart)).toBeLessThan(PICTURE_EVERY_MS);
    }
    expect(since((sight) => sight.label === 'Round Complete')).toBe(times[0]);
    for (const sight of sights.filter(({ label }) => label === 'Round Complete')) {
      expect([sight.clock, sight.round, 3 in sight.printed]).toEqual(['0:00', 'Round #1,234', true]);
    }

    const paylines = sights.map(({ payline }) => payline).filter((one, index, all) => one !== all[index - 1]);
    expect(paylines.filter((one) => one !== null)).toEqual(drawn.toReversed());
    for (const [index, place] of [3, 2, 1].entries()) {
      const stands = since((sight) => sight.payline === drawn[place - 1]);
      expect(Math.abs(stands - (times[index] ?? Number.NaN))).toBeLessThan(PICTURE_EVERY_MS);
    }

    expectOneTruth(sights);
    const last = sights.at(-1);
    expect([last?.label, last?.slip, last?.round]).toEqual(['Next draw in', 'Round #1,234 · winners', 'Round #1,235']);
    expect(last?.jackpot).toBe('16.1803 SOL');
    expect(await overflow(page)).toBe(0);
    const { value, moved } = await totalShift(page);
    expect(value, moved.join('\n')).toBeLessThan(CLS_LIMIT);
  });

  it('the row on the payline is the winner’s, to the pixel, while the winner is printed', async () => {
    const { page, scene, become } = await begin(1280);
    await page.locator('.reel').scrollIntoViewIfNeeded();
    await scene.passUntil(labelIs(page, 'Drawing winners…'));
    become('complete');
    for (const place of [3, 2, 1]) {
      const line = page.locator(`.slip.new [data-figure=winner-${place}]:not(.due)`);
      for (let steps = 0; (await line.count()) === 0 && steps < 200; steps++) await scene.pass(50);
      const address = await line.locator('[data-whole]').getAttribute('data-whole');
      const row = page.locator('[data-payline]');
      expect(await row.getAttribute('data-payline')).toBe(address);
      // The strip moves in real time.
      await expect.poll(() => page.locator('.strip').evaluate((strip) => strip.getAnimations().length)).toBe(0);
      const middle = async (name: string) => {
        const box = await page.locator(name).boundingBox();
        return box ? box.y + box.height / 2 : Number.NaN;
      };
      expect(Math.abs((await middle('[data-payline]')) - (await middle('.reel')))).toBeLessThan(2);
      expect(await row.textContent()).toContain(`${address?.slice(0, 4)}…${address?.slice(-4)}`);
    }
  });

  it('with reduced motion all is there at once, and nobody stands on the payline', async () => {
    const { page, scene, become } = await begin(360, { reducedMotion: 'reduce' });
    await scene.passUntil(labelIs(page, 'Drawing winners…'));
    become('complete');
    // In small steps: an answer may come in the middle of one, and is seen at its end.
    await scene.passUntil(labelIs(page, 'Round Complete'), 10_000, SMALL_STEP_MS);
    const { sights, learnt } = await sightsOf(page);
    const first = sights.find(({ label }) => label === 'Round Complete');
    expect(Object.keys(first?.printed ?? {})).toEqual(['1', '2', '3']);
    expect((first?.at ?? Number.NaN) - (learnt[1234] ?? 0)).toBeLessThan(100);
    expect(sights.map(({ payline }) => payline).filter(Boolean)).toEqual([]);
    const line = await page.locator('.reel').evaluate((reel) => getComputedStyle(reel, '::before').content);
    expect(line).toBe('none');
    const motion = page.getByRole('button', { name: 'Motion is off' });
    expect([await motion.isDisabled(), await motion.getAttribute('aria-pressed')]).toEqual([true, 'true']);
  });

  it('screen readers are told at once, whatever moves, also where the visitor’s clock is wrong by an hour', async () => {
    const { page, scene, become } = await begin(1280);
    await page.evaluate((ms) => {
      const now = Date.now;
      Date.now = () => now() + ms;
    }, HOUR);
    await scene.passUntil(labelIs(page, 'Drawing winners…'));
    become('complete');
    const told = async () =>
      (await sightsOf(page)).spoken.some(({ text }) => text.startsWith('Round Complete. First: '));
    await scene.passUntil(told, 3000, SMALL_STEP_MS);
    const { spoken, learnt } = await sightsOf(page);
    const result = spoken.find(({ text }) => text.startsWith('Round Complete. First: '));
    expect((result?.at ?? Number.NaN) - (learnt[1234] ?? 0)).toBeLessThan(200);
  });

  it('stopped in the middle, it shows all at once, and does not begin again', async () => {
    const { page, scene, become } = await begin(768);
    await scene.passUntil(labelIs(page, 'Drawing winners…'));
    become('complete');
    await scene.passUntil(labelIs(page, 'Round Complete'));
    expect(await page.locator('.won .due').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Pause motion' }).click();
    await expect.poll(() => page.locator('.won .due').count()).toBe(0);
    await page.getByRole('button', { name: 'Pause motion' }).click();
    await scene.pass(100);
    expect(await page.locator('.won .due').count()).toBe(0);
    expect(await page.locator('[data-payline]').getAttribute('data-payline')).toBe(
      await page.locator('[data-figure=winner-1] [data-whole]').getAttribute('data-whole'),
    );
  });

  it('asleep over three rounds, the tab wakes to the running round and the last result', async () => {
    const { page, scene, become, endsAt } = await begin(1280);
    become('complete', (script) => ({ ...script, stats: later(script.stats, endsAt) }));
    // Into the middle of the round that runs then, before the page locks it by its own clock.
    await page.clock.fastForward(2.5 * HOUR);
    await scene.passUntil(async () => /1,237/.test((await page.locator('.hero .eyebrow').first().textContent()) ?? ''));
    const { sights } = await sightsOf(page);
    expect(sights.at(-1)).toMatchObject({ label: 'Next draw in', slip: 'Round #1,236 · winners' });
    expect(sights.filter(({ label }) => label === 'Round Complete')).toEqual([]);
  });
});

describeInBrowser('who opens the page between a draw and the next lock', ({ visit }) => {
  it('sees above the fold who won last, without JavaScript too', async () => {
    for (const width of WIDTHS) {
      const { page } = await visit({ width, javaScriptEnabled: false });
      await page.goto('/');
      const slip = page.locator('.slip');
      const box = await slip.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
      expect(await slip.textContent()).toMatch(/winners|sealed|opened/);
    }
  });
});

function winnersOf(sight: Sight | undefined): readonly string[] {
  return [1, 2, 3].map((place) => sight?.printed[place] ?? '');
}

/** The same three rounds later. */
function later(stats: Script['stats'], endsAt: number): Script['stats'] {
  if (typeof stats !== 'function') throw new Error('the script has no stats');
  return (at) => {
    const { currentRound, lastRound, ...rest } = stats(at);
    const shift = (time: string, rounds: number) => new Date(Date.parse(time) + rounds * HOUR).toISOString();
    return {
      ...rest,
      currentRound: {
        ...currentRound,
        roundNumber: currentRound.roundNumber + 2,
        startsAt: shift(currentRound.startsAt, 2),
        locksAt: shift(currentRound.locksAt, 2),
        endsAt: shift(currentRound.endsAt, 2),
        phase: 'open',
      },
      lastRound: lastRound && { ...lastRound, roundNumber: 1236, endsAt: new Date(endsAt + 2 * HOUR).toISOString() },
    };
  };
}
