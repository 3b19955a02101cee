import '../world/quietBindings.ts';
import { describe, expect, it } from 'vitest';
import { associatedAccount } from '../world/associatedAccount.ts';
import { lies } from '../world/nodes/lie.ts';
import { LIES, type LieName } from '../world/nodes/lies.ts';
import { type Node, startNode } from '../world/nodes/startNode.ts';
import { lookAlikeTexts } from '../world/stranger/lookAlikeTexts.ts';
import { transactionsOf } from './chainFacts.ts';
import { eventually } from './eventually.ts';
import { playHostileCycle } from './hostileTax.ts';
import { withTax } from './startTax.ts';

// One of each kind. The others, with two nodes and with three: `npm run test:hostile`.
describe.concurrent('one of two nodes is hostile for a whole tax cycle', () => {
  it.each<LieName>(['expiryInvented'])(
    '%s: every lamport reaches its receiver once, at the latest when the lie ends',
    async (lie) => {
      await playHostileCycle({
        seed: `two nodes ${lie}`,
        behaviour: (mark) => lies(...LIES[lie](mark)),
        expected: 'safe',
      });
    },
  );
});

describe.concurrent('one of three nodes is hostile for a whole tax cycle', () => {
  it.each<LieName>(['proceedsTooHigh'])('%s: the other two are believed, and the liar is named', async (lie) => {
    const { alerts } = await playHostileCycle({
      seed: `three nodes ${lie}`,
      behaviour: (mark) => lies(...LIES[lie](mark)),
      honest: 2,
      expected: 'done',
    });
    expect(alerts.join('\n')).toMatch(/node 1/i);
  });
});

describe.concurrent('a stranger and the tax', () => {
  it('transactions of version 1 that name the tax wallet and its GOD account change nothing', async () => {
    let node: Node | null = null;
    const settingsOf = async ({ rpcUrl }: { rpcUrl: string }) => {
      node = await startNode(rpcUrl);
      return { RPC_URLS: node.url };
    };
    await withTax({ seed: 'version 1', settingsOf }, async (tax) => {
      const { world } = tax;
      const wallet = world.taxWallet.publicKey;
      const names = [wallet, associatedAccount(world.mint, wallet)];
      const lookAlike = (cycle: number) => ({ names, memos: ['a dummy', lookAlikeTexts.tax(cycle)] });
      await tax.trade(3);
      // The cycle's id is the second it begins in.
      const now = Math.floor(Date.now() / 1000);
      await world.stranger.sendLookAlikes(Array.from({ length: 20 }, (_, i) => lookAlike(now + i)));
      await tax.collect();
      const begun = await eventually(
        async () => (await tax.report()).cycles[0],
        (cycle) => cycle !== undefined,
      );
      await world.stranger.sendLookAlikes([lookAlike(begun?.id ?? 0)]);
      const cycle = await tax.ended();
      expect([cycle.state, cycle.reason]).toEqual(['done', null]);
      await world.stranger.sendLookAlikes([lookAlike(cycle.id)]);
      await tax.trade(3);
      expect((await tax.cycle()).state).toBe('done');
      const own = await transactionsOf(world, wallet, 'GOD1 tax cycle=');
      expect(own.filter(({ changes }) => (changes.get(wallet.toBase58()) ?? 0n) < 0n)).toHaveLength(2);
    });
    await (node as Node | null)?.stop();
  });
});
