import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planDistribution } from '../../../src/tax/planDistribution.ts';
import type { Intention, PursueAll, Pursuit } from '../../../worker/engine/intention.ts';
import { endTaxPause, startTaxPause } from '../../../worker/store/journal/pauses.ts';
import type { CycleOrder } from '../../../worker/store/tax/taxExits.ts';
import { isTaxPaused } from '../../../worker/store/views/rounds/pauses.ts';
import { createCollectTax } from '../../../worker/tax/collectTax.ts';
import { createExitCycle } from '../../../worker/tax/exitCycle.ts';
import { harvestTax } from '../../../worker/tax/harvestTax.ts';
import { landedAs } from '../../../worker/tax/landedAs.ts';
import type { OwnPart } from '../../../worker/tax/readOwnParts.ts';
import { swapTax } from '../../../worker/tax/swapTax.ts';
import { withdrawTax } from '../../../worker/tax/withdrawTax.ts';
import { databaseWithConfig } from '../databaseWithConfig.ts';
import type { FakeNode } from '../fakeNodes.ts';
import { namedBytes } from '../namedBytes.ts';
import { oneByOne } from '../oneByOne.ts';
import { CONFIG, CYCLE_ID, cycleAfterSwap, cycleAtSwap, landed, NOW, POOL_LINES, taxContext } from '../taxContext.ts';

let db: D1Database;
let surprises: unknown[][] = [];
beforeEach(async () => {
  db = await databaseWithConfig();
  atHand = COLLECTED;
});
afterEach(() => {
  const all = surprises.flat();
  surprises = [];
  expect(all).toEqual([]);
});

const PLAN = planDistribution({
  ...{ currency: 'SOL', proceeds: 1_000_000n, carriedIn: 0n, feesPaid: 25_000n, feePerPart: 5_000n },
  wallets: CONFIG.wallets,
});
const PAID = PLAN.lines.reduce((sum, { amount }) => sum + amount, 0n);

/** A part on chain that this database does not know: it pays the first line, and costs 5,000 lamports. */
const UNKNOWN: OwnPart = { signature: 'unknown part', slot: 500, blockTime: CYCLE_ID + 60, cycle: CYCLE_ID, part: 7 };

/** GOD that the cycle has collected, base units. */
const COLLECTED = 9n;
/** How much of it is in the tax wallet, as nodes tell it. */
let atHand = COLLECTED;
function accountWith(amount: bigint) {
  const data = Buffer.alloc(165);
  data.writeBigUInt64LE(amount, 64);
  const owner = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
  return { context: { slot: 1 }, value: { owner, data: [data.toString('base64'), 'base64'] } };
}

/** A planned distribution of one part that waits for a person, and the exits that an operator has. */
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
  await context.tax.plan(CYCLE_ID, { ...PLAN, currency: 'SOL', carriedIn: 0n, pool: POOL_LINES, unpayable: new Set() });
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

describe('a release of a tax cycle that waits', () => {
  it('forgets what was refused, so that it tries again', async () => {
    const { context, take, actions } = await waiting();
    expect(await take('release')).toEqual({ kind: 'done' });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute', detail: null });
    expect(await actions()).toEqual([{ by: 'ann', action: 'release', subject: `tax cycle ${CYCLE_ID}` }]);
  });

  it('is refused with the payment shown while a part on chain is not known here', async () => {
    const { context, take, actions } = await waiting([UNKNOWN]);
    const [line] = PLAN.lines;
    expect(await take('release')).toEqual({
      kind: 'paid',
      payments: [{ signature: 'unknown part', to: line?.address, lamports: line?.amount, blockTime: CYCLE_ID + 60 }],
    });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ detail: 'a part on chain is not known' });
    expect(await actions()).toEqual([]);
  });

  it('names a part on chain that has paid GOD, which changes no lamports of its receivers', async () => {
    // The database was put back to before the chain refused the part and this line was paid alone.
    const { take, answer, kept, lines } = await waiting([{ ...UNKNOWN, part: 1_000 }]);
    await db.prepare(`UPDATE tax_cycles SET currency = 'GOD', proceeds = NULL`).run();
    answer.meta.postBalances = [...answer.meta.preBalances];
    const [line] = PLAN.lines;
    expect(await take('release')).toEqual({
      kind: 'paid',
      payments: [{ signature: 'unknown part', to: line?.address, lamports: 0n, blockTime: CYCLE_ID + 60 }],
    });
    // The GOD that is left is in the wallet: nothing is kept back, and nobody has to be told.
    expect([await take('close'), await kept()]).toEqual([{ kind: 'done' }, null]);
    expect((await lines()).map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED']);
  });

  it.each([
    ['its own part', { part: 0 }, ['SUCCESS', 'FAILED']],
    ['another part', { part: 1 }, ['FAILED', 'SUCCESS']],
    ['a part of that line alone', { part: 1_001 }, ['FAILED', 'SUCCESS']],
  ])('of GOD calls only the line paid that %s has paid, where a wallet has two', async (_, part, expected) => {
    const { take, answer, lines } = await waiting([{ ...UNKNOWN, ...part }]);
    answer.meta.postBalances = [...answer.meta.preBalances];
    const [line] = PLAN.lines;
    await db.batch([
      db.prepare(`UPDATE tax_cycles SET currency = 'GOD', proceeds = NULL`),
      db.prepare('UPDATE tax_lines SET address = ?, part = 1 WHERE line = 1').bind(line?.address),
    ]);
    expect(await take('close')).toEqual({ kind: 'done' });
    expect((await lines()).map(({ status }) => status)).toEqual(expected);
  });

  it('is refused for a cycle that is not under way', async () => {
    const { take } = await waiting();
    const refusal = { kind: 'refused', sentence: 'Tax cycle 5 is not under way.' };
    expect(await take('release', 5)).toEqual(refusal);
  });
});

describe('a close of a tax cycle that waits', () => {
  it('leaves all that was not paid out to the next cycle', async () => {
    const { context, take, lines, actions } = await waiting();
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({
      ...{ state: 'failed', reason: 'closed', carriedOut: 1_000_000n, fees: 0n },
      detail: 'ann closed it: looked at it',
    });
    expect((await context.tax.carriedOver()).lamports).toBe(1_000_000n);
    expect((await lines()).map(({ status }) => status)).toEqual(PLAN.lines.map(() => 'FAILED'));
    expect(await actions()).toEqual([{ by: 'ann', action: 'close', subject: `tax cycle ${CYCLE_ID}` }]);
  });

  it('of this process’s own cycle does not miss what a restored database has forgotten', async () => {
    const { context, take, pass } = await waiting([{ ...UNKNOWN, part: 0 }], [], 'own');
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    const journal = context.firstHand.watch(context.journal);
    await oneByOne(journal).write({ ...row, key: `tax:${CYCLE_ID}:distribute:0`, signature: 'forgotten' });
    // The tax is paused, so no step looks for its attempts; the database is put back.
    await db.prepare('DELETE FROM journal').run();
    expect(await take('close')).toMatchObject({ kind: 'refused', sentence: expect.stringContaining('two minutes') });
    pass(300);
    expect(await take('close')).toEqual({ kind: 'done' });
    expect((await context.tax.carriedOver()).lamports).toBe(1_000_000n - 5_000n - (PLAN.lines[0]?.amount ?? 0n));
  });

  it('subtracts what was paid by a part that only the chain knows, and its fee', async () => {
    const { context, take, lines } = await waiting([UNKNOWN]);
    expect(await take('close')).toEqual({ kind: 'done' });
    const [first, second] = PLAN.lines;
    const left = 1_000_000n - 5_000n - (first?.amount ?? 0n);
    expect(left).toBe(PAID - (first?.amount ?? 0n) + 25_000n);
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ carriedOut: left, fees: 5_000n });
    expect((await lines()).map(({ address, status }) => [address, status])).toEqual([
      [first?.address, 'SUCCESS'],
      [second?.address, 'FAILED'],
    ]);
  });

  it('subtracts what was paid by a part on chain that the database does not count yet, and pays it to nobody again', async () => {
    const known = { ...UNKNOWN, signature: 'known part', part: 0 };
    const { context, take, lines } = await waiting([known]);
    expect(await take('close')).toEqual({ kind: 'done' });
    const left = 1_000_000n - 5_000n - (PLAN.lines[0]?.amount ?? 0n);
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ carriedOut: left, fees: 5_000n });
    expect((await lines()).map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED']);
  });

  it('calls only one of two lines paid where their wallet was paid once', async () => {
    const { take, lines } = await waiting([UNKNOWN]);
    const [line] = PLAN.lines;
    await db.prepare(`UPDATE tax_lines SET address = ?, amount = '1' WHERE line = 1`).bind(line?.address).run();
    expect(await take('close')).toEqual({ kind: 'done' });
    expect((await lines()).map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED']);
  });

  it.each(['swap', 'withdraw'])(
    'at its %s subtracts nothing from the next cycle for payments from a swap that the database has lost, and says so',
    async (state) => {
      const { context, take, kept } = await waiting([UNKNOWN]);
      await db.prepare(`UPDATE tax_cycles SET state = ?, sold = NULL, proceeds = NULL, total = NULL`).bind(state).run();
      expect(await take('close')).toEqual({ kind: 'done' });
      expect((await context.tax.carriedOver()).lamports).toBe(0n);
      expect(await kept()).toContain('has forgotten a swap of this cycle');
    },
  );

  it.each([
    ['tells of a swap that the database has lost: nobody distributes what it has brought', COLLECTED - 1n, 1],
    ['tells of no lost swap while all GOD is there', COLLECTED, 0],
  ])('at its swap after a gap %s', async (_, there, told) => {
    const { take, forget, alerts, pass } = await waiting();
    await db.prepare(`UPDATE tax_cycles SET state = 'swap', sold = NULL, proceeds = NULL, total = NULL`).run();
    atHand = there;
    await forget(0);
    pass(300);
    expect(await take('close')).toEqual({ kind: 'done' });
    expect([...alerts.keys()].filter((key) => key.startsWith('tax-lost-swap:'))).toHaveLength(told);
  });

  it.each([
    ['harvest', 'swap', 1],
    ['withdraw', 'swap', 1],
    // An object that has signed no swap knows that none is lost.
    ['withdraw', 'harvest', 0],
  ])(
    'at its %s after a gap sees in the object’s note that a %s was signed: of lost swaps it tells %i',
    async (state, name, told) => {
      const { context, take, pass, alerts } = await waiting();
      const row = { bytes: namedBytes('lost'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
      const journal = oneByOne(context.firstHand.watch(context.journal));
      await db.batch([
        db.prepare('UPDATE tax_cycles SET state = ?').bind(name),
        db
          .prepare(
            `INSERT INTO tax_steps (cycle, name, part, status, amount, currency) VALUES (?, ?, 0, 'pending', '0', 'GOD') ON CONFLICT DO NOTHING`,
          )
          .bind(CYCLE_ID, name),
      ]);
      await journal.write({ ...row, key: `tax:${CYCLE_ID}:${name}:0`, signature: 'lost' });
      // The database is put back to before it.
      await db.batch([
        db.prepare('DELETE FROM journal'),
        db.prepare(`UPDATE tax_cycles SET state = ?, sold = NULL, proceeds = NULL, total = NULL`).bind(state),
      ]);
      expect(await take('close')).toMatchObject({ sentence: expect.stringContaining('two minutes') });
      pass(300);
      expect(await take('close')).toEqual({ kind: 'done' });
      expect([...alerts.keys()]).toEqual(told === 0 ? [] : [`tax-lost-swap:${CYCLE_ID}`]);
    },
  );

  it.each([
    ['tells that a swap may be lost where the object has not begun it', 1, 1],
    ['tells of no lost swap where the object has begun a later one: this one’s result was told then', CYCLE_ID + 9, 0],
  ])('at its withdrawal after a gap %s', async (_, noted, told) => {
    const { context, take, pass, alerts } = await waiting();
    await db.prepare(`UPDATE tax_cycles SET state = 'withdraw', sold = NULL, proceeds = NULL, total = NULL`).run();
    await context.firstHand.began({ id: noted, slot: 1 });
    await take('close');
    pass(300);
    expect(await take('close')).toEqual({ kind: 'done' });
    expect([...alerts.keys()].filter((key) => key.startsWith('tax-lost-swap:'))).toHaveLength(told);
  });

  it('believes two nodes of three about what a part has paid, at once', async () => {
    const { context, take } = await waiting([UNKNOWN], [() => landed({ lamports: -1n })]);
    expect(await take('close')).toEqual({ kind: 'done' });
    const left = 1_000_000n - 5_000n - (PLAN.lines[0]?.amount ?? 0n);
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ carriedOut: left, fees: 5_000n });
  });

  it('is refused while what another process has signed may still land: it would be paid again by the next cycle', async () => {
    const { context, take, forget } = await waiting();
    await forget(182);
    expect(await take('close')).toMatchObject({ kind: 'refused', sentence: expect.stringContaining('two minutes') });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute' });
    await forget(1);
    expect(await take('close')).toMatchObject({ kind: 'refused' });
  });

  it('leaves the unpaid rest in the wallet when the history is too long to be read, because it may be paid already', async () => {
    const { context, take, kept } = await waiting('too-long');
    expect(await take('release')).toMatchObject({ kind: 'refused', sentence: expect.stringContaining('Close it') });
    expect(await kept()).toBeNull();
    expect(await take('close')).toEqual({ kind: 'done' });
    expect((await context.tax.carriedOver()).lamports).toBe(0n);
    // Nobody pays these lamports any more: a person has to know of them, and how many they are.
    expect(await kept()).toContain('1000000 lamports');
    expect((await context.tax.get(CYCLE_ID))?.detail).toContain('1000000 lamports');
  });

  it('is refused when a part became paid while the sums were computed', async () => {
    const { context, take } = await waiting();
    const { lines } = context.tax;
    context.tax.lines = async (id) => {
      const read = await lines(id);
      const paid = { status: 'final', signature: 'adopted', fee: 5_000n } as const;
      await context.tax.settleStep({ cycle: id, name: 'distribute', part: 0 }, paid, 'SUCCESS');
      return read;
    };
    expect((await take('close')).kind).toBe('refused');
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute' });
    expect((await lines(CYCLE_ID)).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
  });

  it('is refused when a part on chain was taken over while it was looked up: it would be subtracted twice', async () => {
    const known = { ...UNKNOWN, signature: 'known part', part: 0 };
    const { context, take } = await waiting([known]);
    const { steps } = context.tax;
    const paid = { status: 'final', signature: 'known part', fee: 5_000n } as const;
    context.tax.steps = async (id, name) => {
      const read = await steps(id, name);
      await context.tax.settleStep({ cycle: id, name: 'distribute', part: 0 }, paid, 'SUCCESS');
      return read;
    };
    expect((await take('close')).kind).toBe('refused');
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute' });
    expect(await take('close')).toEqual({ kind: 'done' });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ carriedOut: 1_000_000n - PAID - 5_000n, fees: 5_000n });
  });

  it('is refused when an attempt has failed while the sums were computed: its fee would be in no books', async () => {
    const { context, take } = await waiting();
    const { under } = context.journal;
    const journal = oneByOne(context.journal);
    const key = `tax:${CYCLE_ID}:distribute:0`;
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1 };
    let attempt = 0;
    const fail = async () => {
      const signature = `failed ${attempt}`;
      await journal.bury(await journal.write({ ...row, key, attempt: attempt++, signature }), 'failed', 'refused');
    };
    context.journal.under = async (prefix) => {
      const rows = await under(prefix);
      await fail();
      return rows;
    };
    expect((await take('close')).kind).toBe('refused');
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute' });
    context.journal.under = under;
    expect(await take('close')).toEqual({ kind: 'done' });
    const fees = BigInt(attempt) * 5_000n;
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ fees, carriedOut: 1_000_000n - fees });
  });

  it('is refused when the distribution was planned while the sums were computed: its lines would be called unpaid', async () => {
    const { context, take } = await waiting([UNKNOWN]);
    await db.batch([
      db.prepare('DELETE FROM tax_lines'),
      db.prepare(`DELETE FROM tax_steps WHERE name = 'distribute'`),
      db.prepare('UPDATE tax_cycles SET total = NULL, carried_in = NULL'),
    ]);
    const { lines } = context.tax;
    const plan = { ...PLAN, currency: 'SOL', carriedIn: 0n, pool: POOL_LINES, unpayable: new Set<number>() } as const;
    context.tax.lines = async (id) => {
      const read = await lines(id);
      await context.tax.plan(id, plan);
      return read;
    };
    expect((await take('close')).kind).toBe('refused');
    expect(await take('close')).toEqual({ kind: 'done' });
    expect((await lines(CYCLE_ID)).map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED']);
  });

  it('before the swap lets an instance with a quote write nothing, so it sends nothing', async () => {
    const { context, take } = await waiting();
    await db.prepare(`UPDATE tax_cycles SET state = 'done' WHERE id = ?`).bind(CYCLE_ID).run();
    await cycleAtSwap(context, CYCLE_ID + 1);
    expect(await take('close', CYCLE_ID + 1)).toEqual({ kind: 'done' });
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    const swap = { ...row, key: `tax:${CYCLE_ID + 1}:swap:0`, signature: 'mine' };
    await expect(oneByOne(context.journal).write(swap)).rejects.toThrow('takes no attempt any more');
  });

  it('keeps the lines unchanged when an instance that has not seen the close splits their part', async () => {
    const { context, take, lines } = await waiting();
    expect(await take('close')).toEqual({ kind: 'done' });
    const closed = await lines();
    const moves = closed.map(({ line, amount }) => ({ line, part: line + 1, amount }));
    await context.tax.splitPart({ id: CYCLE_ID, currency: 'SOL' }, 0, moves);
    expect(await lines()).toEqual(closed);
    expect(await context.tax.steps(CYCLE_ID, 'distribute')).toHaveLength(1);
  });

  it('is refused while a transaction of it is on its way', async () => {
    const { context, take } = await waiting();
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    await oneByOne(context.journal).write({ ...row, key: `tax:${CYCLE_ID}:distribute:0`, signature: 'sent' });
    expect(await take('close')).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('sent is on its way'),
    });
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute' });
  });

  /** A cycle of one harvest at this step. */
  async function early(state: 'harvest' | 'withdraw') {
    const { context, take, alerts } = await waiting();
    await db.prepare(`UPDATE tax_cycles SET state = 'done' WHERE id = ?`).bind(CYCLE_ID).run();
    const id = CYCLE_ID + 1;
    await context.tax.start({
      ...{ id, slot: 1, currency: 'SOL', configVersion: CONFIG.version, withheld: 9n, inMint: 0n, unsold: 0n },
      harvests: [{ amount: 9n, accounts: ['a'] }],
    });
    await context.firstHand.began({ id, slot: 1 });
    if (state === 'withdraw') {
      await context.tax.settleStep(
        { cycle: id, name: 'harvest', part: 0 },
        { status: 'failed', signature: null, fee: null },
      );
      await context.tax.move(id, 'harvest', 'withdraw');
    }
    const key = `tax:${id}:${state}:0`;
    const row = { bytes: namedBytes('early'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1 };
    const write = (attempt = 0) => oneByOne(context.journal).write({ ...row, attempt, key, signature: 'early' });
    if (state === 'withdraw')
      await context.tax.addStep({ cycle: id, name: state, part: 0, amount: 9n, currency: 'GOD' });
    return { context, alerts, id, key, write, close: () => take('close', id) };
  }

  it.each(['harvest', 'withdraw'] as const)(
    'is refused while a %s is on its way: nobody would follow it',
    async (state) => {
      const { context, id, key, write, close } = await early(state);
      const row = await write();
      expect(await close()).toMatchObject({ sentence: expect.stringContaining('early is on its way') });
      // It has landed: what the cycle has stored of it counts.
      await context.journal.settleAll([{ row, state: 'confirmed', slot: 2 }]);
      await context.tax.settleStep({ cycle: id, name: state, part: 0 }, landedAs(row, 'confirmed'));
      expect(await close()).toEqual({ kind: 'done' });
      expect([key, await context.tax.get(id)]).toMatchObject([key, { fees: 5_000n, carriedOut: -5_000n }]);
    },
  );

  it.each(['harvest', 'withdraw'] as const)(
    'lets a step write no %s any more, and nobody is told of a failure',
    async (state) => {
      const { context, alerts, id, key, write, close } = await early(state);
      const cycle = await context.tax.get(id);
      await context.journal.settleAll([{ row: await write(), state: 'expired', proof: 'too late' }]);
      expect(await close()).toEqual({ kind: 'done' });
      expect(await write(1)).toMatchObject({ attempt: 0, bytes: '' });
      // A step that has read the cycle before the close.
      const attempts = await context.journal.attempts(key);
      const idle = async ({ maySign }: Intention): Promise<Pursuit> => {
        expect(await maySign(attempts)).toBe(false);
        return { kind: 'idle', attempts };
      };
      const pursueAll: PursueAll = async (all) => ({
        fault: null,
        pursued: await Promise.all(all.map(async (intention) => ({ intention, pursuit: await idle(intention) }))),
      });
      const step = state === 'harvest' ? harvestTax : withdrawTax;
      expect(cycle && (await step({ ...context, pursue: idle, pursueAll }, cycle))).toMatchObject({});
      expect([[...alerts], (await context.tax.get(id))?.state]).toEqual([[], 'failed']);
    },
  );

  it('does not take an attempt for lost that was written while the journal was read', async () => {
    const { context, take } = await waiting();
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    const { under } = context.journal;
    context.journal.under = async (prefix) => {
      const rows = await under(prefix);
      const journal = oneByOne(context.firstHand.watch(context.journal));
      await journal.write({ ...row, key: `tax:${CYCLE_ID}:distribute:0`, signature: 'sent' });
      return rows;
    };
    expect(await take('close')).toMatchObject({ sentence: expect.stringContaining('sent is on its way') });
  });

  it('is not told as a swap that the chain has refused three times', async () => {
    const { context, take, alerts } = await waiting();
    await db.prepare(`UPDATE tax_cycles SET state = 'swap', sold = NULL, proceeds = NULL, total = NULL`).run();
    const cycle = await context.tax.get(CYCLE_ID);
    const key = `tax:${CYCLE_ID}:swap:0`;
    for (const attempt of [0, 1]) {
      const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt };
      const written = await oneByOne(context.journal).write({ ...row, key, signature: `dead ${attempt}` });
      await context.journal.settleAll([{ row: written, state: 'expired', proof: 'too late' }]);
    }
    await db.prepare(`UPDATE tax_steps SET status = 'pending' WHERE name = 'swap'`).run();
    expect(await take('close')).toEqual({ kind: 'done' });
    // A step that has read the cycle before the close, and its attempts after it.
    const pursue: typeof context.pursue = async ({ maySign }) => {
      const attempts = await context.journal.attempts(key);
      expect([attempts.length, await maySign(attempts)]).toEqual([2, false]);
      return { kind: 'idle', attempts };
    };
    expect(cycle && (await swapTax({ ...context, pursue }, cycle))).toMatchObject({ kind: 'wait' });
    expect([...alerts]).toEqual([]);
  });

  it('lets another instance write no attempt any more, so its bytes are never sent', async () => {
    const { context, take } = await waiting();
    expect(await take('close')).toEqual({ kind: 'done' });
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    const part = { ...row, key: `tax:${CYCLE_ID}:distribute:0`, signature: 'mine' };
    await expect(oneByOne(context.journal).write(part)).rejects.toThrow('takes no attempt any more');
  });

  it('of an instance that has read the cycle as open changes nothing when something was sent meanwhile', async () => {
    const { context, take } = await waiting();
    const row = { bytes: namedBytes('a part'), blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1, attempt: 0 };
    const { lines } = context.tax;
    // Between the look at the journal and the close itself.
    context.tax.lines = async (id) => {
      await oneByOne(context.journal).write({ ...row, key: `tax:${CYCLE_ID}:distribute:0`, signature: 'sent' });
      return lines(id);
    };
    expect((await take('close')).kind).toBe('refused');
    expect(await context.tax.get(CYCLE_ID)).toMatchObject({ state: 'distribute' });
  });
});

describe('a pause of the tax', () => {
  it('lets nothing of it move until it is ended, and keeps who did it', async () => {
    const { context, actions } = await waiting();
    await startTaxPause(db, { by: 'ann', reason: 'a strange price', at: NOW });
    await startTaxPause(db, { by: 'bob', reason: 'me too', at: NOW + 1 });
    // Any request of a step would make this test fail.
    expect(await createCollectTax(context)(true)).toMatchObject({ problem: 'An operator has paused the tax.' });
    await endTaxPause(db, { by: 'bob', reason: 'it was none', at: NOW + 2 });
    expect(await isTaxPaused(db)).toBe(false);
    expect(await actions()).toEqual([
      { by: 'ann', action: 'pause', subject: 'tax' },
      { by: 'bob', action: 'resume', subject: 'tax' },
    ]);
  });
});
