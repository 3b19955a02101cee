import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { CRONS } from '../../../worker/crons.ts';
import { RoundsObject } from '../../../worker/objects/RoundsObject.ts';
import { TaxObject } from '../../../worker/objects/TaxObject.ts';
import { scheduled } from '../../../worker/scheduled.ts';
import { announceFirst } from '../announceFirst.ts';
import { firstAccounts, keyOf, MINT, MINT_KEYS, START, settingsOf } from '../cast.ts';
import { createD1 } from '../d1.ts';
import { createDatabase } from '../database.ts';
import { createDice } from '../dice.ts';
import type { Plan } from '../faults/atoms.ts';
import { createHost } from '../host.ts';
import { type Account, rentOf, TOKEN_ACCOUNT_BYTES } from '../model/accounts.ts';
import { createChain } from '../model/chain.ts';
import { createExchanges } from '../model/outside.ts';
import { createNetwork } from '../network.ts';
import { enter } from '../platform.ts';
import { createScheduler, type Process } from '../scheduler.ts';
import { nameReadings, readingNow } from './causes.ts';
import type { Hour, HourOptions } from './hour.ts';
import { createMeter } from './meter.ts';
import { trade } from './trades.ts';

const ROUND_SECONDS = 3_600;
const LOCK_SECONDS = 60;
const MINUTE_MS = 60_000;
/**
 * The first minutes are not counted, because a start makes more requests. The counted hour has one lock and one
 * payment.
 */
const COUNTED_FROM_MS = 5 * MINUTE_MS;
const COUNTED_MS = 60 * MINUTE_MS;
const VISIT_MS = 5_000;
const MOST_WAY_MS = 20;
const GOD = 1_000_000n;
/** A seed whose network has no faults. */
const SEED = 7;

/**
 * Plays one hour of the real objects in virtual time, with rounds of an hour, and returns everything that they
 * requested.
 */
export async function playHour({ accounts, nodes, isVisited, isTraded }: HourOptions): Promise<Hour> {
  const plan: Plan = { seed: SEED, nodes, rounds: 1, isBalanced: false, entrants: 40, pool: 50_000_000_000, atoms: [] };
  const dice = createDice(plan.seed);
  const scheduler = createScheduler(plan.seed, START, false);
  const database = createDatabase();
  const meter = createMeter();
  const since = () => scheduler.now() - START;
  const isCounted = () => since() >= COUNTED_FROM_MS && since() < COUNTED_FROM_MS + COUNTED_MS;
  const counts = { d1: 0, changes: 0, reads: 0, writes: 0, objects: 0 };
  /** Counts one event and runs it. */
  function counting<R>(what: keyof typeof counts, run: () => R): R {
    if (isCounted()) counts[what] += 1;
    return run();
  }

  const first = withMore(firstAccounts(plan), accounts);
  const chain = createChain({
    ...{ scheduler, seed: plan.seed, start: START, mint: MINT, mintKeys: MINT_KEYS, ...first },
    landsAfter: () => dice.between('lands', 0, 4),
  });
  const vars = {
    ...settingsOf(plan),
    ROUND_SECONDS: String(ROUND_SECONDS),
    ENTRY_LOCK_SECONDS: String(LOCK_SECONDS),
  };

  const rounds = createHost({
    ...{ name: 'rounds', scheduler, dice, onCrash: () => undefined },
    create(ctx, life) {
      const object = new RoundsObject(ctx, envFor(life));
      nameReadings(object);
      return object;
    },
    ring: (object) => counting('objects', () => object.alarm()),
  });
  const tax = createHost({
    ...{ name: 'tax', scheduler, dice, onCrash: () => undefined },
    create: (ctx, life) => new TaxObject(ctx, envFor(life)),
    ring: (object) => counting('objects', () => object.alarm()),
  });
  const dies = (life: Process, name: string) =>
    (life.name.startsWith('rounds') ? rounds : life.name.startsWith('tax') ? tax : null)?.dies(life, name) ??
    life.isDead;

  const kept = new Map<string, string>();
  announceFirst({ chain, kept, vars });
  function envFor(owner: Process): Env {
    const later = <T>(run: () => T) =>
      new Promise<T>(
        (resolve) => void scheduler.after(dice.between('kv', 1, MOST_WAY_MS), '', () => resolve(run()), { owner }),
      );
    const counted = createD1({
      ...{ database, scheduler, dice, owner, dies: (name: string) => dies(owner, name) },
      fault: () => counting('d1', () => null),
    });
    const asked = <R>(run: () => Promise<R>) => counting('objects', run);
    return {
      ...vars,
      DB: counted,
      CACHE: {
        get: (key: string, options?: unknown) =>
          counting('reads', () =>
            // Here the cron for prices is never lost, and no exchange is simulated for it.
            later(() =>
              key.startsWith('price:')
                ? { time: scheduler.now() }
                : options === undefined
                  ? (kept.get(key) ?? null)
                  : JSON.parse(kept.get(key) ?? 'null'),
            ),
          ),
        put: (key: string, value: string) => counting('writes', () => later(() => void kept.set(key, value))),
      },
      ROUNDS: {
        getByName: () => ({
          tick: () => asked(() => rounds.call('tick', (object) => object.tick())),
          advance: () => asked(() => rounds.call('advance', (object) => object.advance())),
        }),
      },
      TAX: {
        getByName: () => ({
          collect: () => asked(() => tax.call('collect', (object) => object.collect())),
          collectAfter: () => asked(nothing),
        }),
      },
      ALERTS: { getByName: () => ({ raise: () => asked(nothing), tick: () => asked(nothing) }) },
      PUSH: { getByName: () => ({ tick: () => asked(nothing) }) },
    } as unknown as Env;
  }

  const network = createNetwork({
    ...{ plan, scheduler, dice, chain, start: START, friends: [], dies },
    exchanges: createExchanges(chain, keyOf('market maker')),
    ...{ onUse: nothing, onAnswer: nothing, onSend: nothing },
    onFault(error) {
      throw error;
    },
  });
  const fetch: typeof network = async (url, init) => {
    const node = /^https:\/\/node(\d+)\./.exec(url)?.[1];
    if (node === undefined || !isCounted()) return network(url, init);
    const by = scheduler.current()?.name ?? '';
    const why = readingNow() ?? (by.startsWith('tax') ? 'tax' : roundsCause(since()));
    const question = String(init?.body);
    const response = await network(url, init);
    if (response.ok) {
      const answer = await response.text();
      meter.add({ node: Number(node), cause: why, method: JSON.parse(question).method, question, answer });
    }
    return response;
  };

  function fire(cron: string): void {
    const owner: Process = { name: `cron ${cron}`, isDead: false };
    const run = () => void scheduled({ cron } as ScheduledController, envFor(owner)).catch(nothing);
    scheduler.after(0, '', run, { owner });
  }
  function minute(n: number): void {
    fire(CRONS.minute.cron);
    if (n % (CRONS.tax.everyMs / MINUTE_MS) === 0) fire(CRONS.tax.cron);
    if (n % 60 === 0) fire(CRONS.draw.cron);
    scheduler.after(MINUTE_MS, '', () => minute(n + 1), { owner: null });
  }
  function visit(): void {
    rounds.deliver('visit', (object) => object.publicState());
    scheduler.after(VISIT_MS, '', visit, { owner: null });
  }

  enter({ seed: plan.seed, scheduler, now: scheduler.now, fetch });
  try {
    scheduler.after(10, '', () => minute(0), { owner: null });
    if (isVisited) scheduler.after(20, '', visit, { owner: null });
    if (isTraded) trade({ scheduler, dice, chain });
    let changed = 0;
    await scheduler.runUntil(START + COUNTED_FROM_MS, nothing);
    changed = database.length();
    await scheduler.runUntil(START + COUNTED_FROM_MS + COUNTED_MS, nothing);
    counts.changes = database.length() - changed;
    const rows = (sql: string) => database.ask(sql).length;
    return {
      rpc: meter.list(),
      d1: { calls: counts.d1, changes: counts.changes },
      kv: { reads: counts.reads, writes: counts.writes },
      objects: counts.objects,
      paidRounds: rows(`SELECT 1 FROM rounds WHERE state = 'paid'`),
      taxCycles: rows(`SELECT 1 FROM tax_cycles WHERE state = 'done'`),
    };
  } finally {
    enter(null);
    database.close();
  }
}

/**
 * Which part of a round the rounds' object works on: the lock with the commitment, the draw with the payment, or the
 * time between.
 */
function roundsCause(since: number): string {
  const inRound = since % (ROUND_SECONDS * 1_000);
  if (inRound >= (ROUND_SECONDS - LOCK_SECONDS) * 1_000) return 'lock';
  return inRound < 2 * MINUTE_MS ? 'round' : 'between rounds';
}

/** The accounts of the cast, and more accounts with a little GOD until there are `wanted`. */
function withMore({ accounts, supply }: ReturnType<typeof firstAccounts>, wanted: number) {
  const held = [...accounts.values()].filter(({ data }) => data?.kind === 'token').length;
  const amount = 12_345n * GOD;
  for (let i = held; i < wanted; i++) {
    const data: Account['data'] = { kind: 'token', owner: named(`owner ${i}`), amount, withheld: 0n };
    accounts.set(named(`account ${i}`), { lamports: rentOf(TOKEN_ACCOUNT_BYTES), data });
  }
  return { accounts, supply: supply + BigInt(Math.max(0, wanted - held)) * amount };
}

const named = (name: string) => base58.encode(Uint8Array.from(createHash('sha256').update(`bill ${name}`).digest()));
const nothing = async () => undefined;

type Env = Parameters<typeof scheduled>[1];
