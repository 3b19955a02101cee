import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planDistribution } from '../../../src/tax/planDistribution.ts';
import { SignerRefusal } from '../../../worker/chain/signing/signer.ts';
import type { PursueAll } from '../../../worker/engine/intention.ts';
import { distributeTax } from '../../../worker/tax/distributeTax.ts';
import { databaseWithConfig } from '../databaseWithConfig.ts';
import { namedBytes } from '../namedBytes.ts';
import { CONFIG, CYCLE_ID, cycleAfterSwap, NOW, POOL_LINES, taxContext } from '../taxContext.ts';

let db: D1Database;
let surprises: unknown[][] = [];
beforeEach(async () => {
  db = await databaseWithConfig();
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

/** A cycle with a planned distribution of one part and two lines; every transaction stays under way. */
async function planned(given: { readonly now?: number } = {}) {
  const pursued: string[] = [];
  const pursueAll: PursueAll = async (intentions) => ({
    fault: null,
    pursued: intentions.map((intention) => {
      const { key } = intention;
      pursued.push(key);
      return {
        intention,
        pursuit: { kind: 'pending', row: { key, signature: key } as never, seen: 'sent', slot: null },
      };
    }),
  });
  const blockHeight = () => ({ blockHeight: 1_000 });
  const each = taxContext(db, [blockHeight], { pursueAll });
  surprises.push(each.surprises);
  const { tax } = each.context;
  await cycleAfterSwap(each.context);
  await tax.plan(CYCLE_ID, { ...PLAN, currency: 'SOL', carriedIn: 0n, pool: POOL_LINES, unpayable: new Set() });
  each.later(given.now ?? 0);
  const cycle = await tax.get(CYCLE_ID);
  if (cycle === null) throw new Error('no cycle');
  return { ...each, cycle, pursued };
}

describe('the parts of a distribution', () => {
  it('are all paid even if another instance splits one of them between two readings', async () => {
    const { context, cycle, pursued } = await planned();
    const { tax } = context;
    const lines = PLAN.lines.map(({ amount }, line) => ({ line, part: line + 1, amount }));
    let readings = 0;
    // The chain has refused the part. Right after our first reading, another instance gives each of its lines a part of
    // its own.
    const split = async <T>(reading: Promise<T>): Promise<T> => {
      const read = await reading;
      if (readings++ === 0) await tax.splitPart({ id: CYCLE_ID, currency: 'SOL' }, 0, lines);
      return read;
    };
    const racing = {
      ...tax,
      steps: (...of: Parameters<typeof tax.steps>) => split(tax.steps(...of)),
      lines: (...of: Parameters<typeof tax.lines>) => split(tax.lines(...of)),
    };
    await distributeTax({ ...context, tax: racing }, cycle);
    expect((await tax.steps(CYCLE_ID, 'distribute')).map(({ part, status }) => [part, status])).toEqual([
      [0, 'failed'],
      [1, 'pending'],
      [2, 'pending'],
    ]);
    await distributeTax(context, cycle);
    expect(pursued).toEqual([`tax:${CYCLE_ID}:distribute:1`, `tax:${CYCLE_ID}:distribute:2`]);
  });

  it('that have landed are settled even while another part is refused its signature, so that a person can close the cycle', async () => {
    const { context, cycle } = await planned();
    const pursueAll: PursueAll = async (intentions) => ({
      fault: new SignerRefusal('a part that only the chain knows'),
      pursued: intentions.map((intention) => ({
        intention,
        pursuit: {
          kind: 'final',
          row: { key: intention.key, signature: 'landed', bytes: namedBytes('a part') } as never,
          slot: 500,
        },
      })),
    });
    await expect(distributeTax({ ...context, pursueAll }, cycle)).rejects.toThrow(SignerRefusal);
    expect(await context.tax.steps(CYCLE_ID, 'distribute')).toMatchObject([{ status: 'final', signature: 'landed' }]);
    expect((await context.tax.lines(CYCLE_ID)).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS']);
  });

  it('are looked for again soon', async () => {
    const { context, cycle, pursued } = await planned();
    expect(await distributeTax(context, cycle)).toEqual({ kind: 'wait', until: NOW + 700 });
    expect(pursued).toEqual([`tax:${CYCLE_ID}:distribute:0`]);
  });
});
