import type { TaxCycleAnswer } from '../../src/contract/tax.ts';
import type { Mark } from '../world/nodes/lie.ts';
import { type Node, startNode } from '../world/nodes/startNode.ts';
import type { ProxyRule } from '../world/startProxy.ts';
import type { World } from '../world/startWorld.ts';
import { transactionsOf } from './chainFacts.ts';
import { eventually } from './eventually.ts';
import { expectNothingBuriedAlive, markOf, messagesOf } from './hostileRound.ts';
import { type TaxLottery, withTax } from './startTax.ts';

export interface HostileCycle {
  readonly seed: string;
  readonly behaviour: (mark: Mark, world: World) => ProxyRule | Promise<ProxyRule>;
  /** The number of honest nodes; the hostile node is asked first. */
  readonly honest?: number;
  /** Done to the world before the cycle. */
  readonly prepare?: (world: World) => Promise<void>;
  /** Every transaction is lost at every node, and lands only when it is sent again. */
  readonly isLostAtFirst?: boolean;
  /** `done`: the cycle ends during the hostile behaviour. `safe`: a cycle may also end only afterwards. */
  readonly expected: 'done' | 'safe';
  /** What an alert must say before the hostile behaviour ends. */
  readonly named?: RegExp;
}

export interface CycleOutcome {
  /** Messages of all alerts. */
  readonly alerts: readonly string[];
  readonly hasWaited: boolean;
}

/** Enough holders that a lie can be about two of them. */
const HOLDERS = 40;
/** How long the hostile behaviour lasts, by what is expected of the cycle: `done` is a last resort, as is the time after it. */
const WHILE_IT_LASTS_SECONDS = { done: 300, safe: 25 } as const;
const AFTERWARDS_SECONDS = 300;
/** An associated account of GOD, made by the first cycle. */
const TOKEN_ACCOUNT_BYTES = 182;

/** Plays one tax cycle against a hostile node. Throws unless every lamport of it arrives where it should. */
export async function playHostileCycle(cycle: HostileCycle): Promise<CycleOutcome> {
  const nodes: Node[] = [];
  const settingsOf = async (world: World) => {
    for (let i = 0; i <= (cycle.honest ?? 1); i++) nodes.push(await startNode(world.rpcUrl));
    return { RPC_URLS: nodes.map((node) => node.url).join(',') };
  };
  const outcome: { alerts: readonly string[]; hasWaited: boolean } = { alerts: [], hasWaited: false };
  try {
    await withTax({ seed: cycle.seed, holders: HOLDERS, settingsOf }, async (tax) => {
      const before = await balancesOf(tax);
      await tax.trade(3);
      await cycle.prepare?.(tax.world);
      const mark = await markOf(tax.world, tax.lottery.pool.publicKey, tax.lottery.endsAt(1));
      const hostile = await cycle.behaviour(mark, tax.world);
      for (const [i, node] of nodes.entries()) {
        const own = i === 0 ? hostile : null;
        node.behave(cycle.isLostAtFirst ? losingFirst(own) : own);
      }
      await tax.collect();
      const isDone = await done(tax, WHILE_IT_LASTS_SECONDS[cycle.expected]).then(
        () => true,
        () => false,
      );
      if (!isDone && cycle.expected === 'done')
        throw new Error(
          `not done in time: ${JSON.stringify(await tax.report())}\n${tax.lottery.logs.slice(-20).join('\n')}`,
        );
      if (cycle.named !== undefined) await said(tax, cycle.named);
      for (const node of nodes) node.behave(null);
      if (!isDone) await done(tax, AFTERWARDS_SECONDS);
      await expectExact(tax, before);
      await expectNothingBuriedAlive(tax.world, tax.lottery);
      Object.assign(outcome, { alerts: await messagesOf(tax.lottery), hasWaited: !isDone });
    });
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
  return outcome;
}

/** A node that does not pass a transaction on when it is sent to it for the first time, and else behaves like this. */
function losingFirst(behaviour: ProxyRule | null): ProxyRule {
  const seen = new Set<unknown>();
  return (method, params, forward) => {
    const isFirst = method === 'sendTransaction' && !seen.has(params[0]);
    if (isFirst) seen.add(params[0]);
    return isFirst ? 'drop' : (behaviour?.(method, params, forward) ?? null);
  };
}

/** Calls the cron until a cycle has distributed. */
function done(tax: TaxLottery, seconds: number): Promise<TaxCycleAnswer[]> {
  return eventually(
    async () => {
      await tax.collect();
      return (await tax.report()).cycles;
    },
    (cycles) => cycles.some(({ state }) => state === 'done'),
    seconds,
  );
}

/** Calls the cron until an alert says this. */
function said(tax: TaxLottery, words: RegExp): Promise<string[]> {
  return eventually(
    async () => {
      await tax.collect();
      return messagesOf(tax.lottery);
    },
    (messages) => messages.some((message) => words.test(message)),
  );
}

interface Balances {
  readonly pool: bigint;
  readonly admin: bigint;
  readonly wallet: bigint;
}

async function balancesOf({ sol, lottery, world }: TaxLottery): Promise<Balances> {
  const wallets = [lottery.pool.publicKey, world.adminWallet, world.taxWallet.publicKey];
  const [pool = 0n, admin = 0n, wallet = 0n] = await Promise.all(wallets.map(sol));
  return { pool, admin, wallet };
}

/**
 * Throws unless the receivers got the proceeds exactly once and to the lamport, and the tax wallet kept none of them
 * and lost nothing of its own.
 */
async function expectExact(tax: TaxLottery, before: Balances): Promise<void> {
  const { cycles } = await tax.report();
  const share = (label: string) =>
    cycles
      .flatMap(({ lines }) => lines.filter((line) => line.label === label && line.status === 'SUCCESS'))
      .reduce((sum, line) => sum + BigInt(line.units), 0n);
  const rent = BigInt(await tax.world.runtime.connection.getMinimumBalanceForRentExemption(TOKEN_ACCOUNT_BYTES));
  const carried = BigInt(cycles[0]?.carriedOutLamports ?? 0);
  const expected = {
    pool: before.pool + share('Lottery Pool'),
    admin: before.admin + share('Admin'),
    wallet: before.wallet - rent + carried,
  };
  const after = await balancesOf(tax);
  for (const who of ['pool', 'admin', 'wallet'] as const) {
    if (after[who] !== expected[who])
      throw new Error(`${who} holds ${after[who]}, not ${expected[who]}: ${JSON.stringify(cycles)}`);
  }
  const memos = await transactionsOf(tax.world, tax.world.taxWallet.publicKey, 'GOD1 tax cycle=');
  const texts = new Set(memos.map(({ memo }) => memo));
  if (texts.size !== memos.length) throw new Error(`distributed twice: ${JSON.stringify([...texts])}`);
}
