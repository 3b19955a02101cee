import type { Browser, Page } from 'playwright-core';
import { findChromium, NO_CHROMIUM } from '../browser/findChromium.ts';
import { launchBrowser } from '../browser/launchBrowser.ts';
import { honestProof } from '../client/honestProof.ts';
import { withLottery } from '../rounds/startLottery.ts';
import { startWorld } from '../world/startWorld.ts';
import { report } from './report.ts';
import { CONDITIONS, middle, visitBesideHeading } from './slowVisit.ts';

const VISITS = 9;
const CHECKS = 5;
const ENTRIES = 10_000;
/** As in the bench of the landing page, nothing locks while the page is visited; the first lock is due at the start. */
const ROUND_SECONDS = 3600;

/** A round's page on a slow phone, and its check of a round with 10,000 entries. */
export async function benchRounds(): Promise<void> {
  const chromium = findChromium();
  if (chromium === null) {
    console.log(NO_CHROMIUM);
    return;
  }
  const world = await startWorld({ worldSeed: 'bench rounds' });
  const browser = await launchBrowser(chromium);
  try {
    await withLottery({ world, roundSeconds: ROUND_SECONDS, entryLockSeconds: 20 }, async (lottery) => {
      const round = lottery.nextToLock();
      await lottery.until(round, ['paid']);
      const url = `${lottery.url}/rounds/${round}`;
      await reportVisits(browser, url);
      await reportCheck(browser, url, round);
    });
  } finally {
    await browser.close();
    await world.stop();
  }
}

async function reportVisits(browser: Browser, url: string): Promise<void> {
  const { visits, reference } = await visitBesideHeading(browser, url, VISITS);
  report({
    bench: `rounds: largest contentful paint of a round’s page at ${CONDITIONS}`,
    value: middle(visits.map(({ paint }) => paint)),
    unit: 'ms',
    goal: 700,
    reference,
    detail: { referenceMs: Math.round(reference.value), shift: Math.max(...visits.map(({ shift }) => shift)) },
  });
}

/**
 * The time from the proof's last byte to the verdict, with 5 and with 10,000 entries, and how long the page stands
 * still meanwhile.
 */
async function reportCheck(browser: Browser, url: string, round: number): Promise<void> {
  const [small, large] = [
    await checks(browser, { url, round, entries: 5 }),
    await checks(browser, { url, round, entries: ENTRIES }),
  ];
  report({
    bench: `rounds: a proof of ${ENTRIES} entries checked in a window of 360 px, after its download`,
    value: middle(large.map(({ ms }) => ms)),
    unit: 'ms',
    goal: 1000,
    reference: { name: 'a proof of 5 entries', value: middle(small.map(({ ms }) => ms)) },
  });
  report({
    bench: `rounds: the longest pause between two frames of the page meanwhile`,
    value: middle(large.map(({ longestPause }) => longestPause)),
    unit: 'ms',
    goal: 100,
    reference: { name: 'with 5 entries', value: middle(small.map(({ longestPause }) => longestPause)) },
  });
}

interface Check {
  readonly url: string;
  readonly round: number;
  readonly entries: number;
}

async function checks(browser: Browser, check: Check) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    const body = JSON.stringify(honestProof(check.round, 1, check.entries));
    // No outside server is asked, because only the check's own time is measured.
    await page.route(/^https:/, (route) => route.abort());
    await page.route(`**/api/lottery/rounds/${check.round}/proof`, (route) =>
      route.fulfill({ contentType: 'application/json', body }),
    );
    await page.goto(check.url);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    const found: Awaited<ReturnType<typeof checkOnce>>[] = [];
    for (let n = 0; n < CHECKS; n++) found.push(await checkOnce(page, check));
    return found;
  } finally {
    await context.close();
  }
}

async function checkOnce(page: Page, { round }: Check) {
  const answered = page.waitForResponse(`**/api/lottery/rounds/${round}/proof`);
  const frames = page.evaluate(longestPause);
  await page.getByRole('button', { name: /^Verify round/ }).click();
  await (await answered).finished();
  const began = performance.now();
  await page.locator('.audit .save button').waitFor();
  const ms = performance.now() - began;
  const root = await page.locator('.proofSteps > li[data-step=root]').getAttribute('class');
  if (root !== 'ok') throw new Error(`the root is ${root}`);
  return { ms, longestPause: await frames };
}

/** Runs in the page: the longest time between two frames, until the check has ended. */
function longestPause(): Promise<number> {
  return new Promise((resolve) => {
    let longest = 0;
    let last = performance.now();
    let wasRunning = false;
    const look = (now: number) => {
      longest = Math.max(longest, now - last);
      last = now;
      const isRunning = document.querySelector('.audit progress') !== null;
      if (wasRunning && !isRunning) resolve(longest);
      else requestAnimationFrame(look);
      wasRunning ||= isRunning;
    };
    requestAnimationFrame(look);
  });
}
