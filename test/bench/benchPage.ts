import lighthouse from 'lighthouse';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { findChromium, NO_CHROMIUM } from '../browser/findChromium.ts';
import { launchBrowser } from '../browser/launchBrowser.ts';
import { startLottery } from '../rounds/startLottery.ts';
import { freePort } from '../world/freePort.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { report } from './report.ts';
import { serveOneButton } from './serveOneButton.ts';
import { CONDITIONS, middle, SLOWDOWN, visitBesideHeading } from './slowVisit.ts';

const VISITS = 5;
const ALIVE_VISITS = 9;
const LIGHTHOUSE_RUNS = 3;
const BACKGROUND_SECONDS = 10;
const FADING_MS = 2500;
/** The length of a round, with time to open the pages before its last seconds. */
const SHORT_ROUND_SECONDS = 60;
const SHORT_LOCK_SECONDS = 25;
const LAST_SECONDS = 9;
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
    await reportAlive(browser, lottery.url);
    await reportBackground(browser, lottery.url);
    await reportLastSeconds(browser, world);
    await reportLighthouse(port, lottery.url);
  } finally {
    await browser.close();
    await lottery.stop();
    await world.stop();
  }
}

async function reportVisits(browser: Browser, url: string): Promise<void> {
  const { visits, reference } = await visitBesideHeading(browser, url, VISITS);
  report({
    bench: `page: largest contentful paint at ${CONDITIONS}`,
    value: middle(visits.map(({ paint }) => paint)),
    unit: 'ms',
    goal: 600,
    reference,
    detail: {
      referenceMs: Math.round(reference.value),
      aliveAfterMs: Math.round(middle(visits.map((v) => v.hydrated))),
    },
  });
  report({
    bench: 'page: layout shift',
    value: Math.max(...visits.map(({ shift }) => shift)),
    unit: 'points',
    goal: 0.02,
  });
  report({
    bench: `page: longest task that begins after load, coming to life included, at ${SLOWDOWN}× CPU; 0: none of 50 ms`,
    value: middle(visits.map(({ longest }) => longest)),
    unit: 'ms',
    goal: 50,
    // The load event comes after the script was parsed and run.
    detail: { longestBeforeMs: middle(visits.map(({ longestAtStart }) => longestAtStart)) },
  });
}

/** How soon React answers a tap, without the time of the network. */
async function reportAlive(browser: Browser, url: string): Promise<void> {
  const reference = await serveOneButton();
  const [ours, button]: [number[], number[]] = [[], []];
  for (let visit = 0; visit < ALIVE_VISITS; visit++) {
    button.push(await aliveAfter(browser, reference.url));
    ours.push(await aliveAfter(browser, url));
  }
  await reference.stop();
  report({
    bench: `page: the ticket answers a tap, at ${SLOWDOWN}× CPU`,
    value: middle(ours),
    unit: 'ms',
    goal: 1.3 * middle(button),
    reference: { name: 'a page on which React brings one button to life', value: middle(button) },
    detail: { referenceMs: Math.round(middle(button)) },
  });
}

async function aliveAfter(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.documentElement?.dataset.alive) return;
        performance.mark('alive');
        observer.disconnect();
      }).observe(document, { subtree: true, attributeFilter: ['data-alive'] });
    });
    await page.goto(url, { waitUntil: 'load' });
    await page.locator('html[data-alive]').waitFor({ state: 'attached' });
    return await page.evaluate(() => performance.getEntriesByName('alive')[0]?.startTime ?? Number.NaN);
  } finally {
    await context.close();
  }
}

async function reportLighthouse(port: number, url: string): Promise<void> {
  const scores: number[] = [];
  let failures = 0;
  while (scores.length < LIGHTHOUSE_RUNS && failures < LIGHTHOUSE_RUNS) {
    const result = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: ['performance'] });
    const { score } = result?.lhr.categories.performance ?? {};
    // Tried more than once, because on a busy machine Lighthouse sometimes does not find the start in its own trace.
    if (typeof score === 'number') scores.push(Math.round(score * 100));
    else failures++;
  }
  report({
    bench: 'page: points missing of Lighthouse’s 100 for performance',
    value: 100 - middle(scores),
    unit: 'points',
    goal: 0,
    detail: { runs: scores.length, failures },
  });
}

/** The main thread's work for the moving background: with it, less the work of the same page with motion paused. */
async function reportBackground(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // The thread's own CPU time and not wall time, because other programs may be busy on this machine.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    // The background gets its symbols after hydration, and they fade in.
    await page.locator('.bg .symbol').nth(19).waitFor({ state: 'attached' });
    await page.waitForTimeout(FADING_MS);
    // The reel stands still while it is out of sight.
    await page.locator('footer').scrollIntoViewIfNeeded();
    const moving = await busyPerSecond(page, session);
    await page.getByRole('button', { name: 'Pause motion' }).click();
    const still = await busyPerSecond(page, session);
    report({
      bench: 'page: main thread for the moving background, per second',
      value: Math.max(0, moving - still),
      unit: 'ms',
      goal: 10,
      reference: { name: 'the page with motion paused', value: still },
      detail: { allMs: Math.round(moving) },
    });
  } finally {
    await context.close();
  }
}

/**
 * What the reel and the beating clock cost in a round's last seconds, compared with the same page with motion paused.
 */
async function reportLastSeconds(browser: Browser, world: World): Promise<void> {
  const seconds = { roundSeconds: SHORT_ROUND_SECONDS, entryLockSeconds: SHORT_LOCK_SECONDS };
  const lottery = await startLottery({ world, ...seconds });
  try {
    const [alive, paused] = await Promise.all([openPhone(browser, lottery.url), openPhone(browser, lottery.url)]);
    await paused.page.getByRole('button', { name: 'Pause motion' }).click();
    await alive.page.locator('.show.sealed').waitFor({ timeout: 2000 * SHORT_ROUND_SECONDS });
    const [moving, still] = await Promise.all(
      [alive, paused].map(({ page, session }) => busyPerSecond(page, session, LAST_SECONDS)),
    );
    await Promise.all([alive, paused].map(({ page }) => page.context().close()));
    report({
      bench: 'page: main thread for the animations of the last ten seconds, per second',
      value: Math.max(0, (moving ?? Number.NaN) - (still ?? Number.NaN)),
      unit: 'ms',
      goal: 8,
      reference: { name: 'the page with motion paused, in the same seconds', value: still ?? Number.NaN },
      detail: { allMs: Math.round(moving ?? Number.NaN) },
    });
  } finally {
    await lottery.stop();
  }
}

async function openPhone(browser: Browser, url: string): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  return { page, session };
}

async function busyPerSecond(page: Page, session: CDPSession, seconds = BACKGROUND_SECONDS): Promise<number> {
  const taskSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await taskSeconds();
  await page.waitForTimeout(seconds * 1000);
  return ((await taskSeconds()) - before) * (1000 / seconds);
}
