import { describe, expect, it } from 'vitest';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import { createCollectTax } from '../../../worker/tax/collectTax.ts';
import { createExitCycle } from '../../../worker/tax/exitCycle.ts';
import { PLAN, type PlannedCycle, plannedCycles } from '../plannedCycles.ts';
import { CYCLE_ID } from '../taxContext.ts';

const { planned, database, renew } = plannedCycles();

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
    const exit = createExitCycle({ ...first, db: database() });
    expect(await exit({ cycle: CYCLE_ID, exit: 'close', by: 'ann', reason: 'looked at it' })).toEqual({ kind: 'done' });
    later(1_000);
    await collect(false);
    const [, alone] = await first.tax.steps(CYCLE_ID, 'distribute');
    expect([paid.length, [...alerts.keys()], alone]).toMatchObject([1, [], { part: 1_000, signature: null }]);
  });

  /** Two parts; the pool's waits for a lock. */
  async function inTwoParts() {
    await renew();
    const world = await planned({});
    world.mayPay.pool = false;
    const moves = PLAN.lines.map(({ amount }, line) => ({ line, amount, part: 1_000 + line }));
    await world.first.tax.splitPart({ id: CYCLE_ID, currency: 'SOL' }, 0, moves);
    return world;
  }

  /** The cycle's books: each line is paid and was sent once, or is carried over and was never sent. */
  async function judge({ first, sent, alerts }: PlannedCycle, at: number) {
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
      const exit = createExitCycle({ ...first, db: database() });
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
        const exit = createExitCycle({ ...first, tax, journal, db: database() });
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
