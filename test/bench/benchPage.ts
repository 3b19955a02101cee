import lighthouse from 'lighthouse';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { findChromium, NO_CHROMIUM } from '../browser/findChromium.ts';
import { launchBrowser } from '../browser/launchBrowser.ts';
import { startLottery } from '../rounds/startLottery.ts';
import { freePort } from '../world/freePort.ts';
import { startWorld } from '../world/startWorld.ts';
import { report } from './report.ts';

const VISITS = 3;
const ROUND_TRIP_MS = 150;
const SLOWDOWN = 4;
/** 1.6 Mb/s down and 0.75 up, in bytes a second: a phone on a poor network. */
const NETWORK = { offline: false, latency: ROUND_TRIP_MS, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** Long enough for a poll of everything. */
const WATCH_MS = 17_000;
const BACKGROUND_SECONDS = 10;

declare global {
  interface Window {
    vitals?: {
      paint: number;
      shift: number;
      hydrated: number;
      tasks: { readonly start: number; readonly length: number }[];
    };
  }
}

/** The landing page on a slow phone, and what its background costs. */
export async function benchPage(): Promise<void> {
  const chromium = findChromium();
  if (chromium === null) {
    console.log(NO_CHROMIUM);
    return;
  }
  const world = await startWorld({ worldSeed: 'bench page' });
  const lottery = await startLottery({ world, roundSeconds: 3600, entryLockSeconds: 60 });
  const port = await freePort();
  const browser = await launchBrowser(chromium, [`--remote-debugging-port=${port}`]);
  try {
    await reportVisits(browser, lottery.url);
    await reportBackground(browser, lottery.url);
    const result = await lighthouse(lottery.url, { port, logLevel: 'silent', onlyCategories: ['performance'] });
    const score = Math.round((result?.lhr.categories.performance?.score ?? 0) * 100);
    report({
      bench: 'page: points missing of Lighthouse’s 100 for performance',
      value: 100 - score,
      unit: 'points',
      goal: 10,
    });
  } finally {
    await browser.close();
    await lottery.stop();
    await world.stop();
  }
}

async function reportVisits(browser: Browser, url: string): Promise<void> {
  const visits: Awaited<ReturnType<typeof slowVisit>>[] = [];
  for (let visit = 0; visit < VISITS; visit++) visits.push(await slowVisit(browser, url));
  const middle = (values: readonly number[]) => values.toSorted((one, other) => one - other)[VISITS >> 1] ?? 0;
  const where = `${ROUND_TRIP_MS} ms, 1.6 Mb/s, ${SLOWDOWN}× CPU`;
  report({
    bench: `page: largest contentful paint at ${where}`,
    value: middle(visits.map(({ paint }) => paint)),
    unit: 'ms',
    goal: 1500,
    reference: { name: 'one round trip', value: ROUND_TRIP_MS },
  });
  report({
    bench: 'page: layout shift',
    value: Math.max(...visits.map(({ shift }) => shift)),
    unit: 'points',
    goal: 0.02,
  });
  report({
    bench: `page: longest task once the page has come to life, at ${SLOWDOWN}× CPU`,
    value: middle(visits.map(({ longest }) => longest)),
    unit: 'ms',
    goal: 50,
    detail: {
      aliveAfterMs: Math.round(middle(visits.map(({ hydrated }) => hydrated))),
      longestBeforeMs: middle(visits.map(({ longestAtStart }) => longestAtStart)),
    },
  });
}

/** One visit with an empty cache, watched until everything has been polled once. */
async function slowVisit(browser: Browser, url: string) {
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
    await page.waitForTimeout(WATCH_MS);
    const { paint, shift, hydrated, tasks } = await page.evaluate(
      () => window.vitals ?? Promise.reject(new Error('none')),
    );
    const lengths = (isMeant: (start: number) => boolean) => [
      0,
      ...tasks.filter(({ start }) => isMeant(start)).map(({ length }) => length),
    ];
    return {
      paint,
      shift,
      hydrated,
      longest: Math.max(...lengths((start) => start >= hydrated)),
      longestAtStart: Math.max(...lengths((start) => start < hydrated)),
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page before anything else. */
function noteVitals(): void {
  const vitals: NonNullable<Window['vitals']> = { paint: 0, shift: 0, hydrated: 0, tasks: [] };
  window.vitals = vitals;
  new MutationObserver(() => {
    if (document.documentElement?.dataset.hydrated) vitals.hydrated ||= performance.now();
  }).observe(document, { subtree: true, attributeFilter: ['data-hydrated'] });
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

/** The main thread's work with the background moving, less the work of the same page standing still. */
async function reportBackground(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // Its own time on a core, not the wall's: others may be busy on this machine.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    // The reel rests while it is out of sight.
    await page.locator('footer').scrollIntoViewIfNeeded();
    const moving = await busyPerSecond(page, session);
    await page.getByRole('button', { name: 'Pause motion' }).click();
    const still = await busyPerSecond(page, session);
    report({
      bench: 'page: main thread for the moving background, per second',
      value: Math.max(0, moving - still),
      unit: 'ms',
      goal: 20,
      reference: { name: 'the page with motion paused', value: still },
    });
  } finally {
    await context.close();
  }
}

async function busyPerSecond(page: Page, session: CDPSession): Promise<number> {
  const taskSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await taskSeconds();
  await page.waitForTimeout(BACKGROUND_SECONDS * 1000);
  return ((await taskSeconds()) - before) * (1000 / BACKGROUND_SECONDS);
}
