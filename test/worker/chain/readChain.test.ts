import { afterEach, describe, expect, it } from 'vitest';
import { lookUpAddresses } from '../../../worker/chain/accounts/lookUpAddresses.ts';
import { SYSTEM_PROGRAM } from '../../../worker/chain/accounts/programs.ts';
import { readComputePrice, readMarks } from '../../../worker/chain/accounts/readChain.ts';
import { readReceivers } from '../../../worker/chain/accounts/readReceivers.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import { computePriceBounds } from '../../../worker/chain/signing/transactions.ts';
import { wallet } from '../../domain/wallets.ts';
import { answering } from '../fakeNodes.ts';
import { POOL } from '../honestRound.ts';
import { rpcNodes } from '../rpcNodes.ts';

const surprises: (readonly unknown[])[] = [];
afterEach(() => {
  expect(surprises.splice(0).flat()).toEqual([]);
});

function nodeOf(answers: Readonly<Record<string, unknown>>) {
  const client = rpcNodes([answering(answers)]);
  surprises.push(client.surprises);
  return { node: client.rpc.nodes[0] as RpcNode };
}

describe('the marks of an hour', () => {
  const [paid, promised] = [wallet(1), wallet(2)];
  const marks = (value: unknown, { slot = 100, from = 100 } = {}) =>
    readMarks(nodeOf({ getMultipleAccounts: { context: { slot }, value } }).node, [paid, promised], from);
  const account = (data: string) => ({ data: [data, 'base64'], owner: SYSTEM_PROGRAM });

  it('are made once they have their one byte, and not by a stranger’s lamports', async () => {
    expect(await marks([null, account('')])).toEqual([false, false]);
    expect(await marks([account('AA=='), null])).toEqual([true, false]);
    expect(await marks([account(''), account('AA==')])).toEqual([false, true]);
  });

  it('are not made by an account of other bytes, such as a nonce account: that one can go away again', async () => {
    const nonce = Buffer.alloc(80).toString('base64');
    expect(await marks([account('AQI='), account(nonce)])).toEqual([false, false]);
  });

  it('do not count as absent by an older view than the wanted one, or by an incomplete answer', async () => {
    await expect(marks([null, null], { slot: 99 })).rejects.toThrow('only at slot 99');
    await expect(marks([null])).rejects.toThrow('answered for 1, and was asked for 2');
  });
});

describe('what is at addresses that are to be paid', () => {
  const account = { lamports: 5, executable: false, owner: SYSTEM_PROGRAM, data: ['', 'base64'] };
  const node = (...value: unknown[]) => nodeOf({ getMultipleAccounts: { context: { slot: 100 }, value } }).node;

  it('is not learnt from a node that answers for fewer addresses, or for more', async () => {
    const both = [wallet(1), wallet(2)];
    for (const value of [[account], [account, null, account]])
      for (const read of [readReceivers, lookUpAddresses])
        await expect(read(node(...value), both)).rejects.toThrow(`answered for ${value.length}, and was asked for 2`);
    expect(await readReceivers(node(account, null), both)).toMatchObject([{ lamports: 5n }, { lamports: 0n }]);
    expect(await lookUpAddresses(node(account, null), both)).toEqual(['wallet', 'unused']);
  });
});

describe('the price of computation', () => {
  const priced = (...fees: number[]) =>
    readComputePrice(
      nodeOf({ getRecentPrioritizationFees: fees.map((prioritizationFee) => ({ prioritizationFee, slot: 1 })) }).node,
      POOL,
      { min: 1_000, max: 2_000_000 },
    );

  it('is the median of what was paid lately, between its bounds', async () => {
    expect(await priced(5_000, 3_000, 900_000)).toBe(5_000);
    expect(await priced(9_000, 10_000, 100_000, 20_000, 8_000)).toBe(10_000);
    expect(await priced()).toBe(1_000);
    expect(await priced(0, 0, 0)).toBe(1_000);
    expect(await priced(9e9, 9e9, 9e9)).toBe(2_000_000);
  });

  it('of a quiet wallet is 100,000 micro-lamports at first and doubles after each dead attempt, up to a million', async () => {
    const quiet = nodeOf({ getRecentPrioritizationFees: [{ prioritizationFee: 250, slot: 1 }] }).node;
    const offered = await Promise.all(
      [0, 1, 2, 3, 4, 20].map((attempt) => readComputePrice(quiet, POOL, computePriceBounds(attempt))),
    );
    expect(offered).toEqual([100_000, 200_000, 400_000, 800_000, 1_000_000, 1_000_000]);
  });
});
