import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a visitor could see at one moment. It is noted whenever something has changed. Times in ms of the page. */
export interface Sight {
  readonly at: number;
  readonly label: string;
  readonly clock: string;
  /** `Round #12`, as the hero says it. */
  readonly round: string;
  readonly jackpot: string;
  /** The eyebrow of the ticket's lower half. */
  readonly slip: string;
  /** The whole addresses of the winners that are printed, by place; only those inside the window. */
  readonly printed: Readonly<Record<number, string>>;
  readonly crowned: boolean;
  /** The whole address that is marked on the reel's payline. */
  readonly payline: string | null;
}

declare global {
  interface Window {
    sights?: Sight[];
    /** When an answer with the winners of a round reached the page, by the round's number. */
    learnt?: Record<number, number>;
    spoken?: { readonly at: number; readonly text: string }[];
    /** By how much the page's timers were late, ms, and when. */
    stalls?: { readonly at: number; readonly ms: number }[];
  }
}

/** Notes when the page learns of winners. Call it before the page is opened. */
export async function watchAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const learnt: Record<number, number> = {};
    window.learnt = learnt;
    const ask = window.fetch;
    window.fetch = async (...request) => {
      const response = await ask(...request);
      const known = await response
        .clone()
        .json()
        .catch(() => null);
      const round = known?.lastRound?.winners?.length
        ? known.lastRound.roundNumber
        : known?.data?.winners && known.data.roundNumber;
      if (round) learnt[round] ??= performance.now();
      return response;
    };
  });
}

/** From now on the page notes what it shows. */
export async function watchSights(page: Page): Promise<void> {
  await page.evaluate(noteSights);
}

export async function sightsOf(page: Page) {
  return page.evaluate(() => ({
    sights: window.sights ?? [],
    learnt: window.learnt ?? {},
    spoken: window.spoken ?? [],
    stalls: window.stalls ?? [],
  }));
}

/**
 * Throws when the page ever showed figures of two rounds together: number, clock and jackpot change at the same time.
 */
export function expectOneTruth(sights: readonly Sight[]): void {
  const rounds = [...new Set(sights.map(({ round }) => round))];
  const jackpots = rounds.map(
    (one) => new Set(sights.filter(({ round }) => round === one).map(({ jackpot }) => jackpot)),
  );
  for (const [index, of] of jackpots.entries()) {
    for (const old of jackpots[index - 1] ?? []) expect([...of]).not.toContain(old);
  }
}

/** Runs in the page. */
function noteSights(): void {
  const TICK_MS = 50;
  const sights: NonNullable<Window['sights']> = [];
  const spoken: NonNullable<Window['spoken']> = [];
  const stalls: NonNullable<Window['stalls']> = [];
  Object.assign(window, { sights, spoken, stalls });
  const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
  const isInside = (element: Element): boolean => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  };
  const look = () => {
    const printed: Record<number, string> = {};
    for (const place of [1, 2, 3]) {
      const line = document.querySelector(`[data-figure="winner-${place}"]`);
      const name = line?.querySelector('[data-whole]');
      if (line && name && !line.classList.contains('due') && isInside(name)) {
        printed[place] = name.getAttribute('data-whole') ?? '';
      }
    }
    return {
      label: text('#clock-label'),
      clock: text('.clock'),
      round: text('.hero-copy .eyebrow').split(' · ')[0] ?? '',
      jackpot: text('[data-figure=jackpot]'),
      slip: document.querySelector('.slip .eyebrow')?.firstChild?.textContent ?? '',
      printed,
      crowned: document.querySelector('.slip.new .crown:not(.due)') !== null,
      payline: document.querySelector('[data-payline]')?.getAttribute('data-payline') ?? null,
    };
  };
  let last = '';
  const note = (): void => {
    const said = text('[role=status] .sr');
    if (said && said !== spoken.at(-1)?.text) spoken.push({ at: performance.now(), text: said });
    const now = look();
    const key = JSON.stringify(now);
    if (key === last) return;
    last = key;
    sights.push({ at: performance.now(), ...now });
  };
  note();
  new MutationObserver(note).observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class', 'data-payline'],
  });
  let before = performance.now();
  setInterval(() => {
    const at = performance.now();
    // Many short delays make a page wait as well as one long delay does.
    if (at - before > TICK_MS) stalls.push({ at, ms: at - before - TICK_MS });
    before = at;
  }, TICK_MS);
}
