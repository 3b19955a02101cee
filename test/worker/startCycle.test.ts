import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RpcNode } from '../../worker/chain/node/rpcNode.ts';
import { expectedFees } from '../../worker/tax/expectedFees.ts';
import { createStartCycle } from '../../worker/tax/startCycle.ts';
import { emptyDatabase } from './database.ts';
import { answering } from './fakeNodes.ts';
import { OWN_ACCOUNT, taxContext } from './taxContext.ts';

/** 15,000 GOD in one account. */
const FOUND = { total: 15_000_000_000n, slot: 1, askedOf: (_label: string): unknown => undefined };
vi.mock('../../worker/chain/accounts/readWithheld.ts', () => ({
  readWithheld: async ({ label }: RpcNode) => {
    FOUND.askedOf(label);
    return { ...FOUND, accounts: [{ account: OWN_ACCOUNT, withheld: FOUND.total }] };
  },
}));
vi.mock('../../worker/chain/accounts/readMint.ts', () => ({ readMint: async () => ({ supply: 1n, withheld: 0n }) }));
vi.mock('../../worker/chain/accounts/readTokenAmount.ts', () => ({ readTokenAmount: async () => 0n }));

let db: D1Database;
let surprises: unknown[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => {
  expect(surprises).toEqual([]);
  surprises = [];
});

async function begins(worth: bigint | null, carriedOut?: bigint): Promise<boolean> {
  const node = answering({ getBalance: { context: { slot: 1 }, value: 2_000_000_000 } });
  const each = taxContext(db, [node], { lastWorth: async () => worth });
  surprises = each.surprises;
  const { tax } = each.context;
  if (carriedOut !== undefined) {
    const none = { withheld: 0n, inMint: 0n, unsold: 0n, harvests: [] };
    await tax.start({ id: 1, currency: 'SOL', configVersion: null, ...none });
    await tax.move(1, 'harvest', 'withdraw');
    await tax.move(1, 'withdraw', 'swap');
    await tax.fail(1, { from: 'swap', detail: null, reason: 'swap-rejected', fees: 1n, carriedOut });
  }
  return (await createStartCycle(each.context)()) !== null;
}

describe('a cycle', () => {
  // Harvest, withdrawal with two signatures, swap with 6,000 for its units, one part.
  const costs = expectedFees({ currency: 'SOL', harvests: 1, receivers: 2 });

  it('is expected to cost its signatures and the swap’s price', () => {
    expect(costs).toBe(31_000n);
    expect(expectedFees({ currency: 'SOL', harvests: 3, receivers: 16 })).toBe(46_000n);
    expect(expectedFees({ currency: 'GOD', harvests: 1, receivers: 9 })).toBe(25_000n);
  });

  it('begins when it brings five times that by the last known price, and not a lamport below', async () => {
    expect(await begins(5n * costs)).toBe(true);
    db = await emptyDatabase();
    expect(await begins(5n * costs - 1n)).toBe(false);
    expect((await db.prepare('SELECT state FROM tax_cycles').all()).results).toEqual([{ state: 'empty' }]);
  });

  it('bears what earlier ones have overspent', async () => {
    expect(await begins(5n * costs, -1n)).toBe(false);
    db = await emptyDatabase();
    expect(await begins(5n * costs + 15_000n, -15_000n)).toBe(true);
  });

  it('asks another node first every two minutes: none alone can keep saying that there is nothing to collect', async () => {
    const nodes = [1, 2, 3].map(() => answering({ getBalance: { context: { slot: 1 }, value: 2_000_000_000 } }));
    const asked: string[] = [];
    for (const minutes of [0, 2, 4, 6]) {
      const each = taxContext(await emptyDatabase(), nodes, { lastWorth: async () => null });
      const now = () => each.context.now() + minutes * 60_000;
      FOUND.total = 0n;
      FOUND.askedOf = (label) => asked.push(label);
      await createStartCycle({ ...each.context, now })();
    }
    FOUND.total = 15_000_000_000n;
    FOUND.askedOf = () => undefined;
    expect(new Set(asked.slice(0, 3)).size).toBe(3);
    expect(asked[3]).toBe(asked[0]);
  });

  it('begins while no price is known: otherwise there would never be a first', async () => {
    expect(await begins(null)).toBe(true);
  });
});
