import { describe, expect, it } from 'vitest';
import { agreeOnBalance } from '../../../worker/chain/accounts/agreeOnBalance.ts';
import { NodesDisagree, NodesSilent } from '../../../worker/chain/node/rpcError.ts';
import { wallet } from '../../domain/wallets.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { down } from '../rpcNodes.ts';
import { watchedNodes } from '../watchedNodes.ts';

const nodes = watchedNodes();
const holding = (value: number, slot = 100): FakeNode =>
  answering({
    getBalance(_of: string, options: { commitment: string }) {
      // A fork can take back what is only confirmed.
      expect(options.commitment).toBe('finalized');
      return { context: { slot }, value };
    },
  });
const balance = (...fakes: readonly FakeNode[]) =>
  agreeOnBalance(nodes(...fakes).rpc, wallet(1), { about: "the pool's balance" });

describe('the balance of the pool', () => {
  it('is the smallest of what enough nodes say within a thousandth, at the earliest of their slots', async () => {
    expect(await balance(holding(1_000_000, 100), holding(999_000, 103))).toEqual({ lamports: 999_000n, slot: 100 });
    expect(await balance(holding(999_999, 103), holding(1_000_000, 100))).toEqual({ lamports: 999_999n, slot: 100 });
  });

  it('is not known when they differ by more, or by more slots than honest nodes do', async () => {
    await expect(balance(holding(1_000_000), holding(998_999))).rejects.toThrow(NodesDisagree);
    await expect(balance(holding(1_000_000), holding(4_900_000))).rejects.toThrow(NodesDisagree);
    await expect(balance(holding(1_000_000), holding(1_000_000, 251))).rejects.toThrow(NodesDisagree);
    expect(await balance(holding(1_000_000), holding(1_000_000, 250))).toEqual({ lamports: 1_000_000n, slot: 100 });
  });

  it('is not known from one of two nodes alone, but is known from three of which one is silent or lies', async () => {
    await expect(balance(down, holding(1_000_000))).rejects.toThrow(NodesSilent);
    expect(await balance(down, holding(7), holding(7))).toMatchObject({ lamports: 7n });
    expect(await balance(holding(4_900_000), holding(1_000_000), holding(1_000_000))).toMatchObject({
      lamports: 1_000_000n,
    });
    await expect(balance(down, holding(4_900_000), holding(1_000_000))).rejects.toThrow(NodesDisagree);
  });
});
