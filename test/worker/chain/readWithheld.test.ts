import { afterEach, describe, expect, it } from 'vitest';
import { MAX_FULLEST, readWithheld } from '../../../worker/chain/accounts/readWithheld.ts';
import { HARVEST_ACCOUNTS } from '../../../worker/chain/signing/taxTransactions.ts';
import { wallet } from '../../domain/wallets.ts';
import { answering } from '../fakeNodes.ts';
import { accountAt, clientOf, feesInList, IMMUTABLE_OWNER, tokenAccount, withheldFee } from '../tokenAccounts.ts';

let surprises: unknown[] = [];
afterEach(() => {
  expect(surprises).toEqual([]);
});

function withheldIn(accounts: readonly { readonly key: string; readonly amount: bigint; readonly fee: number }[]) {
  const value = accounts.map(({ key, amount, fee }) =>
    feesInList(
      tokenAccount(wallet(1), amount, { extensions: [2, 0, 8, 0, fee & 255, fee >> 8, 0, 0, 0, 0, 0, 0] }),
      key,
    ),
  );
  const client = clientOf(answering({ getProgramAccounts: { context: { slot: 7 }, value } }));
  surprises = client.surprises;
  return { calls: client.calls, read: () => readWithheld(client.node, wallet(77)) };
}

describe('the read of withheld fees', () => {
  it('knows the accounts with fees, the fullest first, and what they are together', async () => {
    const { read, calls } = withheldIn([
      { key: wallet(2), amount: 100n, fee: 3 },
      { key: wallet(3), amount: 50n, fee: 0 },
      { key: wallet(4), amount: 20n, fee: 1 },
      { key: wallet(5), amount: 0n, fee: 300 },
    ]);
    expect(await read()).toEqual({
      slot: 7,
      accounts: [
        { account: wallet(5), withheld: 300n },
        { account: wallet(2), withheld: 3n },
        { account: wallet(4), withheld: 1n },
      ],
    });
    expect(calls[0]?.params[1]).toMatchObject({ commitment: 'confirmed', filters: [{}, { memcmp: { bytes: '3' } }] });
  });

  it('asks only for the first extensions, and finds the fee before and after the extension “immutable owner”', async () => {
    const before = tokenAccount(wallet(1), 5n, { extensions: [...withheldFee(7n), ...IMMUTABLE_OWNER] });
    const behind = tokenAccount(wallet(1), 5n, { extensions: [...IMMUTABLE_OWNER, ...withheldFee(9n)] });
    const value = [
      feesInList(before, wallet(2)),
      feesInList(behind, wallet(3)),
      feesInList(tokenAccount(wallet(1), 5n)),
    ];
    const client = clientOf(answering({ getProgramAccounts: { context: { slot: 7 }, value } }));
    surprises = client.surprises;
    const { accounts } = await readWithheld(client.node, wallet(77));
    expect(accounts).toEqual([
      { account: wallet(3), withheld: 9n },
      { account: wallet(2), withheld: 7n },
    ]);
    expect(client.calls[0]?.params[1]).toMatchObject({ dataSlice: { offset: 166, length: 16 } });
  });

  it('refuses a key that is no address, because a stored one would prevent the cycle from ever being signed', async () => {
    const lying = withheldIn([
      { key: wallet(2), amount: 100n, fee: 3 },
      { key: wallet(3).slice(1), amount: 100n, fee: 2 },
    ]);
    await expect(lying.read()).rejects.toThrow('a key that is no address');
  });

  it('keeps the fullest accounts of any number, more than one cycle can harvest', async () => {
    const many = Array.from({ length: 9_001 }, (_, i) => ({
      key: accountAt(i),
      amount: 0n,
      fee: 1 + ((i * 7_919) % 9_001),
    }));
    const { accounts } = await withheldIn(many).read();
    expect(accounts.map(({ withheld }) => Number(withheld))).toEqual(
      Array.from({ length: MAX_FULLEST }, (_, i) => 9_001 - i),
    );
    expect(MAX_FULLEST).toBeGreaterThan(40 * HARVEST_ACCOUNTS);
  });

  it('keeps the same accounts among equal ones, in whatever order a node lists them, because other nodes have to see them too', async () => {
    const many = Array.from({ length: 2 * MAX_FULLEST + 7 }, (_, i) => ({ key: accountAt(i), amount: 0n, fee: 5 }));
    const { accounts } = await withheldIn(many).read();
    expect(await withheldIn(many.toReversed()).read()).toMatchObject({ accounts });
  });
});
