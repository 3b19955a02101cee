import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { planDistribution } from '../../../src/tax/planDistribution.ts';
import { SignerRefusal } from '../../../worker/chain/signing/signer.ts';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { carriedInto } from '../../../worker/tax/carriedInto.ts';
import { createCollectTax } from '../../../worker/tax/collectTax.ts';
import type { TaxContext } from '../../../worker/tax/context.ts';
import { distributeTax } from '../../../worker/tax/distributeTax.ts';
import { createExitCycle } from '../../../worker/tax/exitCycle.ts';
import { type BegunNote, createFirstHand } from '../../../worker/tax/firstHand.ts';
import { planTax } from '../../../worker/tax/planTax.ts';
import type { OwnPart } from '../../../worker/tax/readOwnParts.ts';
import { TAX_RESERVE } from '../../../worker/tax/startCycle.ts';
import { databaseWithConfig } from '../databaseWithConfig.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { namedBytes } from '../namedBytes.ts';
import { BEGUN_AT, CONFIG, CYCLE_ID, cycleAtSwap, landed, noteOf, POOL_LINES, taxContext } from '../taxContext.ts';

let db: D1Database;
let surprises: unknown[] = [];
beforeEach(async () => {
  db = await databaseWithConfig();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  expect(surprises).toEqual([]);
  surprises = [];
});

const PLAN = planDistribution({
  ...{ currency: 'SOL', proceeds: 1_000_000n, carriedIn: 0n, feesPaid: 25_000n, feePerPart: 5_000n },
  wallets: CONFIG.wallets,
});
const LINES = PLAN.lines.length;
/** A transaction signed at height 400 can land until height 550, and in one more block. */
const SIGNED = 400;
const LAST_VALID = 550;

/** What nodes say of a signature, and how high their finalized chain is. */
interface View {
  status: 'finalized' | 'confirmed' | null;
  error: object | null;
  height: number;
  /** How much more than planned the part has paid to each line. */
  off: bigint;
  /** How much it has paid to other receivers. */
  extra: bigint;
}
const SENT: View = { status: null, error: null, height: SIGNED + 10, off: 0n, extra: 0n };

function nodeOf(view: View): FakeNode {
  return answering({
    getLatestBlockhash: {
      context: { slot: SIGNED },
      value: { blockhash: 'b'.repeat(40), lastValidBlockHeight: LAST_VALID },
    },
    isBlockhashValid: { context: { slot: SIGNED }, value: true },
    sendTransaction: (bytes: string) => bytes,
    getSignatureStatuses: (signatures: string[]) => ({
      context: { slot: view.height },
      value: signatures.map(
        () => view.status && { slot: 420, err: view.error, confirmationStatus: view.status, confirmations: null },
      ),
    }),
    getEpochInfo: () => ({ blockHeight: view.height, absoluteSlot: view.height }),
    getFirstAvailableBlock: 1,
    getBlocks: (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, i) => from + i),
    getBlock: (of: number) => ({ blockHeight: of }),
    getTransaction: () => {
      const answer = landed({ lamports: -PLAN.total - view.off * BigInt(LINES) - view.extra });
      for (const { address, amount } of PLAN.lines) {
        answer.transaction.message.accountKeys.push(address as never);
        answer.meta.preBalances.push(10);
        answer.meta.postBalances.push(10 + Number(amount + view.off));
      }
      return answer;
    },
  });
}

/** A planned cycle of one part, and nodes with these views of it. `parts`: those that the wallet's history shows. */
async function planned(...given: readonly Partial<View>[]) {
  const views = given.map((view) => ({ ...SENT, ...view }));
  const paid: string[] = [];
  const onChain: { parts: readonly OwnPart[]; isTooLong?: true } = { parts: [] };
  const mayPay = { pool: true };
  const each = taxContext(db, views.map(nodeOf), {
    readOwnParts: async () => ({ kind: 'whole', parts: onChain.parts }),
    mayPayPool: async () => mayPay.pool,
  });
  ({ surprises } = each);
  const { rpc, now } = each.context;
  const signDistribution: TaxContext['signer']['signDistribution'] = (_cycle, lines, part, { blockhash }) => {
    paid.push(...lines.filter((line) => line.part === part && line.status === 'pending').map(({ address }) => address));
    return { bytes: namedBytes(`${part} ${paid.length}`), signature: `signature ${part} ${paid.length}`, blockhash };
  };
  const begunNote = noteOf<BegunNote>();
  /** One life of the process. */
  const live = (): TaxContext => {
    const readOwnParts = async () =>
      onChain.isTooLong ? ({ kind: 'too-long' } as const) : ({ kind: 'whole', parts: onChain.parts } as const);
    const firstHand = createFirstHand({ rpc, begunNote, readOwnParts });
    const journal = firstHand.watch(createJournal(db, now));
    const signer = { ...each.context.signer, signDistribution };
    return { ...each.context, firstHand, journal, signer, pursueAll: createPursueAll({ journal, rpc, now }) };
  };
  const first = live();
  /** How many different transactions went out. */
  const sent = () =>
    new Set(each.calls.flatMap(({ method, params }) => (method === 'sendTransaction' ? [String(params[0])] : []))).size;
  await cycleAtSwap(first);
  await first.tax.swapped(CYCLE_ID, { signature: 's', fee: 5_000n, sold: 9n, proceeds: 1_000_000n });
  await first.tax.plan(CYCLE_ID, { ...PLAN, currency: 'SOL', carriedIn: 0n, pool: POOL_LINES, unpayable: new Set() });
  const look = async (life: TaxContext) => {
    const cycle = await life.tax.get(CYCLE_ID);
    if (cycle === null) throw new Error('no cycle');
    each.later(7_000);
    return distributeTax(life, cycle);
  };
  return {
    ...{ sent, first, live, look, paid, onChain, mayPay, alerts: each.alerts, later: each.later },
    see(...seen: readonly Partial<View>[]) {
      for (const [i, view] of seen.entries()) Object.assign(views[i] ?? {}, view);
    },
    /** Restores a copy of the database from before anything was sent. */
    restore: () => db.prepare("DELETE FROM journal WHERE key LIKE 'tax:%'").run(),
    steps: async () => (await first.tax.steps(CYCLE_ID, 'distribute')).map(({ part, status }) => [part, status]),
    lines: async () => (await first.tax.lines(CYCLE_ID)).map(({ status }) => status),
  };
}

const PART_0: OwnPart = { signature: 'forgotten', slot: 420, blockTime: CYCLE_ID + 30, cycle: CYCLE_ID, part: 0 };

describe('a part that was signed, and that a restored database has forgotten', () => {
  it.each(['the same process', 'another one'])('is not signed by %s before it can land no more', async (who) => {
    const { first, live, look, see, paid, restore } = await planned({});
    await look(first);
    expect(paid).toHaveLength(LINES);
    await restore();
    const life = who === 'another one' ? live() : first;
    await look(life);
    // 182 blocks after the one at which the gap was noticed.
    see({ height: SENT.height + 182 });
    await look(life);
    expect(paid).toHaveLength(LINES);
    see({ height: SENT.height + 183 });
    await look(life);
    expect(paid).toHaveLength(2 * LINES);
  });

  it('and that has landed is taken over, so that nobody is paid again', async () => {
    const { first, live, look, see, paid, onChain, restore, steps, lines } = await planned({});
    await look(first);
    await restore();
    const life = live();
    await look(life);
    see({ height: 1_000, status: 'finalized' });
    onChain.parts = [PART_0];
    await look(life);
    expect([paid.length, await steps(), await lines()]).toEqual([LINES, [[0, 'final']], ['SUCCESS', 'SUCCESS']]);
  });

  it.each([
    ['with other amounts', { off: 1n, extra: -BigInt(LINES) }, PART_0, 'with other amounts'],
    ['with more receivers', { extra: 1n }, PART_0, 'with other amounts'],
    ['as a part that is not known here', {}, { ...PART_0, part: 3 }, 'a part on chain that the database does not know'],
  ] as const)('and that has landed %s waits for a person', async (_, view, part, sentence) => {
    const { first, live, look, see, paid, onChain, restore, steps } = await planned(view);
    await look(first);
    await restore();
    const life = live();
    await look(life);
    see({ height: 1_000 });
    onChain.parts = [part];
    const looked = look(life);
    await expect(looked).rejects.toThrow(SignerRefusal);
    await expect(looked).rejects.toThrow(sentence);
    expect([paid.length, await steps()]).toEqual([LINES, [[0, 'pending']]]);
  });

  it('as a later attempt is not signed again as that attempt', async () => {
    const { first, live, look, see, paid } = await planned({});
    await look(first);
    see({ height: 600 });
    // The first is proven dead, and a second is signed.
    await look(first);
    expect(paid).toHaveLength(2 * LINES);
    await db.prepare('DELETE FROM journal WHERE attempt = 1').run();
    await look(first);
    await look(live());
    expect(paid).toHaveLength(2 * LINES);
  });
});

describe('a cycle that was held up for days', () => {
  it('is paid by another process at once: its history is not asked for', async () => {
    const { first, live, look, mayPay, paid, onChain } = await planned({});
    mayPay.pool = false;
    await look(first);
    onChain.isTooLong = true;
    mayPay.pool = true;
    await look(live());
    expect(paid).toHaveLength(LINES);
  });
});

describe('a cycle that comes back from before its end', () => {
  const NEXT = CYCLE_ID + 10;
  /** A person closes it before anything is paid, the next cycle is given the sum, and the database is put back. */
  async function cameBack() {
    const each = await planned({});
    const { first, look, mayPay } = each;
    const close = (life: TaxContext) =>
      createExitCycle({ ...life, db })({ cycle: CYCLE_ID, exit: 'close', by: 'ann', reason: 'looked at it' });
    const none = { configVersion: CONFIG.version, withheld: 9n, inMint: 9n, unsold: 0n, harvests: [] };
    const begin = async (life: TaxContext, id: number) => {
      expect(await life.tax.start({ id, slot: BEGUN_AT, currency: 'SOL', ...none })).toBe(true);
      await life.firstHand.began({ id, slot: BEGUN_AT });
      return carriedInto(life, { id });
    };
    // As its plan did.
    await carriedInto(first, { id: CYCLE_ID });
    mayPay.pool = false;
    await look(first);
    expect([await close(first), await begin(first, NEXT)]).toEqual([{ kind: 'done' }, 1_000_000n]);
    await db.batch([
      db.prepare('DELETE FROM tax_cycles WHERE id = ?').bind(NEXT),
      db
        .prepare(
          `UPDATE tax_cycles SET state = 'distribute', reason = NULL, carried_out = NULL, ended_at = NULL
           WHERE id = ?`,
        )
        .bind(CYCLE_ID),
      db.prepare(`UPDATE tax_steps SET status = 'pending'`),
      db.prepare(`UPDATE tax_lines SET status = 'pending'`),
      db.prepare('DELETE FROM journal'),
    ]);
    mayPay.pool = true;
    return { ...each, begin };
  }

  it.each(['the same process', 'another one'])('is not paid by %s: a later cycle was given its sum', async (who) => {
    const { first, live, look, see, paid, begin, lines, alerts } = await cameBack();
    const life = who === 'another one' ? live() : first;
    expect(await look(life)).toMatchObject({ kind: 'wait' });
    see({ height: 1_000 });
    await look(life);
    await look(life);
    expect(await life.tax.get(CYCLE_ID)).toMatchObject({ state: 'done', carriedOut: 1_000_000n });
    // It ends by itself, a person is told, and no cycle is given its sum a second time.
    expect([paid, await lines(), await begin(life, NEXT + 10)]).toEqual([[], ['FAILED', 'FAILED'], 0n]);
    expect([...alerts.keys()]).toEqual([`tax-distributed:${CYCLE_ID}`, `tax-carried:${NEXT + 10}`]);
  });

  it('takes in what the chain has of it', async () => {
    const { live, look, see, paid, onChain, steps } = await cameBack();
    const life = live();
    await look(life);
    see({ height: 1_000, status: 'finalized' });
    onChain.parts = [PART_0];
    await look(life);
    expect([paid, await steps()]).toEqual([[], [[0, 'final']]]);
  });
});

describe('a plan in GOD that a restored database has forgotten', () => {
  /** A cycle that has nothing but its row, of an object with this note. */
  async function unplanned(noted: BegunNote, parts: readonly OwnPart[]) {
    let height = 1_000;
    const account = Buffer.alloc(165);
    account.writeBigUInt64LE(7_000n, 64);
    const owner = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
    const node = answering({
      getEpochInfo() {
        height += 200;
        return { blockHeight: height, absoluteSlot: height };
      },
      getAccountInfo: { context: { slot: 1 }, value: { owner, data: [account.toString('base64'), 'base64'] } },
    });
    const { context, ...each } = taxContext(db, [node]);
    ({ surprises } = each);
    const readOwnParts = async () => ({ kind: 'whole' as const, parts });
    const firstHand = createFirstHand({ rpc: context.rpc, begunNote: noteOf(noted), readOwnParts });
    const none = { withheld: 9n, inMint: 9n, unsold: 0n, harvests: [] };
    await context.tax.start({ id: CYCLE_ID, slot: BEGUN_AT, currency: 'GOD', configVersion: CONFIG.version, ...none });
    await context.tax.move(CYCLE_ID, 'harvest', 'withdraw');
    await context.tax.move(CYCLE_ID, 'withdraw', 'distribute');
    for (let i = 0; i < 2; i++) {
      const cycle = await context.tax.get(CYCLE_ID);
      if (cycle !== null) await planTax({ ...context, firstHand }, cycle);
    }
    return context.tax.get(CYCLE_ID);
  }

  it('is not made a second time by another process: what is at hand is later GOD', async () => {
    const attempts = [`tax:${CYCLE_ID}:distribute:0 0`];
    const cycle = await unplanned({ cycle: CYCLE_ID, attempts }, [PART_0]);
    expect(cycle).toMatchObject({ state: 'failed', reason: 'already-distributed', carriedOut: 0n });
  });

  it('is not made for a cycle that had ended: what is at hand is later GOD', async () => {
    const cycle = await unplanned({ cycle: CYCLE_ID + 120, attempts: [] }, []);
    expect(cycle).toMatchObject({ state: 'failed', reason: 'already-distributed', carriedOut: 0n });
  });
});

describe('a plan in SOL that a restored database has forgotten', () => {
  it.each<[string, BegunNote, readonly OwnPart[], string]>([
    [
      'is made again where the chain has its parts',
      { cycle: CYCLE_ID, attempts: [`tax:${CYCLE_ID}:distribute:0 0`] },
      [PART_0],
      'planned',
    ],
    ['is made again of a cycle that had ended', { cycle: CYCLE_ID + 120, attempts: [] }, [], 'planned'],
    ['waits for SOL where the chain has no part', { cycle: CYCLE_ID - 9, attempts: [] }, [], 'unplanned'],
  ])('%s: a person is asked only for SOL that is still to be paid', async (_, noted, parts, expected) => {
    let height = 1_000;
    const node = answering({
      getEpochInfo() {
        height += 200;
        return { blockHeight: height, absoluteSlot: height };
      },
      getBalance: { context: { slot: 1 }, value: Number(TAX_RESERVE) },
      getMinimumBalanceForRentExemption: 890_880,
      getMultipleAccounts: {
        context: { slot: 1 },
        value: PLAN.lines.map(() => ({
          lamports: 5_000_000,
          executable: false,
          owner: '11111111111111111111111111111111',
        })),
      },
    });
    const { context, ...each } = taxContext(db, [node]);
    ({ surprises } = each);
    await cycleAtSwap(context);
    await context.tax.swapped(CYCLE_ID, { signature: 's', fee: 5_000n, sold: 9n, proceeds: 1_000_000n });
    const readOwnParts = async () => ({ kind: 'whole' as const, parts });
    const firstHand = createFirstHand({ rpc: context.rpc, begunNote: noteOf(noted), readOwnParts });
    for (let i = 0; i < 2; i++) {
      const cycle = await context.tax.get(CYCLE_ID);
      if (cycle !== null) await planTax({ ...context, firstHand }, cycle);
    }
    const isPlanned = (await context.tax.get(CYCLE_ID))?.total !== null;
    const asked = each.alerts.has(`tax-reserve:${CYCLE_ID}`);
    expect([isPlanned ? 'planned' : 'unplanned', asked]).toEqual([expected, expected === 'unplanned']);
  });
});

describe('one liar of two nodes', () => {
  it.each<[string, Partial<View>]>([
    ['a part final', { status: 'finalized' }],
    ['a part failed', { status: 'finalized', error: { InstructionError: [2, { Custom: 1 }] } }],
    ['a part dead', { height: 600 }],
  ])('that calls %s moves nothing: it is neither settled nor split nor signed again', async (_, lie) => {
    const { first, look, see, paid, steps, lines } = await planned({}, {});
    await look(first);
    see({}, lie);
    for (let i = 0; i < 3; i++) await look(first).catch(() => undefined);
    expect([paid.length, await steps(), await lines()]).toEqual([LINES, [[0, 'pending']], ['pending', 'pending']]);
    // The truth is stored as soon as both nodes say it.
    see({ status: 'finalized' }, { ...SENT, status: 'finalized' });
    await look(first);
    expect([paid.length, await steps()]).toEqual([LINES, [[0, 'final']]]);
  });

  it('that shows another fee, or other payments, is not asked: the bytes that were signed say both', async () => {
    const { first, look, see, steps } = await planned({}, {});
    await look(first);
    see({ status: 'finalized' }, { status: 'finalized', off: 5n });
    await look(first);
    expect([await steps(), await first.tax.steps(CYCLE_ID, 'distribute')]).toMatchObject([
      [[0, 'final']],
      [{ fee: 5_000n }],
    ]);
  });
});

describe('a part that has failed on chain', () => {
  const failed: Partial<View> = { status: 'finalized', error: { InstructionError: [2, { Custom: 1 }] } };

  it('according to both nodes is split; each line gets a part whose number is the same after every restore of the database', async () => {
    const { first, look, see, steps } = await planned({}, {});
    await look(first);
    see(failed, failed);
    await look(first);
    expect(await steps()).toEqual([[0, 'failed'], ...PLAN.lines.map((_, line) => [1_000 + line, 'pending'])]);
  });
});

describe('a part that pays the pool', () => {
  it('is not signed near a lock, and others are not kept waiting', async () => {
    const { first, look, mayPay, paid, steps } = await planned({});
    mayPay.pool = false;
    expect(await look(first)).toMatchObject({ kind: 'wait' });
    expect([paid, await steps()]).toEqual([[], [[0, 'pending']]]);
    await first.tax.splitPart(
      { id: CYCLE_ID, currency: 'SOL' },
      0,
      PLAN.lines.map(({ amount }, line) => ({ line, amount, part: 1_000 + line })),
    );
    await look(first);
    expect(paid).toEqual([PLAN.lines[1]?.address]);
    mayPay.pool = true;
    await look(first);
    expect(paid).toHaveLength(LINES);
  });
});

describe('a cycle that a person closes beside a step that remembers it as open', () => {
  it('is left as the close has stored it: the chain has refused none of its lines', async () => {
    const { first, look, see, paid, mayPay, alerts, later, lines } = await planned({});
    mayPay.pool = false;
    const moves = PLAN.lines.map(({ amount }, line) => ({ line, amount, part: 1_000 + line }));
    await first.tax.splitPart({ id: CYCLE_ID, currency: 'SOL' }, 0, moves);
    await look(first);
    see({ status: 'finalized' });
    const collect = createCollectTax(first);
    await collect(false);
    expect(await lines()).toEqual(['pending', 'SUCCESS']);
    const exit = createExitCycle({ ...first, db });
    expect(await exit({ cycle: CYCLE_ID, exit: 'close', by: 'ann', reason: 'looked at it' })).toEqual({ kind: 'done' });
    later(1_000);
    await collect(false);
    const [, alone] = await first.tax.steps(CYCLE_ID, 'distribute');
    expect([paid.length, [...alerts.keys()], alone]).toMatchObject([1, [], { part: 1_000, signature: null }]);
  });

  /** Two parts; the pool's waits for a lock. */
  async function inTwoParts() {
    db = await databaseWithConfig();
    const world = await planned({});
    world.mayPay.pool = false;
    const moves = PLAN.lines.map(({ amount }, line) => ({ line, amount, part: 1_000 + line }));
    await world.first.tax.splitPart({ id: CYCLE_ID, currency: 'SOL' }, 0, moves);
    return world;
  }

  /** The cycle's books: each line is paid and was sent once, or is carried over and was never sent. */
  async function judge({ first, sent, alerts }: Awaited<ReturnType<typeof planned>>, at: number) {
    const lines = await first.tax.lines(CYCLE_ID);
    const paid = lines.filter(({ status }) => status === 'SUCCESS');
    expect([at, sent(), [...alerts], lines.filter(({ status }) => status === 'pending')]).toEqual([
      at,
      paid.length,
      [],
      [],
    ]);
    const spent = paid.reduce((sum, { amount }) => sum + amount + 5_000n, 0n);
    expect([at, await first.tax.get(CYCLE_ID)]).toMatchObject([at, { carriedOut: 1_000_000n - spent }]);
  }
  const close = { cycle: CYCLE_ID, exit: 'close', by: 'ann', reason: 'looked at it' } as const;

  it('pays or carries over each lamport once, at whatever call of the step that happens', async () => {
    for (let at = 0, isOver = false; !isOver; at++) {
      const world = await inTwoParts();
      const { first } = world;
      const exit = createExitCycle({ ...first, db });
      isOver = true;
      const moment = momentAt(at, async () => {
        await exit(close);
        isOver = false;
      });
      const [tax, journal] = [slowed(first.tax, moment), slowed(first.journal, moment)];
      const firstHand = { ...first.firstHand, mayWrite: slowed(first.firstHand, moment).mayWrite };
      const pursueAll = createPursueAll({ journal, rpc: first.rpc, now: first.now });
      const collect = createCollectTax({ ...first, tax, journal, firstHand, pursueAll });
      for (let i = 0; i < 8; i++) {
        // A step that finds its cycle closed throws.
        await collect(false).catch(() => undefined);
        world.later(6_000);
        if (i === 1) world.see({ status: 'finalized' });
        if (i === 2) world.mayPay.pool = true;
      }
      await judge(world, at);
    }
  });

  it.each([1, 2, 3])(
    'pays or carries over each lamport once, at whatever call of the close %i runs are made',
    async (runs) => {
      for (let at = 0, isOver = false; !isOver; at++) {
        const world = await inTwoParts();
        const { first } = world;
        const collect = createCollectTax(first);
        const pay = async (times: number) => {
          for (let i = 0; i < times; i++) {
            await collect(false).catch(() => undefined);
            world.later(6_000);
            if (i === 0) world.see({ status: 'finalized' });
          }
        };
        isOver = true;
        const moment = momentAt(at, async () => {
          await pay(runs);
          isOver = false;
        });
        const [tax, journal] = [slowed(first.tax, moment), slowed(first.journal, moment)];
        const exit = createExitCycle({ ...first, tax, journal, db });
        await exit(close);
        world.mayPay.pool = true;
        await pay(6);
        await judge(world, at);
      }
    },
  );
});

/** Runs something at the call of this number, the first being 0. */
function momentAt(at: number, run: () => Promise<void>): () => Promise<void> {
  let calls = 0;
  return async () => {
    if (calls++ === at) await run();
  };
}

/** The same, with a moment before and after each call. */
function slowed<T extends object>(of: T, moment: () => Promise<void>): T {
  return Object.fromEntries(
    Object.entries(of).map(([name, call]) => [
      name,
      async (...args: unknown[]) => {
        await moment();
        const answer: unknown = await call(...args);
        await moment();
        return answer;
      },
    ]),
  ) as T;
}
