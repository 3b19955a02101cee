import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished } from 'vitest';
import { launchBrowser } from './launchBrowser.ts';
import type { ProvidedLottery } from './providedLottery.ts';

/** Phones differ most, desks are the most common. */
const HEIGHTS: Readonly<Record<number, number>> = { 360: 740, 768: 1024, 1280: 800, 1920: 1080 };
const PATIENCE_MS = 120_000;
/** More than any timer of the page's start. */
const STARTING_MS = 2500;
/** One turn of the page's timers. */
const TICK_MS = 1;
/** The browser logs these about every request that fails. A test that makes requests fail expects them. */
const REQUEST_FAILED = /^Failed to load resource|the server responded with a status of/;
/** What a page says of a call that got no status; the path is captured. */
const NO_ANSWER = /NoAnswer: (\S+) did not answer/;
/** What it says of an answer that came too slowly: on a slow machine, or where a test moves the page's clock. */
const TOO_SLOW = /TimeoutError: signal timed out/;

/** A page that somebody looks at, and what went wrong on it. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page logged or did not catch; when the test ends there have to be none but the expected ones. */
  readonly problems: readonly string[];
  /** `GET /api/…` and so on, in order. */
  readonly requests: readonly string[];
}

export interface VisitOptions extends Omit<BrowserContextOptions, 'viewport'> {
  readonly width?: number;
  /** Errors the page itself is meant to log. */
  readonly expected?: RegExp;
}

export interface Tools {
  readonly lottery: ProvidedLottery;
  /** A fresh visitor: no storage, no cache; gone when the test ends. */
  visit(options?: VisitOptions): Promise<Visit>;
}

/** A suite with a browser of its own; skipped where there is none. */
export function describeInBrowser(name: string, body: (tools: Tools) => void): void {
  const lottery = inject('browserTests');
  if (lottery === null) {
    describe.skip(name);
    return;
  }
  describe(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser(lottery.chromium);
    });
    afterAll(() => browser?.close());
    body({ lottery, visit: (options) => visit(browser, lottery, options) });
  });
}

async function visit(browser: Browser, lottery: ProvidedLottery, options: VisitOptions = {}): Promise<Visit> {
  const { width = 1280, expected, ...rest } = options;
  const viewport = { width, height: HEIGHTS[width] ?? 800 };
  // Requests of a service worker do not pass a test's routes, so only tests about it allow one.
  const context = await browser.newContext({ baseURL: lottery.url, viewport, serviceWorkers: 'block', ...rest });
  // What is waited for comes sooner or later, depending on the machine.
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  const ended = new Set<string>();
  page.on('requestfailed', (request) => {
    // The page itself ended the request: it was closed, or waited long enough by its own clock. A failing network gives
    // another error.
    if (request.failure()?.errorText === 'net::ERR_ABORTED') ended.add(new URL(request.url()).pathname);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !REQUEST_FAILED.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}${search}`);
  });
  onTestFinished(async () => {
    const before = problems.length;
    await context.close();
    const isFault = (problem: string, index: number): boolean => {
      const [, path = null] = NO_ANSWER.exec(problem) ?? [];
      if (TOO_SLOW.test(problem)) return false;
      // Calls that ended because the page was closed are reported after the closing began, and not all of them by an
      // event.
      if (path !== null && (index >= before || ended.has(path.split('?', 1)[0] ?? path))) return false;
      return !expected?.test(problem);
    };
    expect(problems.filter(isFault)).toEqual([]);
  });
  return { page, context, problems, requests };
}

/** Opens a path and waits until the whole page is hydrated and its fonts are loaded. */
export async function openPage(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await wholePage(page);
}

/** Waits until the whole page is hydrated and its fonts are loaded, because the fallback fonts have another width. */
async function wholePage(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/**
 * Presses "Try again" while an address gets no answer, because a poll with an answer would take the button away. From
 * then on the server itself answers there.
 */
export async function tryAgain(page: Page, address: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, (route) => promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  resolve();
}

/**
 * The same with a clock that stands still at `now` when the page begins, so that nothing that is shown for a while is
 * gone before the test looks, however slow the machine is. `page.clock.runFor` moves it. Returns its time.
 */
export async function openPageInStoppedTime(page: Page, path = '/', now = Date.now()): Promise<number> {
  // The clock runs between its installation and its first stop.
  await page.clock.install({ time: now - STARTING_MS });
  await page.clock.pauseAt(now);
  await page.goto(path);
  await page.clock.runFor(STARTING_MS);
  await wholePage(page);
  await page.clock.runFor(STARTING_MS);
  return now + 2 * STARTING_MS;
}

/**
 * Waits for something in stopped time. The page puts an answer on the screen by a timer, so the clock moves a little
 * after each look: an answer that came after the clock stood still is shown too.
 */
export async function untilShown(page: Page, locator: Locator): Promise<void> {
  const isShown = async (): Promise<boolean> => {
    await page.clock.runFor(TICK_MS);
    return locator.isVisible();
  };
  await expect.poll(isShown, { timeout: PATIENCE_MS }).toBe(true);
}
