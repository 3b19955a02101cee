import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_WALLETS } from '../../../src/distribution/wallet.ts';
import { LINES_A_PART } from '../../../src/tax/planDistribution.ts';
import { HARVEST_ACCOUNTS } from '../../../worker/chain/signing/taxTransactions.ts';
import { createPursue } from '../../../worker/engine/intention.ts';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import { rememberAttempts } from '../../../worker/engine/rememberAttempts.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { createDistributionStore } from '../../../worker/store/tax/distribution.ts';
import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { isTaxPaused } from '../../../worker/store/views/rounds/pauses.ts';
import { createCollectTax } from '../../../worker/tax/collectTax.ts';
import { validList } from '../../domain/distributionWallets.ts';
import { wallet } from '../../domain/wallets.ts';
import { countedDatabase } from '../countedDatabase.ts';
import { emptyDatabase } from '../database.ts';
import type { FakeNode } from '../fakeNodes.ts';
import { nameOf } from '../namedBytes.ts';
import { PROCEEDS, taxChain } from '../taxChain.ts';
import { NOW, taxContext } from '../taxContext.ts';

/** The most calls of the database from a cycle's beginning to its final distribution. A batch counts as one call. */
const CYCLE_TRIPS = 80;
/** The most that one cycle harvests. */
const MOST_HARVESTS = 40;
/**
 * The most calls of a node from the look that finds the fees until every harvest is confirmed. Each harvest is sent by
 * its own call.
 */
const HARVEST_CALLS = 60;

let db: D1Database;
let surprises: unknown[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => {
  expect(surprises).toEqual([]);
});

/** Everything of a cycle but the exchange, with a database that counts; `play` takes it from its beginning to its end. */
async function startBig({ autoSwap }: { readonly autoSwap: boolean }) {
  const { DB, trips } = countedDatabase(db);
  let time = () => NOW;
  const chain = taxChain({
    accounts: MOST_HARVESTS * HARVEST_ACCOUNTS + 100,
    now: () => time(),
    isJournaled: async (bytes) =>
      (await db.prepare('SELECT 1 FROM journal WHERE bytes = ?').bind(bytes).first()) !== null,
  });
  const node: FakeNode = (...asked) => chain.node(...asked);
  const usual = taxContext(db, [node]);
  ({ surprises } = usual);
  const { rpc, now, settings } = usual.context;
  time = now;
  const [journal, tax] = [rememberAttempts(createJournal(DB, now), now), createTaxStore(DB, now)];
  const pursueAll = createPursueAll({ journal, rpc, now });
  const distribution = createDistributionStore(DB, {
    pools: () => ({ pool: wallet(1), pools: [wallet(1)] }),
    admin: wallet(9),
    now,
    newId: () => 'first',
  });
  const collect = createCollectTax({
    ...usual.context,
    ...{
      settings: { ...settings, autoSwap, payouts: 'live' } as never,
      tax,
      journal,
      pursueAll,
      pursue: createPursue(pursueAll),
    },
    isPaused: () => isTaxPaused(DB),
    activeConfig: () => distribution.active(),
    lastWorth: async () => {
      await tax.lastSwap();
      return null;
    },
    prepareSwap: async () => ({
      ...{ ok: true, refusals: [] },
      swap: { outLamports: PROCEEDS, minimumLamports: PROCEEDS, feeLamports: 11_000n } as never,
    }),
    signer: chain.signer,
  });
  await distribution.active();
  await db
    .prepare('UPDATE distribution_versions SET wallets = ?')
    .bind(JSON.stringify(validList(MAX_WALLETS).map((each) => ({ ...each, percentage: 100 / MAX_WALLETS }))))
    .run();
  const play = async () => {
    trips.length = 0;
    let waitsFor: string | null = null;
    for (let run = 0; run < 300; run++) {
      const { wakeAt, problem } = await collect(run === 0);
      waitsFor = problem;
      const state = await db.prepare("SELECT state FROM tax_cycles WHERE state <> 'empty'").first('state');
      if (state === 'done' || state === 'failed') return state;
      usual.later(Math.max(10, wakeAt - now()));
    }
    throw new Error(`the cycle does not end: ${waitsFor}`);
  };
  return { ...usual, chain, trips, play, collect };
}

const counts = async (table: 'tax_steps' | 'tax_lines', by: string) =>
  (await db.prepare(`SELECT ${by} AS what, status, count(*) AS n FROM ${table} GROUP BY 1, 2 ORDER BY 1, 2`).all())
    .results;

describe('the round trips of the largest tax cycle there can be', () => {
  it.each([
    { autoSwap: true, parts: Math.ceil(MAX_WALLETS / LINES_A_PART.SOL), currency: 'SOL' },
    { autoSwap: false, parts: Math.ceil(MAX_WALLETS / LINES_A_PART.GOD), currency: 'GOD' },
  ])(
    `in $currency, ${MOST_HARVESTS} harvests and $parts parts, are at most ${CYCLE_TRIPS}`,
    async ({ autoSwap, parts }) => {
      const { play, trips, chain } = await startBig({ autoSwap });
      expect(await play()).toBe('done');
      expect(await counts('tax_steps', 'name')).toEqual([
        { what: 'distribute', status: 'final', n: parts },
        { what: 'harvest', status: 'final', n: MOST_HARVESTS },
        ...(autoSwap ? [{ what: 'swap', status: 'final', n: 1 }] : []),
        { what: 'withdraw', status: 'final', n: 1 },
      ]);
      expect(await counts('tax_lines', "'line'")).toEqual([{ what: 'line', status: 'SUCCESS', n: MAX_WALLETS }]);
      expect(chain.unjournaled).toEqual([]);
      if (process.env.TRIPS === 'list') console.log(trips.join('\n'));
      expect(trips.length, trips.join('\n')).toBeLessThanOrEqual(CYCLE_TRIPS);
      expect(trips.length).toBeGreaterThan(20);
    },
  );
});

describe(`the ${MOST_HARVESTS} harvests of the largest tax cycle`, () => {
  it(`are at most ${HARVEST_CALLS} calls of a node in all`, async () => {
    const { play, chain, calls } = await startBig({ autoSwap: true });
    expect(await play()).toBe('done');
    expect([...chain.sent.values()].filter(({ kind }) => kind === 'harvest')).toHaveLength(MOST_HARVESTS);
    const next = calls.findIndex(({ params: [bytes] }) => nameOf(String(bytes)).startsWith('withdrawal'));
    expect(next).toBeGreaterThan(MOST_HARVESTS);
    // This blockhash, and what is asked after it, already belongs to the withdrawal.
    const own = calls.slice(0, next).findLastIndex(({ method }) => method === 'getLatestBlockhash');
    const methods = calls.slice(0, own).map(({ method }) => method);
    expect(methods.length, methods.join(' ')).toBeLessThanOrEqual(HARVEST_CALLS);
  });
});
