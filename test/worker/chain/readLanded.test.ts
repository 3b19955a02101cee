import { afterEach, describe, expect, it } from 'vitest';
import type { Address } from '../../../src/address/address.ts';
import { readLanded } from '../../../worker/chain/ledger/readLanded.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import { wallet } from '../../domain/wallets.ts';
import { answering, rpcError } from '../fakeNodes.ts';
import { rpcNodes } from '../rpcNodes.ts';

const MINT = wallet(77);
const [US, STATIC, WRITABLE, READABLE] = [wallet(1), wallet(2), wallet(3), wallet(4)];
const surprises: (readonly unknown[])[] = [];
afterEach(() => {
  expect(surprises.splice(0).flat()).toEqual([]);
});

/** Reads a transaction from a node that gives this answer to `getTransaction`. */
function read(answer: unknown) {
  const client = rpcNodes([answering({ getTransaction: answer })]);
  surprises.push(client.surprises);
  const node = client.rpc.nodes[0] as RpcNode;
  return { landed: readLanded(node, { signature: 'the-signature', mint: MINT }), calls: client.calls };
}
const god = (owner: Address, amount: string, mint: string = MINT) => ({
  ...{ accountIndex: 1, mint, owner, uiTokenAmount: { amount, decimals: 6 } },
});
const META = {
  ...{ err: null, fee: 5_000, preBalances: [100_000, 50], postBalances: [90_000, 5_050] },
  ...{ preTokenBalances: [god(US, '700')], postTokenBalances: [god(US, '400'), god(STATIC, '300')] },
};
const sent = (message: object = {}) => ({ message: { accountKeys: [US, STATIC], ...message } });
const ANSWER = { slot: 9, meta: META, transaction: sent() };

describe('what a landed transaction did', () => {
  it('is told by its balances before and after, for any version', async () => {
    const { landed, calls } = read(ANSWER);
    expect(await landed).toEqual({
      ...{ slot: 9, failed: false, feePayer: US, fee: 5_000n, solChange: -10_000n, godChange: -300n },
      changes: new Map([
        [US, -10_000n],
        [STATIC, 5_000n],
      ]),
    });
    expect(calls[0]?.params).toEqual([
      'the-signature',
      { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 255 },
    ]);
  });

  it('is told the same of version 1, whose message has settings of its own', async () => {
    const config = { computeUnitLimit: 200_000, heapSize: null, loadedAccountsDataSizeLimit: null, priorityFee: null };
    const version1 = { ...ANSWER, version: 1, transaction: sent({ transactionConfig: config }) };
    const loaded = { ...version1, meta: { ...META, loadedAddresses: { readonly: [], writable: [] } } };
    expect(await read(loaded).landed).toEqual(await read(ANSWER).landed);
  });

  it('counts accounts of lookup tables after those of the message, the writable ones first', async () => {
    const meta = {
      ...{ ...META, preBalances: [100, 50, 7, 9], postBalances: [90, 55, 1_007, 9] },
      loadedAddresses: { writable: [WRITABLE], readonly: [READABLE] },
    };
    const { changes } = await read({ ...ANSWER, meta }).landed;
    expect([...changes]).toEqual([
      [US, -10n],
      [STATIC, 5n],
      [WRITABLE, 1_000n],
      [READABLE, 0n],
    ]);
  });

  it('counts only GOD, and only that of the fee payer', async () => {
    const meta = { ...META, postTokenBalances: [god(US, '650'), god(US, '9', wallet(8)), god(STATIC, '50')] };
    expect((await read({ ...ANSWER, meta }).landed).godChange).toBe(-50n);
  });

  it('is also known for a failed transaction', async () => {
    const meta = { ...META, err: { InstructionError: [0, 'Custom'] } };
    expect(await read({ ...ANSWER, meta }).landed).toMatchObject({ failed: true, fee: 5_000n });
  });

  it.each([
    ['is not known', null],
    ['is of a version the node does not tell', rpcError(-32_015, 'version (1) is not supported')],
    ['is answered in another form', { transaction: ['AQ==', 'base64'] }],
    ['has no figures', { ...ANSWER, meta: null }],
    ['has fewer balances than accounts', { ...ANSWER, transaction: sent({ accountKeys: [US, STATIC, WRITABLE] }) }],
    ['has more balances than accounts', { ...ANSWER, transaction: sent({ accountKeys: [US] }) }],
  ])('is no answer, and names the transaction, when it %s', async (_what, answer) => {
    const error = await read(answer).landed.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RpcError);
    expect(String(error)).toContain('the-signature');
  });
});
