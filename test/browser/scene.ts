import type { Page, Request, Route } from 'playwright-core';
import { renderPage } from '#page';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { Participants, Stats } from '../../src/contract/stats.ts';
import { openPageInStoppedTime } from './openBrowser.ts';

/** A fault of an endpoint. */
export type Trouble = 'fails' | 'is cut off' | 'hangs' | 'answers HTML' | 'answers {}' | 'answers null';
/** What an endpoint answers at a moment, in ms of the scene's time. */
type Answer<T> = Trouble | ((now: number) => T);

/** The server as a scene plays it. */
export interface Script {
  stats: Answer<Stats>;
  participants: Answer<Participants>;
  config: Answer<PublicConfig>;
  pool: Answer<unknown>;
  winners: Answer<unknown>;
  prices: Answer<unknown>;
  trigger: Answer<unknown>;
  wallet: Answer<unknown>;
  chain: Answer<unknown>;
}

export interface Scene {
  /** What the endpoints do from now on; changed while the page is open. */
  readonly script: Script;
  /** Lets time go by, for the visitor and the server alike; every timer in it goes off. */
  pass(ms: number): Promise<void>;
  /**
   * The same until something is true, to the second or to a step of `stepMs`. Throws when it is not true after
   * `atMostMs`.
   */
  passUntil(isTrue: () => Promise<boolean>, atMostMs?: number, stepMs?: number): Promise<void>;
  /** Lets time go by for as long as some work takes that waits for the page's timers. */
  whileRunning<T>(work: () => Promise<T>): Promise<T>;
}

const PATHS: Readonly<Record<string, keyof Script>> = {
  '/api/lottery/stats': 'stats',
  '/api/lottery/eligible-participants': 'participants',
  '/api/config': 'config',
  '/api/lottery/pool-balance': 'pool',
  '/api/lottery/winners': 'winners',
  '/api/prices': 'prices',
  '/api/lottery/trigger-round': 'trigger',
};
const STEP_MS = 1000;
/** Shorter steps for other work, which needs its timers sooner and should not take a whole round. */
const WORK_STEP_MS = 50;
/** Parts that a page loads when it first needs them. */
const PARTS: ReadonlySet<string> = new Set(['script', 'stylesheet', 'font']);

interface Play {
  readonly page: Page;
  readonly url: string;
  /** The scene's time when the page is asked for. */
  readonly startsAt: number;
  readonly script: Script;
  /** False: the server has no data yet when it renders the page. */
  readonly rendered?: boolean;
}

/**
 * Opens the landing page as the product's own renderer writes it and under the product's own headers, but with the
 * script's data; then the visitor's clock stands still until `pass` moves it.
 */
export async function openScene({ page, url, startsAt, script, rendered = true }: Play): Promise<Scene> {
  let now = startsAt;
  const headers = await pageHeaders(url);
  const html = (): string =>
    renderPage({
      path: '/',
      now,
      stats: rendered && typeof script.stats === 'function' ? script.stats(now) : null,
      participants: rendered && typeof script.participants === 'function' ? script.participants(now) : null,
      config: typeof script.config === 'function' ? script.config(now) : null,
      wallet: null,
    });
  await page.route(`${url}/`, (route) => route.fulfill({ status: 200, headers, body: html() }));
  await page.addInitScript(countFetches);
  const [hanging, loading] = [new Set<Request>(), new Set<Request>()];
  const answer = async (route: Route, name: keyof Script) => {
    if (script[name] === 'hangs') hanging.add(route.request());
    await reply(route, script[name], now);
  };
  page.on('request', (request) => PARTS.has(request.resourceType()) && loading.add(request));
  page.on('requestfinished', (request) => loading.delete(request));
  page.on('requestfailed', (request) => {
    loading.delete(request);
    hanging.delete(request);
  });
  await page.route(`${url}/api/**`, (route) => answer(route, endpointOf(route.request().url())));
  if (typeof script.config === 'function') {
    await page.route(`${script.config(now).publicRpcUrl}/**`, (route) => answer(route, 'chain'));
  }
  now = await openPageInStoppedTime(page, `${url}/`, startsAt);
  const step = async (ms: number) => {
    now += ms;
    await page.clock.runFor(ms);
    // Answers and loaded parts take real time, of which the page knows nothing. So they are waited for before the next
    // second begins.
    let asked = 0;
    do {
      await page.evaluate(nextTask);
      asked = await page.evaluate(() => window.fetches ?? 0);
    } while (asked > hanging.size || loading.size > 0);
    await page.evaluate(nextTask);
  };
  return {
    script,
    pass: async (ms) => {
      for (let left = ms; left > 0; left -= STEP_MS) await step(Math.min(left, STEP_MS));
    },
    passUntil: async (isTrue, atMostMs = 60_000, stepMs = STEP_MS) => {
      for (let left = atMostMs; !(await isTrue()); left -= stepMs) {
        if (left <= 0) throw new Error(`not true after ${atMostMs} ms of the page's time`);
        await step(stepMs);
        // The page learns what is visible with a frame, and frames come in real time as well.
        await page.evaluate(nextFrame);
      }
    },
    whileRunning: async (work) => {
      let isDone = false;
      const end = () => {
        isDone = true;
      };
      const result = work();
      result.then(end, end);
      while (!isDone) await step(WORK_STEP_MS);
      return result;
    },
  };
}

function endpointOf(url: string): keyof Script {
  return PATHS[new URL(url).pathname] ?? 'wallet';
}

declare global {
  interface Window {
    /** How many requests of this page are neither answered completely nor given up. */
    fetches?: number;
  }
}

/** Runs in the page before its own script. */
function countFetches(): void {
  const ask = window.fetch;
  const count = (change: number) => {
    window.fetches = (window.fetches ?? 0) + change;
  };
  window.fetch = async (...request) => {
    count(1);
    try {
      const response = await ask(...request);
      await response.clone().arrayBuffer();
      return response;
    } finally {
      count(-1);
    }
  };
}

/** Runs in the page: resolves when the tasks that wait there are done. The page's timers stand still. */
function nextTask(): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
}

/** Runs in the page: resolves when a frame has been laid out. The page's own animation frames stand still. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement);
  });
}

/** The headers that the product gives its page, the strict policy among them. */
async function pageHeaders(url: string): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  (await fetch(url)).headers.forEach((value, name) => {
    if (!/^(content-encoding|content-length|transfer-encoding|etag)$/.test(name)) headers[name] = value;
  });
  return headers;
}

async function reply<T>(route: Route, answer: Answer<T>, now: number): Promise<void> {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  if (typeof answer === 'function') return route.fulfill({ json: answer(now), headers });
  switch (answer) {
    case 'hangs':
      return;
    case 'is cut off':
      return route.abort();
    case 'fails':
      return route.fulfill({ status: 500, json: { success: false, error: 'It broke.', code: 'INTERNAL' }, headers });
    case 'answers HTML':
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>502</title>', headers });
    case 'answers {}':
      return route.fulfill({ json: {}, headers });
    case 'answers null':
      return route.fulfill({ json: null, headers });
  }
}
