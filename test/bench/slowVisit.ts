import type { Browser } from 'playwright-core';
import { startHttpServer } from '../world/startHttpServer.ts';

const ROUND_TRIP_MS = 150;
export const SLOWDOWN = 4;
/** A phone on a poor network: 1.6 Mb/s down and 0.75 up, in bytes a second. */
const NETWORK = { offline: false, latency: ROUND_TRIP_MS, downloadThroughput: 200_000, uploadThroughput: 93_750 };
export const CONDITIONS = `${ROUND_TRIP_MS} ms, 1.6 Mb/s, ${SLOWDOWN}× CPU`;
/** Long enough for the last paint of a page that polls nothing. */
const SETTLING_MS = 500;
/** Long enough for the page to poll everything once. */
const WATCH_MS = 17_000;
/** The smallest page: it shows what a browser on this machine needs for any page at all. */
const TRIVIAL_PAGE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>A heading</title><h1>Three winners. Every hour.</h1>';

declare global {
  interface Window {
    vitals?: {
      paint: number;
      loaded: number;
      shift: number;
      hydrated: number;
      tasks: { readonly start: number; readonly length: number }[];
    };
  }
}

type SlowVisit = Awaited<ReturnType<typeof slowVisit>>;

/**
 * Visits to an address, and in turn visits to a page with one heading, because other work on this machine slows both.
 */
export async function visitBesideHeading(
  browser: Browser,
  url: string,
  count: number,
): Promise<{ visits: SlowVisit[]; reference: { name: string; value: number } }> {
  const visits: SlowVisit[] = [];
  const trivial: number[] = [];
  const other = await startHttpServer(() => ({
    status: 200,
    body: TRIVIAL_PAGE,
    headers: { 'content-type': 'text/html' },
  }));
  for (let visit = 0; visit < count; visit++) {
    trivial.push((await slowVisit(browser, other.url, SETTLING_MS)).paint);
    visits.push(await slowVisit(browser, url));
  }
  await other.stop();
  return { visits, reference: { name: 'a page of one heading, under the same conditions', value: middle(trivial) } };
}

/** The median of some figures; of an even number, the higher one of the middle two. */
export function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** One visit with an empty cache, watched until everything has been polled once. */
async function slowVisit(browser: Browser, url: string, watchMs = WATCH_MS) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(noteVitals);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(watchMs);
    const { paint, loaded, shift, hydrated, tasks } = await page.evaluate(
      () => window.vitals ?? Promise.reject(new Error('none')),
    );
    const longest = (isMeant: (start: number) => boolean) =>
      Math.max(0, ...tasks.filter(({ start }) => isMeant(start)).map(({ length }) => length));
    return {
      paint,
      shift,
      hydrated,
      longest: longest((start) => start >= loaded),
      longestAtStart: longest((start) => start < loaded),
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page before anything else. */
function noteVitals(): void {
  const vitals: NonNullable<Window['vitals']> = { paint: 0, loaded: 0, shift: 0, hydrated: 0, tasks: [] };
  window.vitals = vitals;
  new MutationObserver(() => {
    if (document.documentElement?.dataset.hydrated) vitals.hydrated ||= performance.now();
  }).observe(document, { subtree: true, attributeFilter: ['data-hydrated'] });
  addEventListener('load', () => {
    vitals.loaded = performance.now();
  });
  const watch = (type: string, note: (entry: PerformanceEntry & { value: number }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry as PerformanceEntry & { value: number });
    }).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => {
    vitals.paint = startTime;
  });
  watch('layout-shift', ({ value }) => {
    vitals.shift += value;
  });
  watch('longtask', ({ startTime, duration }) => {
    vitals.tasks.push({ start: startTime, length: duration });
  });
}
