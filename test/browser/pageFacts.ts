import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    shifts?: { readonly value: number; readonly sources: readonly string[] }[];
  }
}

/** How many px the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** The texts that do not fit into their elements, or into the blocks around these. */
export function cutOff(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(
    (names) =>
      Array.from(document.querySelectorAll(names))
        .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth)
        .map(({ textContent }) => textContent),
    selector,
  );
}

/**
 * What axe finds with all its rules except the disabled ones. They include the standard's requirements and good
 * practice. `within`: the selector of the part that is looked at; without it, the whole page is.
 */
export async function axeFindings(page: Page, disabled: readonly string[] = [], within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // Only violations, because describing everything that passed would take twice as long.
    .options({ resultTypes: ['violations'] })
    .disableRules([...disabled])
    // Otherwise axe opens a page of its own, and a clock that is moved meanwhile would have to be set there as well.
    .setLegacyMode();
  if (within !== undefined) axe.include(within);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** How many animations run, those of pseudo-elements and scripts included. */
export function runningAnimations(page: Page): Promise<number> {
  return page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
}

/** Notes every layout shift from the first paint on. Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: NonNullable<Window['shifts']> = [];
    window.shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        shifts.push({ value, sources: sources.map(({ node }) => (node instanceof Element ? node.className : '')) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** All shifts added up (stricter than CLS, which takes the worst five seconds), and what moved in each. */
export async function totalShift(page: Page): Promise<{ readonly value: number; readonly moved: readonly string[] }> {
  const shifts = await page.evaluate(() => window.shifts ?? []);
  return {
    value: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.map(({ value, sources }) => `${value.toFixed(4)} ${sources.join(', ')}`),
  };
}

/** Where a page's blocks lie: `[top, height]` in px by selector, from the top of the page. */
export function places(page: Page, selectors: readonly string[]): Promise<Readonly<Record<string, number[] | null>>> {
  return page.evaluate(
    (names) =>
      Object.fromEntries(
        names.map((name) => {
          const box = document.querySelector(name)?.getBoundingClientRect();
          return [name, box ? [Math.round(box.top + scrollY), Math.round(box.height)] : null];
        }),
      ),
    selectors,
  );
}
