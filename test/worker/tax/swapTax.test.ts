import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPursue, type Intention, type Pursuit } from '../../../worker/engine/intention.ts';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import type { Preparation, SwapWish } from '../../../worker/swap/prepareSwap.ts';
import { createCollectTax } from '../../../worker/tax/collectTax.ts';
import { createExitCycle } from '../../../worker/tax/exitCycle.ts';
import type { OwnPart } from '../../../worker/tax/readOwnParts.ts';
import { swapTax } from '../../../worker/tax/swapTax.ts';
import { emptyDatabase } from '../database.ts';
import { type FakeNode, rpcError } from '../fakeNodes.ts';
import { namedBytes } from '../namedBytes.ts';
import { oneByOne } from '../oneByOne.ts';
import { BEGUN_AT, CYCLE_ID, cycleAtSwap, landed, NOW, taxContext } from '../taxContext.ts';

let db: D1Database;
let surprises: unknown[][] = [];
beforeEach(async () => {
  db = await emptyDatabase();
  seen = AT_HAND;
});
afterEach(() => {
  const all = surprises.flat();
  surprises = [];
  expect(all).toEqual([]);
});

const AT_HAND = 10_000_000_000n;
/** How much GOD our account holds, as nodes tell it. */
let seen = AT_HAND;
/** The block height, which grows with every request. */
let height = 1_000;
/** A chain without transactions, on which our account holds GOD. */
const node: FakeNode = (method) => {
  const data = Buffer.alloc(165);
  data.writeBigUInt64LE(seen, 64);
  const owner = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
  if (method === 'getEpochInfo') {
    height += 100;
    return { blockHeight: height, absoluteSlot: height };
  }
  if (method !== 'getAccountInfo') throw new Error(`nobody expected ${method}`);
  return { context: { slot: 1 }, value: { owner, data: [data.toString('base64'), 'base64'] } };
};

/** A cycle at its swap, with exchanges that give these answers; `signed` counts what would have been sent. */
async function atSwap(prepare: (wish: SwapWish) => Preparation, parts: readonly OwnPart[] = []) {
  const wishes: SwapWish[] = [];
  let signed = 0;
  const pursue = async ({ maySign }: Intention): Promise<Pursuit> => {
    if (!(await maySign([]))) return { kind: 'idle', attempts: [] };
    signed += 1;
    return { kind: 'pending', row: { signature: 's' } as never, seen: 'sent', slot: null };
  };
  const each = taxContext(db, [node], {
    pursue,
    readOwnParts: async () => ({ kind: 'whole', parts }),
    prepareSwap: async (wish) => {
      wishes.push(wish);
      return prepare(wish);
    },
  });
  surprises.push(each.surprises);
  await cycleAtSwap(each.context);
  const step = async () => {
    const cycle = await each.context.tax.get(CYCLE_ID);
    if (cycle === null) throw new Error('no cycle');
    return swapTax(each.context, cycle);
  };
  const state = async () => (await each.context.tax.get(CYCLE_ID))?.state;
  return { ...each, step, state, wishes, signed: () => signed };
}

const unsure = (lamports: bigint): Preparation => ({
  ...{
    ok: false,
    kind: 'unsure',
    offer: { amount: AT_HAND, lamports },
    detail: 'raydium: less than half',
    refusals: [],
  },
});

describe('a swap of a cycle whose withdrawal the nodes do not show yet', () => {
  it.each([
    ['', 0],
    [', also where the clock has stepped back a little since', -5],
  ])('waits for them%s', async (_, ms) => {
    const { step, state, later } = await atSwap(() => unsure(500n));
    seen = 0n;
    later(ms);
    expect(await step()).toMatchObject({ kind: 'wait' });
    expect(await state()).toBe('swap');
  });

  it.each([
    ['that is over', 15_000],
    ['that a clock an hour ahead has begun', -3_600_000],
  ])('ends after a wait %s', async (_, ms) => {
    const { step, context, later } = await atSwap(() => unsure(500n));
    seen = 0n;
    later(ms);
    await step();
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'failed', reason: 'nothing-collected' });
  });
});

describe('a swap for which no exchange gives a quote', () => {
  const unavailable: Preparation = {
    ...{ ok: false, kind: 'unavailable', reason: 'no-swap', detail: 'raydium: 503', refusals: [] },
  };
  it.each([
    ['at once', 0, 'swap'],
    ['where the clock has stepped back a little since', -5, 'swap'],
    ['for half a minute and no longer', 30_000, 'failed'],
    ['not because a clock was an hour ahead', -3_600_000, 'failed'],
  ])('is waited for %s', async (_, ms, expected) => {
    const { step, state, later } = await atSwap(() => unavailable);
    later(ms);
    await step();
    expect(await state()).toBe(expected);
  });

  it('does not end its cycle where another instance has signed one meanwhile: its proceeds would be nobody’s', async () => {
    const row = { bytes: namedBytes('a swap'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    const { context, step, state, later } = await atSwap(() => unavailable);
    const { prepareSwap } = context;
    const signMeanwhile: typeof prepareSwap = async (wish) => {
      const prepared = await prepareSwap(wish);
      await context.tax.addStep({ cycle: CYCLE_ID, name: 'swap', part: 0, amount: AT_HAND, currency: 'GOD' });
      await oneByOne(context.journal).write({ ...row, key: `tax:${CYCLE_ID}:swap:0`, signature: 'another’s' });
      return prepared;
    };
    later(30_000);
    Object.assign(context, { prepareSwap: signMeanwhile });
    await step();
    expect(await state()).toBe('swap');
  });
});

describe('a price that has to stand for a while', () => {
  it('is noted in the database with its time, is reported once, and is used by every later look', async () => {
    const { step, state, wishes, alerts, later } = await atSwap(() => unsure(500n));
    expect(await step()).toMatchObject({
      kind: 'wait',
      until: NOW + 60_000,
      problem: expect.stringContaining('ten minutes'),
    });
    later(20_000);
    await step();
    expect(wishes.map(({ firstLook }) => firstLook)).toEqual([null, { at: NOW, amount: AT_HAND, lamports: 500n }]);
    expect([...alerts.keys()]).toEqual([`tax-price:${CYCLE_ID}`]);
    expect(await state()).toBe('swap');
  });

  it('begins anew when it moves', async () => {
    const prices = [500n, 510n, 300n, 300n];
    const { step, wishes, later } = await atSwap(() => unsure(prices[wishes.length - 1] ?? 0n));
    for (let i = 0; i < 4; i++) {
      await step();
      later(10_000);
    }
    expect(wishes.map(({ firstLook }) => firstLook?.at ?? null)).toEqual([null, NOW, NOW, NOW + 20_000]);
  });

  it('begins anew when a clock that was an hour ahead has noted it', async () => {
    const { step, wishes, later } = await atSwap(() => unsure(500n));
    later(3_600_000);
    await step();
    later(-3_600_000);
    await step();
    await step();
    expect(wishes.map(({ firstLook }) => firstLook?.at ?? null)).toEqual([null, NOW + 3_600_000, NOW]);
  });

  it('keeps the cycle alive however long it takes, and the swap that comes of it is signed', async () => {
    const good: Preparation = {
      ok: true,
      refusals: [],
      swap: { outLamports: 10n ** 9n, minimumLamports: 10n ** 9n, feeLamports: 5_000n } as never,
    };
    const answers = [unsure(500n), unsure(500n), good];
    const { step, signed, wishes, later } = await atSwap(() => answers[wishes.length - 1] ?? good);
    await step();
    later(11 * 60_000);
    expect([await step(), signed()]).toMatchObject([{ kind: 'wait', until: expect.any(Number) }, 0]);
    await step();
    expect([signed(), wishes.length]).toEqual([1, 3]);
  });
});

describe('a swap of a cycle that another process has begun', () => {
  const good: Preparation = {
    ok: true,
    refusals: [],
    swap: { outLamports: 10n ** 9n, minimumLamports: 10n ** 9n, feeLamports: 5_000n } as never,
  };
  /** As after a restart, or with a restored database. */
  const forget = async ({ context }: Awaited<ReturnType<typeof atSwap>>) => {
    await context.firstHand.began({ id: 1, slot: 1 });
    await context.firstHand.meet({ id: CYCLE_ID, slot: BEGUN_AT });
  };

  it('is signed only when earlier signed transactions can no longer land', async () => {
    const world = await atSwap(() => good);
    await forget(world);
    expect(await world.step()).toMatchObject({ kind: 'wait', problem: expect.stringContaining('has to land or') });
    expect([world.signed(), world.wishes.length]).toEqual([0, 0]);
    world.later(15_000);
    await world.step();
    expect(world.signed()).toBe(1);
  });

  it('is signed, and GOD called lost, only when each node shows what the cycle has withdrawn', async () => {
    const world = await atSwap(() => good);
    await db.prepare('UPDATE tax_cycles SET in_mint = ?').bind(`${AT_HAND}`).run();
    await forget(world);
    seen = 5n;
    for (const ms of [0, 14_999]) {
      world.later(ms);
      expect(await world.step()).toMatchObject({ kind: 'wait' });
    }
    expect([world.signed(), [...world.alerts.keys()]]).toEqual([0, []]);
    world.later(1);
    await world.step();
    expect([world.signed(), [...world.alerts.keys()]]).toEqual([1, [`tax-lost-swap:${CYCLE_ID}`]]);
  });

  it('is not made when the cycle’s distribution is on chain, because the GOD in the wallet came later', async () => {
    const part = { signature: 'paid', slot: 1, blockTime: CYCLE_ID, cycle: CYCLE_ID, part: 0 };
    const world = await atSwap(() => good, [part]);
    await forget(world);
    await world.step();
    await world.step();
    expect([world.signed(), [...world.alerts.keys()]]).toEqual([0, [`tax-distributed:${CYCLE_ID}`]]);
    expect(await world.context.tax.get(CYCLE_ID)).toMatchObject({ state: 'failed', reason: 'already-distributed' });
    // A part that was not paid is not paid any more: a person has to know.
    expect(world.alerts.get(`tax-distributed:${CYCLE_ID}`)).toContain('paid out stays in the tax wallet');
  });

  it('is not made where a later cycle was begun: what is at hand is later GOD', async () => {
    const world = await atSwap(() => good);
    const { firstHand } = world.context;
    await firstHand.began({ id: CYCLE_ID + 120, slot: BEGUN_AT });
    await firstHand.meet({ id: CYCLE_ID, slot: BEGUN_AT });
    await world.step();
    await world.step();
    expect([world.signed(), [...world.alerts.keys()]]).toEqual([0, [`tax-distributed:${CYCLE_ID}`]]);
    expect(await world.context.tax.get(CYCLE_ID)).toMatchObject({ reason: 'already-distributed', carriedOut: 0n });
  });

  it('leaves nothing to the next cycle when its distribution is on chain, which has paid what was carried in', async () => {
    const part = { signature: 'paid', slot: 1, blockTime: CYCLE_ID, cycle: CYCLE_ID, part: 0 };
    const world = await atSwap(() => good, [part]);
    await db
      .prepare(
        `INSERT INTO tax_cycles (id, slot, state, currency, withheld, in_mint, unsold, started_at, state_since, ended_at, reason, carried_out)
         VALUES (1, 1, 'failed', 'SOL', '9', '9', '0', 1, 1, 1, 'closed', '400000')`,
      )
      .run();
    await forget(world);
    await world.step();
    expect((await world.context.tax.carriedOver()).lamports).toBe(400_000n);
    await world.step();
    expect(await world.context.tax.get(CYCLE_ID)).toMatchObject({ reason: 'already-distributed', carriedOut: 0n });
  });

  it('sells the GOD in the wallet, and a person is told when it is less than was collected', async () => {
    const world = await atSwap(() => good);
    await forget(world);
    await world.step();
    world.later(16_000);
    await db.prepare('UPDATE tax_cycles SET in_mint = ?').bind(`${AT_HAND}`).run();
    await world.step();
    expect([world.signed(), world.alerts.size]).toEqual([1, 0]);
    await db
      .prepare('UPDATE tax_cycles SET in_mint = ?')
      .bind(`${AT_HAND + 1n}`)
      .run();
    await world.step();
    expect([world.signed(), [...world.alerts.keys()]]).toEqual([2, [`tax-lost-swap:${CYCLE_ID}`]]);
  });
});

describe('what prevents a swap', () => {
  it('while nodes contradict each other, the cycle waits, however long', async () => {
    const disagree: Preparation = {
      ...{ ok: false, kind: 'disagreement', detail: 'RPC node 1 and node 2 disagree about the pool', refusals: [] },
    };
    const { step, state, later } = await atSwap(() => disagree);
    const waits = { kind: 'wait', problem: 'RPC node 1 and node 2 disagree about the pool' };
    expect(await step()).toMatchObject(waits);
    later(50_000);
    expect(await step()).toMatchObject(waits);
    expect(await state()).toBe('swap');
  });

  it.each([
    ['refused', 'approve', 'swap-refused', 'wanted a transaction signed that is not an honest swap'],
    ['unknown', 'unknown-route', 'swap-unknown', 'of a kind that is not known here'],
  ] as const)(
    'that is %s ends the cycle by its name, with an alert of its own',
    async (kind, reason, failure, words) => {
      const refusals = [{ exchange: 'jupiter' as const, reason, detail: 'what it is' }];
      const { step, context, alerts } = await atSwap(() => ({
        ok: false,
        kind,
        reason,
        detail: 'what it is',
        refusals,
      }));
      await step();
      expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'failed', reason: failure });
      const prefix = kind === 'unknown' ? 'swap-unknown' : 'swap-refused';
      expect([...alerts]).toEqual([[`${prefix}:${CYCLE_ID}:jupiter:${reason}`, expect.stringContaining(words)]]);
    },
  );

  it('that brings less at its minimum than the cycle costs is not signed', async () => {
    const swap = { outLamports: 10_001n, minimumLamports: 9_900n, feeLamports: 5_000n } as never;
    const { step, signed, context } = await atSwap(() => ({ ok: true, refusals: [], swap }));
    await step();
    expect([signed(), (await context.tax.get(CYCLE_ID))?.reason]).toEqual([0, 'below-fees']);
  });
});

const blockhash = { blockhash: 'b', lastValidBlockHeight: 10_000, slot: 1 };
const offered: Preparation = {
  ok: true,
  refusals: [],
  swap: {
    ...{
      bytes: namedBytes('a swap'),
      feeLamports: 5_000n,
      lookupTables: [],
      blockhash,
      exchange: 'raydium',
      amount: AT_HAND,
    },
    ...{ outLamports: 10n ** 9n, minimumLamports: 10n ** 9n },
  },
};

describe('a swap of a cycle that an operator closes', () => {
  const undecided: Preparation = { ok: false, kind: 'disagreement', detail: 'nodes disagree', refusals: [] };

  it('is on its way even if the cycle nearly ended before it: a close waits for its proceeds', async () => {
    let prepared: Preparation = { ok: false, kind: 'unavailable', reason: 'below-fees', detail: '', refusals: [] };
    const chain: FakeNode = (method, params) => {
      if (method === 'getSignatureStatuses') return { context: { slot: 1 }, value: [null] };
      return method === 'sendTransaction' ? rpcError(-32_603, '') : node(method, params);
    };
    const each = taxContext(db, [chain], { prepareSwap: async () => prepared });
    surprises.push(each.surprises);
    const { context, later } = each;
    const signSwap = () => ({ bytes: namedBytes('a swap'), signature: 'sold', blockhash });
    const pursueAll = createPursueAll(context);
    const signer = { ...context.signer, signSwap };
    let isDown = true;
    const fail: typeof context.tax.fail = async (...of) => {
      if (isDown) throw new Error('the database is down');
      return context.tax.fail(...of);
    };
    const tax = { ...context.tax, fail };
    const collect = createCollectTax({ ...context, tax, signer, pursueAll, pursue: createPursue(pursueAll) });
    await cycleAtSwap(context);
    await context.tax.addStep({ cycle: CYCLE_ID, name: 'swap', part: 0, amount: AT_HAND, currency: 'GOD' });
    const first = { attempt: 0, bytes: namedBytes('a swap'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1 };
    const row = await oneByOne(context.journal).write({ ...first, key: `tax:${CYCLE_ID}:swap:0`, signature: 'fell' });
    await context.journal.settleAll([{ row, state: 'failed', proof: 'the price moved' }]);
    // The database does not take the end of the cycle. The price comes back.
    await expect(collect(false)).rejects.toThrow('the database is down');
    prepared = offered;
    isDown = false;
    later(5_000);
    await collect(false);
    expect((await context.journal.attempts(row.key)).map(({ state }) => state)).toEqual(['failed', 'sent']);
    const close = createExitCycle({ ...context, db });
    expect(await close({ cycle: CYCLE_ID, exit: 'close', by: 'ann', reason: 'looked at it' })).toMatchObject({
      ...{ kind: 'refused', sentence: expect.stringContaining('sold is on its way') },
    });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'swap' });
  });

  it('is not sent by an instance that still remembers the cycle as open, because nobody would distribute its proceeds', async () => {
    let prepared: Preparation = undecided;
    const each = taxContext(db, [node], { prepareSwap: async () => prepared });
    surprises.push(each.surprises);
    const { context, later } = each;
    const signSwap = () => ({ bytes: namedBytes('a swap'), signature: 'sold', blockhash });
    const pursueAll = createPursueAll(context);
    const signer = { ...context.signer, signSwap };
    const collect = createCollectTax({ ...context, signer, pursueAll, pursue: createPursue(pursueAll) });
    await cycleAtSwap(context);
    expect(await collect(false)).toMatchObject({ problem: 'nodes disagree' });
    const exit = createExitCycle({ ...context, db });
    const order = { cycle: CYCLE_ID, exit: 'close', by: 'ann', reason: 'looked at it' } as const;
    expect(await exit(order)).toEqual({ kind: 'done' });
    later(5_000);
    prepared = offered;
    await expect(collect(false)).rejects.toThrow('takes no attempt any more');
    expect(await context.journal.attempts(`tax:${CYCLE_ID}:swap:0`)).toEqual([]);
    expect(await context.tax.steps(CYCLE_ID, 'swap')).toEqual([]);
    // It has learnt that the cycle has ended.
    expect(await collect(false)).toMatchObject({ problem: null });
  });
});

describe('a swap that becomes final when a restored database has forgotten it', () => {
  it('is not taken in by the process that has signed it, and nothing is sold again: a person is told', async () => {
    let isFinal = false;
    const chain: FakeNode = async (method, params) => {
      if (method === 'sendTransaction') return 'sold';
      const final = { slot: 500, err: null, confirmationStatus: 'finalized' };
      if (method === 'getSignatureStatuses') return { context: { slot: 1 }, value: [isFinal ? final : null] };
      if (method !== 'getTransaction') return node(method, params);
      await db.batch([db.prepare('DELETE FROM journal'), db.prepare(`DELETE FROM tax_steps WHERE name = 'swap'`)]);
      seen = 0n;
      return landed({ god: -AT_HAND, lamports: 700_000n });
    };
    const readOwnParts = async () => ({ kind: 'whole', parts: [] }) as const;
    const each = taxContext(db, [chain], { prepareSwap: async () => offered, readOwnParts });
    surprises.push(each.surprises);
    const { context, later, alerts } = each;
    let signed = 0;
    const signSwap = () => {
      signed += 1;
      return { bytes: namedBytes('a swap'), signature: 'sold', blockhash };
    };
    const journal = context.firstHand.watch(context.journal);
    const pursueAll = createPursueAll({ ...context, journal });
    const signer = { ...context.signer, signSwap };
    const collect = createCollectTax({ ...context, journal, signer, pursueAll, pursue: createPursue(pursueAll) });
    await cycleAtSwap(context);
    await collect(false);
    isFinal = true;
    for (let look = 0; look < 5; look++) {
      later(20_000);
      await collect(false);
    }
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'failed', sold: null, proceeds: null });
    expect([signed, [...alerts.keys()]]).toEqual([1, [`tax-lost-swap:${CYCLE_ID}`]]);
  });
});
