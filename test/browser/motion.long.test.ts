import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { runningAnimations } from './pageFacts.ts';
import { openScene } from './scene.ts';
import { afterEnd, realAnswers, usualScript } from './script.ts';

const LEFT_MS = 15_000;

describeInBrowser('motion', ({ lottery, visit }) => {
  /** From a few seconds before the end of a round to its winners. */
  const openReveal = async (page: Page) => {
    const real = await realAnswers(lottery.url);
    const startsAt = Date.now();
    const script = usualScript(real, { left: LEFT_MS, now: startsAt });
    const scene = await openScene({ page, url: lottery.url, startsAt, script: { ...script } });
    return {
      scene,
      reveal: async () => {
        Object.assign(scene.script, afterEnd(real, script, startsAt + LEFT_MS, 'complete'));
        await scene.passUntil(() => page.locator('.slip.new .won').isVisible());
      },
    };
  };
  const winnersShown = (page: Page) =>
    page.locator('.won li [data-whole]').evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity));

  it('is behind the page and takes no clicks: 25 floating elements, 20 symbols, 6 orbs', async () => {
    const { page } = await visit();
    await openPage(page);
    await expect.poll(() => page.locator('.bg .floating').count()).toBe(25);
    await expect.poll(() => page.locator('.bg .symbol').count()).toBe(20);
    const orbs = await page
      .locator('.bg .orb')
      .evaluateAll((all) => all.map((orb) => (orb as HTMLElement).offsetWidth));
    expect(orbs.toSorted((one, other) => one - other)).toEqual([200, 250, 300, 350, 400, 450]);
    expect(await page.locator('.bg').evaluate((room) => getComputedStyle(room).pointerEvents)).toBe('none');
    await expect.poll(() => runningAnimations(page)).toBeGreaterThan(40);
  });

  it('reduced by the system: nothing moves, from the first paint to the winners, who are there at once', async () => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    const { reveal } = await openReveal(page);
    expect(await runningAnimations(page)).toBe(0);
    await reveal();
    expect(await runningAnimations(page)).toBe(0);
    expect(await winnersShown(page)).toEqual(['1', '1', '1']);
    // Nothing is left to pause, and the control says so.
    const pause = page.getByRole('button', { name: 'Motion is off' });
    expect([await pause.getAttribute('aria-pressed'), await pause.isDisabled()]).toEqual(['true', true]);
  });

  it('paused by the visitor: nothing moves, the winners are there at once, and the next visit remembers', async () => {
    const { page, context } = await visit();
    const { reveal } = await openReveal(page);
    await page.getByRole('button', { name: 'Pause motion' }).click();
    await expect.poll(() => runningAnimations(page)).toBe(0);
    await reveal();
    expect(await runningAnimations(page)).toBe(0);
    expect(await winnersShown(page)).toEqual(['1', '1', '1']);
    await page.clock.resume();
    const later = await context.newPage();
    await openPage(later);
    const pause = later.getByRole('button', { name: 'Pause motion' });
    await expect.poll(() => pause.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => runningAnimations(later)).toBe(0);
    await pause.click();
    await expect.poll(() => runningAnimations(later)).toBeGreaterThan(40);
  });

  it('paused before the visit: all of a round’s page is there, also when the phone is turned upright', async () => {
    const { page } = await visit({ width: 360 });
    await page.addInitScript(() => localStorage.setItem('motion', 'paused'));
    await openPage(page, '/rounds/1');
    await page.locator('html.still').waitFor();
    const isLaidOut = () => expect.poll(() => page.locator('.later').evaluateAll(visibilities)).toEqual(['visible']);
    await isLaidOut();
    await page.setViewportSize({ width: 740, height: 360 });
    await isLaidOut();
    await page.setViewportSize({ width: 360, height: 740 });
    await isLaidOut();
  });

  it('delays no first paint: on a phone it does not wait for the parts far down', async () => {
    const { page } = await visit({ width: 360 });
    await page.addInitScript(() => {
      document.addEventListener('animationstart', ({ animationName }) => {
        if (animationName === 'later') Object.assign(window, { haveWaited: true });
      });
    });
    await openPage(page, '/rounds/1');
    await expect.poll(() => page.evaluate(() => 'haveWaited' in window)).toBe(true);
  });

  it('of the last ten seconds runs on the compositor: the page’s main thread paints no beat of the clock', async () => {
    const { page } = await visit({ width: 360 });
    const { scene } = await openReveal(page);
    await scene.passUntil(() => page.locator('.show.sealed').isVisible());
    expect(await page.locator('.clock').evaluate((clock) => getComputedStyle(clock).willChange)).toBe('transform');
    // An animation of a style sheet would fire an event for React at each beat, and the page would make a frame for it.
    const ofStyles = await page
      .locator('.clock')
      .evaluate((clock) => clock.getAnimations().map((beat) => beat instanceof CSSAnimation));
    expect(ofStyles).toEqual([false]);
    // An animation whose end value comes from the style sheet runs on the main thread when earlier ones have ended
    // there.
    const ends = await page.locator('.strip').evaluate((strip) =>
      strip
        .getAnimations()
        .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? [effect.getKeyframes()] : []))
        .flatMap((frames) => [frames[0]?.transform, frames.at(-1)?.transform]),
    );
    expect(ends).not.toContain(undefined);
    const moved = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
        .flatMap(Object.keys)
        .filter((name) => !['offset', 'computedOffset', 'easing', 'composite'].includes(name)),
    );
    expect(new Set(moved)).toEqual(new Set(['transform', 'opacity']));
  });

  it('stops while the tab is out of sight', async () => {
    const { page } = await visit();
    await openPage(page);
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await show('hidden');
    await expect.poll(() => runningAnimations(page)).toBe(0);
    await show('visible');
    await expect.poll(() => runningAnimations(page)).toBeGreaterThan(40);
  });

  it('crowns the first place with a sweep of brass and coins that fall once', async () => {
    const { page } = await visit();
    const { scene, reveal } = await openReveal(page);
    // They fall in real time, and may be gone before the test looks.
    const fallen = await page.evaluateHandle(() => {
      const all = new Set<Element>();
      new MutationObserver(() => {
        for (const one of document.querySelectorAll('.ticket .ornament')) all.add(one);
      }).observe(document.body, { childList: true, subtree: true });
      return all;
    });
    const count = () => fallen.evaluate((all) => all.size);
    await reveal();
    await scene.passUntil(async () => (await count()) > 0);
    expect(await count()).toBe(8);
    await expect.poll(() => winnersShown(page)).toEqual(['1', '1', '1']);
    const ornaments = page.locator('.ticket .ornament');
    await expect.poll(() => ornaments.count()).toBe(0);
    await scene.pass(4000);
    expect([await ornaments.count(), await count()]).toEqual([0, 8]);
  });

  it('of the coins ends at once where the visitor stops it', async () => {
    const { page } = await visit();
    // Until then they stand still in the air, however slow the machine is.
    await page.addInitScript(() => {
      const animate = Element.prototype.animate;
      Element.prototype.animate = function begin(...how) {
        const animation = animate.apply(this, how);
        if (this.classList.contains('ornament')) animation.pause();
        return animation;
      };
    });
    const { scene, reveal } = await openReveal(page);
    await reveal();
    const ornaments = page.locator('.ticket .ornament');
    await scene.passUntil(async () => (await ornaments.count()) > 0);
    await page.getByRole('button', { name: 'Pause motion' }).click();
    await expect.poll(() => ornaments.count()).toBe(0);
    expect(await winnersShown(page)).toEqual(['1', '1', '1']);
  });
});

function visibilities(all: readonly Element[]): string[] {
  return all.map((one) => getComputedStyle(one).contentVisibility);
}
