import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WithheldFees } from '../../../worker/chain/accounts/readWithheld.ts';
import { NodesDisagree } from '../../../worker/chain/node/rpcError.ts';
import type { TaxContext } from '../../../worker/tax/context.ts';
import { expectedFees } from '../../../worker/tax/expectedFees.ts';
import { createStartCycle } from '../../../worker/tax/startCycle.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { answering, NodeFailure } from '../fakeNodes.ts';
import { NOW, OWN_ACCOUNT, taxContext } from '../taxContext.ts';
import { feeAccount, feesInList, mintAnswer } from '../tokenAccounts.ts';

const INVENTED = wallet(255);
type Seen = WithheldFees['accounts'];
/** 15,000 GOD in one account. */
const ENOUGH: Seen = [{ account: OWN_ACCOUNT, withheld: 15_000_000_000n }];
/** What accounts hold, according to each node. */
const seen = { by: (_label: string): Seen | Promise<Seen> => ENOUGH, slots: {} as Record<string, number> };
/** Nodes that show these fees, a mint with none, and no account of the tax wallet's own. */
const nodesThatSee = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const label = `node ${i + 1}`;
    return answering({
      getBalance: { context: { slot: 1 }, value: 2_000_000_000 },
      getProgramAccounts: async () => ({
        value: (await seen.by(label)).map(({ account, withheld }) => feesInList(feeAccount(withheld), account)),
        context: { slot: seen.slots[label] ?? 1 },
      }),
      getAccountInfo: (of: string) =>
        of === OWN_ACCOUNT ? { context: { slot: 1 }, value: null } : mintAnswer(10n ** 15n),
    });
  });

let db: D1Database;
let surprises: unknown[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
  Object.assign(seen, { by: () => ENOUGH, slots: {} });
});
afterEach(() => {
  expect(surprises).toEqual([]);
  surprises = [];
});

/** A minute in which the first of three nodes is asked first. */
const FIRST_OF_NODE_1 = [0, 2, 4].find((minutes) => Math.floor((NOW + minutes * 60_000) / 120_000) % 3 === 0) ?? 0;

/** What a cycle begins with, with three nodes; null when none begins. */
async function beginsOfThree(minutes: number, lastWorth: TaxContext['lastWorth'] = async () => null) {
  const each = taxContext(db, nodesThatSee(3), { lastWorth });
  surprises = each.surprises;
  const now = () => each.context.now() + minutes * 60_000;
  if ((await createStartCycle({ ...each.context, now })()) === null) return null;
  const work = await each.context.tax.work();
  return {
    slot: work?.cycle.slot,
    withheld: work?.cycle.withheld,
    harvested: work?.steps.map(({ accounts }) => accounts),
  };
}

async function begins(worth: bigint | null, carriedOut?: bigint): Promise<boolean> {
  const each = taxContext(db, nodesThatSee(1), { lastWorth: async () => worth });
  surprises = each.surprises;
  const { tax } = each.context;
  if (carriedOut !== undefined) {
    const none = { withheld: 0n, inMint: 0n, unsold: 0n, harvests: [] };
    await tax.start({ id: 1, slot: 1, currency: 'SOL', configVersion: null, ...none });
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

  it('has to cover what earlier cycles have overspent', async () => {
    expect(await begins(5n * costs, -1n)).toBe(false);
    db = await emptyDatabase();
    expect(await begins(5n * costs + 15_000n, -15_000n)).toBe(true);
  });

  it('asks another node first every two minutes, so that no node alone can keep saying that there is nothing to collect', async () => {
    const nodes = nodesThatSee(3);
    const asked: string[] = [];
    seen.by = (label) => {
      asked.push(label);
      return [];
    };
    for (const minutes of [0, 2, 4, 6]) {
      const each = taxContext(await emptyDatabase(), nodes, { lastWorth: async () => null });
      const now = () => each.context.now() + minutes * 60_000;
      await createStartCycle({ ...each.context, now })();
    }
    expect(new Set(asked.slice(0, 3)).size).toBe(3);
    expect(asked[3]).toBe(asked[0]);
  });

  it.each([0, 2, 4])(
    'is not begun by one node that invents fees, whoever is asked first (minute %i)',
    async (minutes) => {
      const others = ENOUGH.map((each) => ({ ...each, withheld: 1n }));
      seen.by = (label) => (label === 'node 1' ? ENOUGH : others);
      expect(await beginsOfThree(minutes)).toBeNull();
    },
  );

  it.each([0, 2, 4])('is begun by two of three nodes, and harvests what both see (minute %i)', async (minutes) => {
    const invented = [{ account: INVENTED, withheld: 90_000_000_000n }];
    const twice = [...invented, ...invented, { account: OWN_ACCOUNT, withheld: 90_000_000_000n }];
    const lies = [[], invented, [...invented, { account: OWN_ACCOUNT, withheld: 1n }], [...twice, ...twice]];
    for (const lie of lies) {
      db = await emptyDatabase();
      seen.by = (label) => (label === 'node 1' ? lie : ENOUGH);
      const begun = await beginsOfThree(minutes);
      // A node that sees too little ends the look when it is asked first.
      if (begun === null) expect([lie, minutes]).toEqual([[], FIRST_OF_NODE_1]);
      else expect(begun).toEqual({ slot: 1, withheld: ENOUGH[0]?.withheld, harvested: [[OWN_ACCOUNT]] });
    }
  });

  it.each([0, 2, 4])(
    'keeps a slot that an honest node had reached, which a lying node cannot move (minute %i)',
    async (minutes) => {
      for (const lie of [0, 5_000, 9_000_000]) {
        db = await emptyDatabase();
        seen.slots = { 'node 1': lie, 'node 2': 8_000, 'node 3': 8_040 };
        expect((await beginsOfThree(minutes))?.slot).toSatisfy((slot: number) => slot >= 8_000 && slot <= 8_040);
      }
      for (const behind of [6_500, 8_000, 8_100]) {
        db = await emptyDatabase();
        seen.slots = { 'node 1': behind, 'node 2': 8_000, 'node 3': 8_040 };
        expect((await beginsOfThree(minutes))?.slot).toSatisfy((slot: number) => slot >= 6_500 && slot <= 8_040);
      }
    },
  );

  it('names the node that differs from the two others, and with two nodes names neither', async () => {
    const doubtsOf = async (count: number) => {
      db = await emptyDatabase();
      const each = taxContext(db, nodesThatSee(count), { lastWorth: async () => null });
      const now = () => each.context.now() + FIRST_OF_NODE_1 * 60_000;
      await createStartCycle({ ...each.context, now })();
      return each.doubts;
    };
    seen.by = (label) => (label === 'node 1' ? [{ account: INVENTED, withheld: 90_000_000_000n }] : ENOUGH);
    expect(await doubtsOf(3)).toMatchObject([{ kind: 'differs', nodes: ['node 1'], about: 'the tax to collect' }]);
    expect(await doubtsOf(2)).toEqual([]);
    const more = ENOUGH.map((each) => ({ ...each, withheld: each.withheld + 100n }));
    seen.by = (label) => (label === 'node 1' ? more : ENOUGH);
    expect(await doubtsOf(3)).toEqual([]);
  });

  it('is not begun with two nodes that are hours apart, because its transactions would later be looked for at the wrong place', async () => {
    seen.slots = { 'node 1': 8_000, 'node 2': 90_000 };
    seen.by = async (label) => {
      if (label === 'node 3') throw new NodeFailure('TypeError', 'the connection is reset');
      return ENOUGH;
    };
    await expect(beginsOfThree(FIRST_OF_NODE_1)).rejects.toThrow(NodesDisagree);
  });

  it('is begun with what the slowest of three nodes also sees, when one node reports so little that no cycle would begin', async () => {
    // 15,000 GOD are worth a cycle, 1,000 are not.
    const lastWorth = async (god: bigint) => god / 50_000n;
    seen.by = async (label) => {
      // Long after the others have been heard.
      if (label === 'node 3') await new Promise((resolve) => setTimeout(resolve));
      return label === 'node 2' ? [{ account: OWN_ACCOUNT, withheld: 1_000_000_000n }] : ENOUGH;
    };
    expect(await beginsOfThree(FIRST_OF_NODE_1, lastWorth)).toEqual({
      slot: 1,
      withheld: ENOUGH[0]?.withheld,
      harvested: [[OWN_ACCOUNT]],
    });
  });

  it('is not begun in the second of the one before, and nobody is told that a clock is wrong', async () => {
    const { context, alerts } = taxContext(db, nodesThatSee(1), { lastWorth: async () => null });
    const none = { withheld: 0n, inMint: 0n, unsold: 0n, harvests: [] };
    await context.tax.start({ id: NOW / 1000, slot: 1, currency: 'SOL', configVersion: null, ...none });
    await context.tax.move(NOW / 1000, 'harvest', 'withdraw');
    await context.tax.move(NOW / 1000, 'withdraw', 'swap');
    await context.tax.fail(NOW / 1000, {
      from: 'swap',
      detail: null,
      reason: 'swap-rejected',
      fees: 0n,
      carriedOut: 0n,
    });
    expect(await createStartCycle(context)()).toBeNull();
    expect([...alerts.keys()]).toEqual([]);
  });

  it('is not begun before a cycle from a clock that was ahead, whose rest would otherwise be carried over twice', async () => {
    const { context, alerts } = taxContext(db, nodesThatSee(1), { lastWorth: async () => null });
    const none = { withheld: 0n, inMint: 0n, unsold: 0n, harvests: [] };
    const ahead = NOW / 1000 + 3_600;
    await context.tax.start({ id: ahead, slot: 1, currency: 'SOL', configVersion: null, ...none });
    await context.tax.move(ahead, 'harvest', 'withdraw');
    await context.tax.move(ahead, 'withdraw', 'swap');
    await context.tax.fail(ahead, { from: 'swap', detail: null, reason: 'swap-rejected', fees: 0n, carriedOut: 9n });
    expect(await createStartCycle(context)()).toBeNull();
    expect([...alerts.keys()]).toEqual([`tax-clock:${ahead}`]);
    // No other caller can begin one either.
    expect(await context.tax.start({ id: ahead - 1, slot: 1, currency: 'SOL', configVersion: null, ...none })).toBe(
      false,
    );
  });

  it('begins while no price is known: otherwise there would never be a first', async () => {
    expect(await begins(null)).toBe(true);
  });
});
