import { describe, expect, it } from 'vitest';
import { addressBytes } from '../../../src/address/address.ts';
import { parseTokenAccount } from '../../../worker/chain/accounts/tokenAccount.ts';
import { wallet } from '../../domain/wallets.ts';
import { FROZEN, IMMUTABLE_OWNER, sliceOf, tokenAccount, withheldFee } from '../tokenAccounts.ts';

const CPI_GUARD = [11, 0, 1, 0, 1];

describe('a token account, read from its owner on', () => {
  const parse = (extensions: number[]) => parseTokenAccount(sliceOf(tokenAccount(wallet(1), 5n, { extensions })));

  it('has an owner, an amount up to u64, and nothing withheld without extensions', () => {
    const parsed = parseTokenAccount(sliceOf(tokenAccount(wallet(1), 18_446_744_073_709_551_615n)));
    expect(parsed).toEqual({
      ...{ owner: addressBytes(wallet(1)), amount: 18_446_744_073_709_551_615n, withheld: 0n, isFrozen: false },
    });
  });

  it.each([
    ['alone', withheldFee(9n), 9n],
    ['behind the mark of an associated account', [...IMMUTABLE_OWNER, ...withheldFee(9n)], 9n],
    ['behind several extensions', [...IMMUTABLE_OWNER, ...CPI_GUARD, ...withheldFee(9n)], 9n],
    ['before others', [...withheldFee(9n), ...IMMUTABLE_OWNER], 9n],
    ['of more than 2^53', withheldFee(9_223_372_036_854_775_809n), 9_223_372_036_854_775_809n],
  ])('shows the fee withheld %s', (_where, extensions, withheld) => {
    expect(parse(extensions)).toMatchObject({ amount: 5n, withheld });
  });

  it.each([
    ['no fee extension', IMMUTABLE_OWNER],
    ['empty room after its extensions', [...IMMUTABLE_OWNER, 0, 0, 0, 0, ...withheldFee(9n)]],
    ['a fee extension cut off', withheldFee(9n).slice(0, 11)],
    ['an extension longer than the account', [7, 0, 255, 255]],
    ['half a head', [2, 0, 8]],
  ])('has nothing withheld with %s', (_what, extensions) => {
    expect(parse(extensions)).toMatchObject({ amount: 5n, withheld: 0n });
  });

  it.each([
    [0, false],
    [1, false],
    [FROZEN, true],
  ])('in state %i is frozen: %s', (state, isFrozen) => {
    expect(parseTokenAccount(sliceOf(tokenAccount(wallet(1), 5n, { state })))).toMatchObject({ isFrozen });
  });

  it('is none when it ends before its state', () => {
    const bytes = sliceOf(tokenAccount(wallet(1), 5n, { state: FROZEN }));
    expect(parseTokenAccount(bytes.subarray(0, 76))).toBeNull();
    expect(parseTokenAccount(new Uint8Array())).toBeNull();
    expect(parseTokenAccount(bytes.subarray(0, 77))).toMatchObject({ amount: 5n, isFrozen: true });
  });
});
