import { afterEach, describe, expect, it } from 'vitest';
import { readHistoryPage } from '../../../worker/chain/ledger/readHistory.ts';
import { readSigned } from '../../../worker/chain/ledger/readSigned.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import { type answering, rpcError } from '../fakeNodes.ts';
import { chainOf, ours, POOL_KEY, plain, STRANGER, signatureOf, strangers, type TestRow } from '../historyChain.ts';
import { rpcNodes } from '../rpcNodes.ts';

const surprises: (readonly unknown[])[] = [];
afterEach(() => {
  expect(surprises.splice(0).flat()).toEqual([]);
});

function nodeOf(fake: ReturnType<typeof answering>): RpcNode {
  const client = rpcNodes([fake]);
  surprises.push(client.surprises);
  return client.rpc.nodes[0] as RpcNode;
}

describe("a page of a wallet's history", () => {
  const page = (rows: readonly TestRow[], before: string | null) =>
    readHistoryPage(nodeOf(chainOf(...rows).node), { wallet: POOL_KEY.address, before, until: null });

  it('goes on at its last row when it is full', async () => {
    expect(await page(plain(1_000), null)).toMatchObject({ next: 'plain 999' });
    expect(await page(plain(999), null)).toMatchObject({ next: null });
    expect(await page([], null)).toEqual({ rows: [], next: null });
  });

  it('is the end when it is empty and the node knows the row before it', async () => {
    expect(await page(plain(3), 'plain 2')).toEqual({ rows: [], next: null });
  });

  it('is no answer when it is empty and the node does not know the row before it', async () => {
    await expect(page(plain(3), 'unknown')).rejects.toThrow(RpcError);
  });
});

describe('who signed a transaction', () => {
  const signed = async (row: TestRow) => {
    const of = { signature: signatureOf(row), wallet: POOL_KEY.address };
    const reading = await readSigned(nodeOf(chainOf(row).node), of);
    return reading.kind === 'proven' ? reading.proof.isSigned : reading.kind;
  };

  it.each(['legacy', 0, 1] as const)('is proven by its bytes, in version %s', async (version) => {
    expect(await signed(ours('ours', { version }))).toBe(true);
    expect(await signed(ours('second', { version, signers: [STRANGER, POOL_KEY] }))).toBe(true);
    expect(await signed(strangers('stranger', { version }))).toBe(false);
  });

  it.each([
    ['unreadable', rpcError(-32_015, 'version')],
    ['absent', null],
    [
      'forged',
      {
        transaction: [
          Buffer.from([1, ...new Array(64).fill(0), 1, 0, 0, 1, ...new Array(64).fill(0), 0]).toString('base64'),
          'base64',
        ],
      },
    ],
  ])('is not told when it is %s', async (kind, answer) => {
    expect(await signed(ours('ours', { answer }))).toBe(kind);
  });
});
