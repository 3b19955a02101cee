import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { addressBytes, addressOf } from '../../src/address/address.ts';
import type { PlainInstruction, PlainMessage } from '../../src/marks/instruction.ts';
import { judgeMaker } from '../../src/marks/judgeMaker.ts';
import { MEMO_V3, markOf, readForm } from '../../src/marks/readForm.ts';
import { readTransaction, withAddresses } from '../../src/marks/readTransaction.ts';
import { allocateWithSeedData, transferData } from '../../src/marks/systemProgram.ts';
import { encodeTransaction, keyOf } from '../worker/signedTransactions.ts';
import { wallet } from './wallets.ts';

const [BASE, OTHER] = [wallet(1), wallet(2)];
const ASKED = { base: BASE, seed: 'payout:1700000000' };
const MARK = markOf(ASKED);
const SYSTEM_PROGRAM = addressOf(new Uint8Array(32));
const BUDGET = 'ComputeBudget111111111111111111111111111111';

const limit = { program: BUDGET, accounts: [], data: Uint8Array.of(2, 1, 1, 1, 1) };
const price = { program: BUDGET, accounts: [], data: Uint8Array.of(3, 1, 1, 1, 1, 1, 1, 1, 1) };
const rent = { program: SYSTEM_PROGRAM, accounts: [BASE, MARK], data: transferData(1n) };
const allocation: PlainInstruction = {
  program: SYSTEM_PROGRAM,
  accounts: [MARK, BASE],
  data: allocateWithSeedData(BASE, ASKED.seed),
};
const prize = (from: string, amount = 5n) => ({
  program: SYSTEM_PROGRAM,
  accounts: [from, OTHER],
  data: transferData(amount),
});
const memo = { program: MEMO_V3, accounts: [BASE], data: utf8ToBytes('paid, ä') };
const message = (instructions: readonly PlainInstruction[], signers: readonly string[] = [BASE]): PlainMessage => ({
  ...{ version: 'legacy', signers, instructions },
});
const TO_MARK = `a transfer of at least 1 lamport to ${MARK} as instruction 2`;
const AT_MARK = `the allocation of one byte at ${MARK} as instruction 3`;
const HEAD = [limit, price, rent, allocation];

describe('a transaction that made a mark', () => {
  it('says what it paid and why, when it has the one form', () => {
    expect(judgeMaker(message([...HEAD, prize(BASE), prize(BASE, 7n), memo]), ASKED)).toEqual({
      kind: 'form',
      transfers: [5n, 7n].map((lamports) => ({ from: BASE, to: OTHER, lamports })),
      memo: 'paid, ä',
    });
    expect(judgeMaker(message([...HEAD, memo]), ASKED)).toMatchObject({ kind: 'form', transfers: [] });
  });

  it.each<[string, PlainMessage, expected: string, got: string]>([
    ['two signers', message([...HEAD, memo], [BASE, OTHER]), `the signature of ${BASE} alone`, `${BASE}, ${OTHER}`],
    ['another signer', message([...HEAD, memo], [OTHER]), `a fee paid by ${BASE}`, OTHER],
    [
      ...(['a memo of two', message([...HEAD, { ...memo, accounts: [BASE, OTHER] }])] as const),
      ...([`a memo by ${BASE} alone`, `${BASE}, ${OTHER}`] as const),
    ],
    ['a memo of nobody', message([...HEAD, { ...memo, accounts: [] }]), `a memo by ${BASE} alone`, ''],
    [
      ...(['a transfer of another wallet', message([...HEAD, prize(BASE), prize(OTHER), memo])] as const),
      ...([`transfers of ${BASE} alone before the memo`, SYSTEM_PROGRAM] as const),
    ],
    [
      ...(['something else before the memo', message([...HEAD, limit, memo])] as const),
      ...([`transfers of ${BASE} alone before the memo`, BUDGET] as const),
    ],
    ['nothing before it', message([allocation, memo]), 'SetComputeUnitLimit as instruction 0', SYSTEM_PROGRAM],
  ])('has spent it when it has another form, with %s', (_what, of, expected, got) => {
    expect(judgeMaker(of, ASKED)).toEqual({ kind: 'other', expected, got });
  });

  it.each<[string, Partial<PlainInstruction>, of: PlainInstruction, expected: string]>([
    ['a limit of another length', { data: limit.data.slice(0, 4) }, limit, 'SetComputeUnitLimit as instruction 0'],
    ['a limit that is a price', { data: limit.data.with(0, 3) }, limit, 'SetComputeUnitLimit as instruction 0'],
    ['a limit with an account', { accounts: [BASE] }, limit, 'SetComputeUnitLimit as instruction 0'],
    ['a limit for another program', { program: MEMO_V3 }, limit, 'SetComputeUnitLimit as instruction 0'],
    ['a price of another length', { data: price.data.slice(0, 8) }, price, 'SetComputeUnitPrice as instruction 1'],
    ['a price that is a limit', { data: price.data.with(0, 2) }, price, 'SetComputeUnitPrice as instruction 1'],
    ['a rent of 0', { data: transferData(0n) }, rent, TO_MARK],
    ['a rent that somebody else pays', { accounts: [OTHER, MARK] }, rent, TO_MARK],
    ['a rent for another account', { accounts: [BASE, OTHER] }, rent, TO_MARK],
    ['a rent with a third account', { accounts: [BASE, MARK, BASE] }, rent, TO_MARK],
    ['a rent of one account', { accounts: [BASE] }, rent, TO_MARK],
    ['a rent without accounts', { accounts: [] }, rent, TO_MARK],
    ['a rent of another program', { program: MEMO_V3 }, rent, TO_MARK],
    ['a rent that is another instruction', { data: rent.data.with(0, 3) }, rent, TO_MARK],
    ['a rent with a byte behind it', { data: Uint8Array.of(...rent.data, 0) }, rent, TO_MARK],
    ['an allocation of two bytes', { data: allocation.data.with(-40, 2) }, allocation, AT_MARK],
    ['an allocation by another program', { program: MEMO_V3 }, allocation, AT_MARK],
    ['an allocation with a third account', { accounts: [MARK, BASE, BASE] }, allocation, AT_MARK],
    ['a memo of another program', { program: BUDGET }, memo, 'a memo of version 3 as the last instruction'],
    ['a memo of other bytes', { data: Uint8Array.of(255) }, memo, 'a text as the memo'],
  ])('has spent it with %s', (_what, altered, of, expected) => {
    // What makes the mark stands in it a second time.
    const instructions = [...HEAD, memo]
      .map((one) => (one === of ? { ...one, ...altered } : one))
      .toSpliced(4, 0, allocation);
    expect(judgeMaker(message(instructions), ASKED)).toMatchObject({ kind: 'other', expected });
  });

  it('has spent it in a message of another version, with no text, or without a memo', () => {
    const other = { ...message([...HEAD, memo]), version: '0' };
    expect(judgeMaker(other, ASKED)).toEqual({ kind: 'other', expected: 'a legacy message', got: 'version 0' });
    const noText = message([...HEAD, { ...memo, data: Uint8Array.of(255) }]);
    expect(judgeMaker(noText, ASKED)).toEqual({ kind: 'other', expected: 'a text as the memo', got: 'other bytes' });
    const short = readForm(message([limit]), ASKED);
    expect(short).toEqual({ kind: 'other', expected: 'SetComputeUnitPrice as instruction 1', got: 'none' });
    const alone = judgeMaker(message(HEAD), ASKED);
    expect(alone).toEqual({ kind: 'other', expected: 'a memo of version 3 as the last instruction', got: 'none' });
  });

  const seed = utf8ToBytes(ASKED.seed);
  const u64 = (value: number) => Uint8Array.of(value, 0, 0, 0, 0, 0, 0, 0);
  const named = concatBytes(addressBytes(BASE), u64(seed.length), seed);
  const owner = addressBytes(OTHER);
  const allocates = (space: Uint8Array) => concatBytes(Uint8Array.of(9, 0, 0, 0), named, space, owner);
  const creates = (lamports: Uint8Array, space: Uint8Array) =>
    concatBytes(Uint8Array.of(3, 0, 0, 0), named, lamports, space, owner);
  const made = (altered: Partial<PlainInstruction>) =>
    judgeMaker(message([memo, { ...allocation, ...altered }]), ASKED).kind;

  it.each<[string, Partial<PlainInstruction>]>([
    ['allocates one byte', {}],
    ['creates it with a byte', { data: creates(u64(0), u64(1)), accounts: [BASE, MARK] }],
    ['creates it with a byte, among more accounts', { data: creates(u64(9), u64(1)), accounts: [BASE, MARK, BASE] }],
  ])('is one with an instruction that %s', (_what, altered) => {
    expect(made(altered)).toBe('other');
  });

  it.each<[string, Partial<PlainInstruction>]>([
    ['allocates no byte', { data: allocates(u64(0)) }],
    ['allocates two bytes', { data: allocates(u64(2)) }],
    ['allocates 257 bytes', { data: allocates(Uint8Array.of(1, 1, 0, 0, 0, 0, 0, 0)) }],
    ['allocates 256 bytes', { data: allocates(Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0)) }],
    ['allocates more than there can be', { data: allocates(new Uint8Array(8).fill(255)) }],
    ['creates it with 2^56 bytes', { data: creates(u64(0), u64(0).with(7, 1)), accounts: [BASE, MARK, BASE] }],
    ['allocates at another account', { accounts: [BASE, MARK] }],
    ['allocates by another base', { data: allocateWithSeedData(OTHER, ASKED.seed) }],
    ['allocates by another seed', { data: allocateWithSeedData(BASE, 'payout:1700000001') }],
    ['is of another program', { program: MEMO_V3 }],
    ['is another instruction of the program', { data: allocation.data.with(0, 10) }],
    ['has another high byte in its index', { data: allocation.data.with(3, 1) }],
    ['has no data', { data: new Uint8Array() }],
    ['has only an index', { data: allocation.data.slice(0, 4) }],
    ['ends before its bytes', { data: allocation.data.slice(0, 4 + named.length) }],
    ['creates it with lamports and without a byte', { data: creates(u64(9), u64(0)), accounts: [BASE, MARK] }],
    ['creates another account', { data: creates(u64(9), u64(1)), accounts: [MARK, BASE] }],
  ])('is none with an instruction that %s', (_what, altered) => {
    expect(made(altered)).toBe('none');
  });
});

describe('the bytes of a transaction', () => {
  const draft = { name: 'one', signers: [keyOf(1), keyOf(2)], memos: ['GOD1', 'x'.repeat(300)] };
  const VERSIONS = ['legacy', 0, 1] as const;
  const reasonOf = (bytes: Uint8Array) => {
    try {
      readTransaction(bytes);
    } catch (error) {
      return error instanceof RangeError ? error.message : error;
    }
    return null;
  };

  it.each(VERSIONS)('of version %s are read with everything that is in them', (version) => {
    const { bytes } = encodeTransaction({ ...draft, version, mentions: [addressBytes(OTHER)] });
    const read = readTransaction(bytes);
    const signers = draft.signers.map(({ address }) => address);
    expect(read).toMatchObject({ version: String(version), signers, keys: [...signers, OTHER, MEMO_V3] });
    expect(read.lookedUp).toBe(version === 0 ? 3 : 0);
    expect(read.instructions.map(({ program, accounts }) => [program, ...accounts])).toEqual([
      [3, 0],
      [3, 0],
    ]);
    expect(read.instructions.map(({ data }) => new TextDecoder().decode(data))).toEqual(draft.memos);
    expect(read.signatures.map(({ length }) => length)).toEqual([64, 64]);
    const [one] = withAddresses(read.instructions, read.keys);
    expect(one).toEqual({ program: MEMO_V3, accounts: [signers[0]], data: utf8ToBytes('GOD1') });
  });

  it.each(VERSIONS)('of version %s are none when one is missing, one more is there, or nobody signs', (version) => {
    const { bytes } = encodeTransaction({ ...draft, version });
    expect(reasonOf(bytes)).toBeNull();
    expect(reasonOf(bytes.slice(0, -1))).toBe('it ends too early');
    expect(reasonOf(Uint8Array.of(...bytes, 0))).toBe('its parts do not fit together');
    const unsigned = encodeTransaction({ ...draft, version, signers: [] }).bytes;
    expect(reasonOf(unsigned)).toBe('its parts do not fit together');
  });

  it('are none of an unknown version, with more signers than keys or signatures, or an impossible count', () => {
    const { bytes } = encodeTransaction(draft);
    const from = 1 + 2 * 64;
    expect(reasonOf(bytes.with(from, 3))).toBe('its parts do not fit together');
    expect(reasonOf(bytes.with(from, 1))).toBe('its parts do not fit together');
    expect(reasonOf(encodeTransaction({ ...draft, version: 0 }).bytes.with(from, 0x82))).toBe('nobody knows version 2');
    // Three keys, of which as many sign.
    const signedBy = (count: number) =>
      Uint8Array.of(count, ...new Uint8Array(64 * count), ...bytes.slice(from).with(0, count));
    expect(readTransaction(signedBy(3)).signers).toHaveLength(3);
    expect(reasonOf(signedBy(4))).toBe('its parts do not fit together');
    expect(reasonOf(encodeTransaction({ ...draft, signers: [keyOf(1)] }).bytes)).toBeNull();
    expect(reasonOf(Uint8Array.of(0xff, 0xff, 0x03, ...bytes.slice(1)))).toBe('it ends too early');
    for (const count of [
      [0x80, 0],
      [0xff, 0xff, 0x04],
      [0x80, 0x80, 0x80],
    ])
      expect(reasonOf(Uint8Array.of(...count, ...bytes.slice(1)))).toBe('a count makes no sense');
  });

  it('name no account that is not among the keys', () => {
    const { instructions, keys } = readTransaction(encodeTransaction(draft).bytes);
    expect(() => withAddresses(instructions, keys.slice(0, 2))).toThrow(new RangeError('no account 2'));
  });
});
