import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { readHistoryPage } from '../../../worker/chain/ledger/readHistory.ts';
import { createNode } from '../../../worker/chain/node/createNode.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import { readTables } from '../../../worker/swap/inspectSwap.ts';
import { wallet } from '../../domain/wallets.ts';

const PIECE = new TextEncoder().encode(' '.repeat(65_536));

/** A node whose every answer has a number of empty pieces before its JSON. `read()` says how many were read. */
function padded(pieces: number, json = '{"jsonrpc":"2.0","id":1,"result":7}') {
  let read = 0;
  const fetch = async () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          read += 1;
          if (read <= pieces) return controller.enqueue(PIECE);
          controller.enqueue(new TextEncoder().encode(json));
          controller.close();
        },
      }),
    );
  return { node: createNode('https://node.test', 'node 1', fetch as typeof globalThis.fetch), read: () => read };
}

/** A node that lists 1,000 transactions, each with the longest memo there can be, of letters that JSON writes with six. */
function longMemos() {
  const rows = Array.from({ length: 1_000 }, (_, i) => ({
    ...{ signature: `signature ${i}`, slot: 2_000 - i, blockTime: 1, err: null, confirmationStatus: 'finalized' },
    memo: `[4000] ${'\u0001'.repeat(4_000)}`,
  }));
  const fetch = async (_: unknown, init?: RequestInit) => {
    const [, { before, limit }] = JSON.parse(String(init?.body)).params;
    const from = before === undefined ? 0 : rows.findIndex(({ signature }) => signature === before) + 1;
    return Response.json({ jsonrpc: '2.0', id: 1, result: rows.slice(from, from + limit) });
  };
  return createNode('https://node.test', 'node 1', fetch as typeof globalThis.fetch);
}

describe('an answer of a node', () => {
  it.each(['getSlot', 'getTransaction', 'getSignaturesForAddress'])(
    'to %s is read up to a limit, however long it goes on',
    async (method) => {
      const { node, read } = padded(10_000);
      await expect(node.call(method, [], z.unknown())).rejects.toThrow(RpcError);
      expect(read()).toBeLessThan(100);
    },
  );

  it.each([
    ['of many empty values', `[${'{},'.repeat(1_300_000)}0]`],
    ['of many lists in lists', '['.repeat(2_000_000) + ']'.repeat(2_000_000)],
    ['of many values beside its result', `0},"more":{"":[${'[],'.repeat(1_300_000)}0]`],
  ])('%s is not parsed: it would take some 100 MB, and all rounds share 128', async (_, result) => {
    const parse = vi.spyOn(JSON, 'parse');
    const { node } = padded(0, `{"jsonrpc":"2.0","id":1,"result":{"a":${result}}}`);
    await expect(node.call('getTransaction', [], z.unknown())).rejects.toThrow('too deep or too long to read');
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('whose texts have many signs of JSON in them is parsed', async () => {
    const text = '\\"{[,'.repeat(100_000);
    const { node } = padded(0, `{"jsonrpc":"2.0","id":1,"result":${JSON.stringify(text)}}`);
    expect(await node.call('getTransaction', [], z.string())).toBe(text);
  });

  it('with the largest transaction that a stranger can make is read', async () => {
    const keys = Array.from({ length: 128 }, () => wallet(1));
    const call = { programIdIndex: 1, accounts: Array.from({ length: 255 }, () => 127), data: '1', stackHeight: 2 };
    const uiTokenAmount = { amount: '1', decimals: 6, uiAmount: 1e-6, uiAmountString: '0.000001' };
    const held = keys.map((mint, accountIndex) => ({
      accountIndex,
      mint,
      owner: mint,
      programId: mint,
      uiTokenAmount,
    }));
    const meta = {
      ...{ err: null, status: { Ok: null }, fee: 5_000, preTokenBalances: held, postTokenBalances: held, rewards: [] },
      ...{ preBalances: keys.map(() => 1), postBalances: keys.map(() => 1) },
      ...{ logMessages: Array.from({ length: 770 }, () => 'Program log: ') },
      innerInstructions: [{ index: 0, instructions: Array.from({ length: 63 }, () => call) }],
    };
    const { node } = padded(0, JSON.stringify({ jsonrpc: '2.0', id: 1, result: { meta, slot: 7 } }));
    expect(await node.call('getTransaction', [], z.object({ slot: z.int() }))).toEqual({ slot: 7 });
  });

  it('is read whole where it is shorter', async () => {
    expect(await padded(10).node.call('getSlot', [], z.int())).toBe(7);
    expect(await padded(30).node.call('getTransaction', [], z.int())).toBe(7);
  });

  it('with the longest memos that strangers can write is read in shorter pages: no row is left out', async () => {
    const node = longMemos();
    const signatures: string[] = [];
    let before: string | null = null;
    do {
      const { rows, next } = await readHistoryPage(node, { wallet: wallet(1), before, until: null });
      signatures.push(...rows.map(({ signature }) => signature));
      before = next;
    } while (before !== null && signatures.length < 1_000);
    expect(new Set(signatures).size).toBe(1_000);
  });

  it('about accounts that an exchange names is read only up to the needed length', async () => {
    const asked: unknown[] = [];
    const fetch = async (_: unknown, init?: RequestInit) => {
      asked.push(JSON.parse(String(init?.body)).params[1]);
      return Response.json({ jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value: [null] } });
    };
    await readTables(createNode('https://node.test', 'node 1', fetch as typeof globalThis.fetch), [wallet(1)]);
    // 56 bytes and 256 addresses, and one byte more, which shows a longer account.
    expect(asked).toMatchObject([{ dataSlice: { offset: 0, length: 56 + 256 * 32 + 1 } }]);
  });
});
