import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare, NoOpLog } from 'miniflare';
import * as z from 'zod';
import { applyMigrations } from '../world/applyMigrations.ts';
import { buildTestWorker } from '../world/buildTestWorker.ts';
import { readModules } from '../world/readModules.ts';
import { MIGRATIONS } from '../world/worldFolders.ts';
import { report } from './report.ts';

/** Who asks the database, and what one statement of theirs may cost, ms. A console may take longer. */
const ASKERS = { visitor: 5, minute: 5, round: 5, tax: 5, console: 50 } as const;
const MB = 1_000_000;

const costs = z.array(z.object({ sql: z.string(), ms: z.number().nullable(), rowsRead: z.number() }));
const size = z.object({ bytes: z.number() });
const timed = z.object({ ms: z.number() });

/**
 * A year of data in a local D1: 8,760 rounds, 262,800 tax cycles, 1.07 M journal rows, 24 lists of 10,000 entries. What
 * every statement costs there, and what differences and archives save.
 */
export async function benchYear(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'year-'));
  const { ask, stop } = await startYear(folder);
  try {
    for (const part of ['rounds', 'tax']) {
      const began = performance.now();
      await ask(part);
      report({
        bench: `a year of ${part} is filled in`,
        value: (performance.now() - began) / 1000,
        unit: 's',
        goal: 300,
      });
    }
    await reportSize(ask, 'with a year of tax cycles and none archived');
    for (const [who, goal] of Object.entries(ASKERS)) await reportCosts(ask, who, goal);
    await reportLists(ask);
    await reportArchive(ask);
    await reportSize(ask, 'after three hours of archiving');
    for (const [who, goal] of Object.entries(ASKERS)) await reportCosts(ask, who, goal);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Ask = (task: string) => Promise<unknown>;

async function reportCosts(ask: Ask, who: string, goal: number): Promise<void> {
  for (const { sql, ms, rowsRead } of costs.parse(await ask(`ask-${who}`))) {
    const text = sql.replace(/\s+/g, ' ').trim().slice(0, 160);
    if (ms === null) console.log(JSON.stringify({ bench: `a ${who}'s statement`, sql: text, note: 'is not repeated' }));
    else report({ bench: `a ${who}'s statement`, value: ms, unit: 'ms', goal, detail: { rowsRead, sql: text } });
  }
}

async function reportSize(ask: Ask, when: string): Promise<void> {
  const { bytes } = size.parse(await ask('size'));
  report({ bench: `the database ${when}`, value: bytes / MB, unit: 'MB', goal: 7_000 });
}

async function reportLists(ask: Ask): Promise<void> {
  const whole = timed.parse(await ask('list'));
  const { before, after, ms } = z
    .object({ before: z.number(), after: z.number(), ms: z.number() })
    .parse(await ask('pack'));
  report({
    bench: '24 lists of 10,000 wallets as differences, of which a twentieth trades in an hour',
    value: after / MB,
    unit: 'MB',
    goal: 2,
    reference: { name: 'whole', value: before / MB },
    detail: { packedInMs: Math.round(ms) },
  });
  report({
    bench: 'the list of the 24th round is read',
    value: timed.parse(await ask('list')).ms,
    unit: 'ms',
    goal: 500,
    reference: { name: 'whole', value: Math.max(1, whole.ms) },
  });
}

async function reportArchive(ask: Ask): Promise<void> {
  const done = z.object({ cycles: z.number(), bytes: z.number(), ms: z.number() }).parse(await ask('archive'));
  report({
    bench: 'an archived tax cycle',
    value: done.bytes / done.cycles,
    unit: 'bytes',
    goal: 700,
    detail: { cycles: done.cycles, msForFifty: Math.round((50 * done.ms) / done.cycles) },
  });
}

/** The database with its migrations and no rows, and the code that fills and asks it. */
async function startYear(folder: string): Promise<{ ask: Ask; stop: () => Promise<void> }> {
  const bundle = join(folder, 'bundle');
  await buildTestWorker('test/worker/year/yearWorker.ts', bundle);
  const miniflare = new Miniflare({
    ...{ cf: false, log: new NoOpLog(), resourcePersistencePath: join(folder, 'state') },
    workers: [
      {
        config: {
          ...{ type: 'worker', name: 'year', compatibilityDate: '2026-08-01', compatibilityFlags: ['nodejs_compat'] },
          manifest: { mainModule: 'index.js', modules: readModules(bundle) },
          env: { DB: { type: 'd1' }, CACHE: { type: 'kv' } },
          exports: {},
        },
        dev: {},
      },
    ],
  });
  await applyMigrations(await miniflare.getD1Database('DB'), MIGRATIONS);
  return {
    async ask(task) {
      const response = await miniflare.dispatchFetch(`http://year.test/${task}`);
      const text = await response.text();
      if (!response.ok) throw new Error(`${task}: ${text}`);
      return JSON.parse(text);
    },
    stop: () => miniflare.dispose(),
  };
}
