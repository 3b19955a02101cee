import { afterEach, beforeEach, expect } from 'vitest';
import { planDistribution } from '../../src/tax/planDistribution.ts';
import type { CycleOrder } from '../../worker/store/tax/taxExits.ts';
import { isTaxPaused } from '../../worker/store/views/rounds/pauses.ts';
import { createExitCycle } from '../../worker/tax/exitCycle.ts';
import type { OwnPart } from '../../worker/tax/readOwnParts.ts';
import { databaseWithConfig } from './databaseWithConfig.ts';
import type { FakeNode } from './fakeNodes.ts';
import { CONFIG, CYCLE_ID, cycleAfterSwap, landed, POOL_LINES, taxContext } from './taxContext.ts';

export const PLAN = planDistribution({
  ...{ currency: 'SOL', proceeds: 1_000_000n, carriedIn: 0n, feesPaid: 25_000n, feePerPart: 5_000n },
  wallets: CONFIG.wallets,
});

/** A part on chain that this database does not know: it pays the first line, and costs 5,000 lamports. */
export const UNKNOWN: OwnPart = {
  signature: 'unknown part',
  slot: 500,
  blockTime: CYCLE_ID + 60,
  cycle: CYCLE_ID,
  part: 7,
};

/** GOD that the cycle has collected, base units. */
export const COLLECTED = 9n;

function accountWith(amount: bigint) {
  const data = Buffer.alloc(165);
  data.writeBigUInt64LE(amount, 64);
  const owner = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
  return { context: { slot: 1 }, value: { owner, data: [data.toString('base64'), 'base64'] } };
}

/** Gives each test of a file an empty database, and checks after it that the nodes were asked nothing unforeseen. */
export function waitingCycles() {
  let db: D1Database;
  let surprises: unknown[][] = [];
  /** How much of what was collected is in the tax wallet, as nodes tell it. */
  let atHand = COLLECTED;
  beforeEach(async () => {
    db = await databaseWithConfig();
    atHand = COLLECTED;
  });
  afterEach(() => {
    const all = surprises.flat();
    surprises = [];
    expect(all).toEqual([]);
  });

  async function waiting(
    parts: readonly OwnPart[] | 'too-long' = [],
    liars: readonly FakeNode[] = [],
    whose: 'own' | 'another’s' = 'another’s',
  ) {
    const { address, amount } = PLAN.lines[0] ?? { address: '', amount: 0n };
    const answer = landed({ lamports: -amount });
    answer.transaction.message.accountKeys.push(address as never);
    answer.meta.preBalances.push(10);
    answer.meta.postBalances.push(10 + Number(amount));
    let height = 1_000;
    const epoch = () => ({ blockHeight: height, absoluteSlot: height });
    const honest: FakeNode = (method) => {
      if (method === 'getEpochInfo') return epoch();
      return method === 'getAccountInfo' ? accountWith(atHand) : answer;
    };
    const lying = liars.map(
      (liar): FakeNode =>
        (...asked) =>
          asked[0] === 'getEpochInfo' ? epoch() : liar(...asked),
    );
    const each = taxContext(db, [honest, ...lying.flatMap((liar) => [honest, liar])], {
      readOwnParts: async () => (parts === 'too-long' ? { kind: 'too-long' } : { kind: 'whole', parts }),
      isPaused: () => isTaxPaused(db),
    });
    surprises.push(each.surprises);
    const { context } = each;
    const begun = await cycleAfterSwap(context);
    await context.tax.plan(CYCLE_ID, {
      ...PLAN,
      currency: 'SOL',
      carriedIn: 0n,
      pool: POOL_LINES,
      unpayable: new Set(),
    });
    await context.tax.refused(CYCLE_ID, 'distribute', 'a part on chain is not known');
    const exit = createExitCycle({ ...context, db });
    /** Another process has begun the cycle, and blocks have gone by since it was met. */
    const forget = async (blocks: number) => {
      await context.firstHand.began({ id: 1, slot: 1 });
      await context.firstHand.meet(begun);
      height += blocks;
    };
    if (parts.length > 0 && whose !== 'own') await forget(300);
    const pass = (blocks: number) => {
      height += blocks;
    };
    const take = (wanted: CycleOrder['exit'], cycle = CYCLE_ID) =>
      exit({ cycle, exit: wanted, by: 'ann', reason: 'looked at it' });
    const kept = () =>
      db.prepare(`SELECT message FROM alerts WHERE key = 'tax-kept:${CYCLE_ID}'`).first<string>('message');
    const actions = async () => (await db.prepare('SELECT by, action, subject FROM actions').all()).results;
    return { ...each, answer, take, kept, actions, forget, pass, lines: () => context.tax.lines(CYCLE_ID) };
  }

  return {
    waiting,
    database: () => db,
    hold: (amount: bigint) => {
      atHand = amount;
    },
  };
}
