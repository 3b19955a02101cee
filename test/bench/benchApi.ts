import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { startLottery } from '../rounds/startLottery.ts';
import { startMiniflareWorker } from '../world/miniflareWorker.ts';
import { startWorld } from '../world/startWorld.ts';
import { report } from './report.ts';

const CONNECTIONS = 16;
const SECONDS = 0.5;
/** Many short runs: when the machine is slow for some seconds, that affects one pair, and the median leaves it out. */
const PAIRS = 40;

/**
 * Compares a cached public GET with a bare Hono answer in the same kind of workerd, in turns, so that a noisy machine
 * affects both.
 */
export async function benchApi(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bare-'));
  const world = await startWorld({ worldSeed: 'bench api', holders: 100 });
  const lottery = await startLottery({ world, roundSeconds: 600, entryLockSeconds: 60 });
  const bare = await startMiniflareWorker({
    bundleDir: await bareHono(folder),
    settings: {},
    persistTo: join(folder, 'state'),
  });
  try {
    const stats = { rate: [] as number[], p99: [] as number[] };
    const reference = { rate: [] as number[], p99: [] as number[] };
    for (let pair = 0; pair < PAIRS; pair++) {
      const both = [
        [`${bare.url}/`, reference],
        [`${lottery.url}/api/lottery/stats`, stats],
      ] as const;
      // Each is first in every second pair: where the machine becomes slower within a pair, neither gains by it.
      for (const [url, into] of pair % 2 === 0 ? both : both.toReversed()) {
        const { rate, p99 } = await load(url);
        into.rate.push(rate);
        into.p99.push(p99);
      }
    }
    const share = median(stats.rate.map((rate, pair) => rate / (reference.rate[pair] ?? 0)));
    const perBare = 1e6 / median(reference.rate);
    const perStats = perBare / share;
    const detail = { share: Number(share.toFixed(3)), perSecond: Math.round(median(stats.rate)) };
    report({
      bench: 'GET /api/lottery/stats from the isolate, per request (goal: 1/0.9 of a bare Hono answer)',
      value: perStats,
      unit: 'us',
      goal: perBare / 0.9,
      reference: { name: 'bare Hono {ok:true}', value: perBare },
      detail,
    });
    const [p99, bareP99] = [median(stats.p99), median(reference.p99)];
    report({
      bench: 'GET /api/lottery/stats, 99th percentile (goal: twice the bare answer’s)',
      value: p99,
      unit: 'ms',
      goal: 2 * bareP99,
      reference: { name: 'bare Hono {ok:true}', value: bareP99 },
    });
  } finally {
    await bare.stop();
    await lottery.stop();
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Requests a second and the 99th percentile in ms, over keep-alive connections, for a bounded time. */
async function load(url: string): Promise<{ rate: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  const began = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - began < SECONDS * 1000) {
      const from = performance.now();
      await get(url, agent);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  agent.destroy();
  times.sort((a, b) => a - b);
  return { rate: times.length / SECONDS, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

function get(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`)),
      );
    })
      .on('error', reject)
      .end();
  });
}

async function bareHono(folder: string): Promise<string> {
  const entry = join(folder, 'bare.js');
  // The Durable Object is only there because the test worker has a binding for one.
  writeFileSync(
    entry,
    `import { Hono } from 'hono';
import { DurableObject } from 'cloudflare:workers';
export class RoundsObject extends DurableObject {}
export default new Hono().get('/', (c) => c.json({ ok: true }));`,
  );
  const outDir = join(folder, 'bundle');
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { hono: join(process.cwd(), 'node_modules/hono') } },
    build: {
      outDir,
      minify: false,
      lib: { entry, formats: ['es'], fileName: () => 'index.js' },
      rollupOptions: { external: ['cloudflare:workers'] },
    },
  });
  return outDir;
}
