import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeAccount3Instruction,
  createInitializeAccountInstruction,
  createSyncNativeInstruction,
  createTransferCheckedWithFeeInstruction,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { ComputeBudgetProgram, type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { address } from '../../../src/address/address.ts';
import { decodeBudget } from '../../../worker/swap/check/budgetInstruction.ts';
import { type Decoded, ownAccounts, type Surroundings } from '../../../worker/swap/check/effect.ts';
import { decodeExchange } from '../../../worker/swap/check/exchangeInstruction.ts';
import type { Instruction } from '../../../worker/swap/check/parseTransaction.ts';
import { decodeSystem } from '../../../worker/swap/check/systemInstruction.ts';
import { decodeAssociated, decodeToken, decodeToken2022 } from '../../../worker/swap/check/tokenInstruction.ts';
import { A_SENTENCE } from '../judgedSwap.ts';
import {
  AMOUNT,
  BUYER_ACCOUNT,
  clmm,
  close,
  cpmm,
  GOD_ACCOUNT,
  jupiterTail,
  MINIMUM,
  MINT,
  ORDER,
  openWrapped,
  PASSING,
  PLAN,
  passing,
  payment,
  route,
  routeV2,
  sale,
  sharedRoute,
  sharedRouteV2,
  THIEF,
  US,
  v2Terms,
  WRAPPED,
} from '../swapDrafts.ts';

const OWN: Surroundings = {
  ...ownAccounts(ORDER.wallet, ORDER.mint),
  ...{ mint: ORDER.mint, programs: ORDER.programs, created: new Set([address(PASSING.toBase58())]) },
  wrappedAccounts: new Set([address(WRAPPED.toBase58())]),
};
const plain = ({ programId, keys, data }: TransactionInstruction): Instruction => ({
  program: address(programId.toBase58()),
  accounts: keys.map(({ pubkey }) => address(pubkey.toBase58())),
  data: Uint8Array.from(data),
});
const thief = address(THIEF.toBase58());
/** Refused, and with a sentence that says why. */
function isRefused(decoded: Decoded): boolean {
  if (!('ok' in decoded)) return false;
  expect(decoded.detail).toMatch(A_SENTENCE);
  return true;
}

interface Form {
  readonly made: TransactionInstruction;
  readonly decode: (instruction: Instruction, own: Surroundings) => Decoded;
  /** Positions of the accounts that could cost us something in other hands. */
  readonly ours: readonly number[];
  /** The exchanges read further accounts, and Jupiter's plan has no fixed length. */
  readonly open?: 'accounts' | 'all';
}

const openAccount2 = new TransactionInstruction({
  ...{ programId: TOKEN_PROGRAM_ID, data: Buffer.from([16, ...US.toBytes()]) },
  keys: [PASSING, NATIVE_MINT, THIEF].map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
});
const [create, open] = passing(PASSING) as [TransactionInstruction, TransactionInstruction];
const FORMS: Readonly<Record<string, Form>> = {
  'a limit of compute units': {
    ...{ made: ComputeBudgetProgram.setComputeUnitLimit({ units: 9 }), decode: decodeBudget, ours: [] },
    open: 'accounts',
  },
  'a price of compute units': {
    ...{ made: ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 9 }), decode: decodeBudget, ours: [] },
    open: 'accounts',
  },
  'a limit of loaded bytes': {
    made: new TransactionInstruction({
      ...{ programId: ComputeBudgetProgram.programId, keys: [], data: Buffer.of(4, 1, 0, 0, 0) },
    }),
    ...{ decode: decodeBudget, ours: [], open: 'accounts' },
  },
  'a payment to us': { made: payment(), decode: decodeSystem, ours: [1] },
  'a passing account that is created': { made: create, decode: decodeSystem, ours: [0], open: 'accounts' },
  'a passing account that is opened': { made: open, decode: decodeToken, ours: [0, 1, 2] },
  'one that is opened in the second form': { made: openAccount2, decode: decodeToken, ours: [0, 1] },
  'one that is opened in the third form': {
    ...{ made: createInitializeAccount3Instruction(PASSING, NATIVE_MINT, US), decode: decodeToken, ours: [0, 1] },
  },
  'wrapped SOL that is synchronised': { made: createSyncNativeInstruction(WRAPPED), decode: decodeToken, ours: [0] },
  'wrapped SOL that is closed': { made: close(), decode: decodeToken, ours: [0, 1, 2] },
  'a sale of GOD': { made: sale(), decode: decodeToken2022, ours: [0, 1, 3] },
  'a sale of GOD with its fee': {
    made: createTransferCheckedWithFeeInstruction(
      ...([GOD_ACCOUNT, MINT, BUYER_ACCOUNT, US, 9n, 6, 1n] as const),
      ...([[], TOKEN_2022_PROGRAM_ID] as [[], PublicKey]),
    ),
    ...{ decode: decodeToken2022, ours: [0, 1, 3] },
  },
  'our account of GOD': {
    made: createAssociatedTokenAccountIdempotentInstruction(US, GOD_ACCOUNT, US, MINT, TOKEN_2022_PROGRAM_ID),
    ...{ decode: decodeAssociated, ours: [0, 1, 2, 3, 4, 5] },
  },
  'our account of wrapped SOL': { made: openWrapped(), decode: decodeAssociated, ours: [0, 1, 2, 3, 4, 5] },
  'Raydium CPMM': { made: cpmm(), decode: decodeExchange, ours: [0, 4, 5, 8, 9, 10, 11], open: 'accounts' },
  'Raydium CLMM': { made: clmm(), decode: decodeExchange, ours: [0, 3, 4, 8, 9, 10, 11, 12], open: 'accounts' },
  'Jupiter, route': { made: route(), decode: decodeExchange, ours: [0, 1, 2, 3, 4, 5], open: 'all' },
  'Jupiter, shared accounts': {
    made: sharedRoute(),
    decode: decodeExchange,
    ours: [0, 2, 3, 6, 7, 8, 10],
    open: 'all',
  },
  'Jupiter, second route': { made: routeV2(), decode: decodeExchange, ours: [0, 1, 2, 3, 4, 5, 6, 7], open: 'all' },
  'Jupiter, second shared accounts': {
    ...{ made: sharedRouteV2(), decode: decodeExchange, ours: [1, 2, 5, 6, 7, 8, 9], open: 'all' },
  },
};

describe.each(Object.entries(FORMS))('%s', (_name, { made, decode, ours, open: isOpen }) => {
  const honest = plain(made);
  const { accounts, data } = honest;

  it('is accepted', () => {
    expect(isRefused(decode(honest, OWN))).toBe(false);
  });

  it('is refused with another account at any place that could cost us something', () => {
    for (const place of ours)
      expect([place, isRefused(decode({ ...honest, accounts: accounts.with(place, thief) }, OWN))]).toEqual([
        place,
        true,
      ]);
  });

  if (isOpen !== 'all')
    it('is refused with a byte more or less', () => {
      for (const other of [Uint8Array.of(...data, 0), data.subarray(0, -1)])
        expect(isRefused(decode({ ...honest, data: other }, OWN))).toBe(true);
    });

  if (isOpen === undefined)
    it('is refused with an account more or less', () => {
      for (const other of [[...accounts, ORDER.wallet], accounts.slice(0, -1)])
        expect(isRefused(decode({ ...honest, accounts: other }, OWN))).toBe(true);
    });
});

describe('a decoded instruction', () => {
  const created = plain(create);
  const withSeed = (length: number, lamports = 2_039_280) =>
    plain(
      SystemProgram.createAccountWithSeed({
        ...{
          fromPubkey: US,
          newAccountPubkey: PASSING,
          basePubkey: US,
          seed: 'x'.repeat(length),
          lamports,
          space: 165,
        },
        programId: TOKEN_PROGRAM_ID,
      }),
    );
  const reasonOf = (decoded: Decoded) => {
    isRefused(decoded);
    return 'ok' in decoded ? decoded.reason : decoded.kind;
  };

  it('is refused when it is empty', () => {
    for (const decode of [decodeToken, decodeSystem, decodeToken2022, decodeAssociated, decodeBudget, decodeExchange])
      expect(isRefused(decode({ ...created, accounts: [], data: new Uint8Array() }, OWN))).toBe(true);
    const sync = plain(createSyncNativeInstruction(WRAPPED));
    for (const other of [
      { ...sync, accounts: [] },
      { ...sync, data: new Uint8Array() },
    ])
      expect(reasonOf(decodeToken(other, OWN))).toBe('instruction-data');
    expect(reasonOf(decodeSystem({ ...created, data: new Uint8Array() }, OWN))).toBe('instruction-data');
  });

  it('is refused when its end is missing, wherever it is cut off', () => {
    for (let length = 4; length < created.data.length; length++)
      expect(reasonOf(decodeSystem({ ...created, data: created.data.subarray(0, length) }, OWN))).toBe(
        'instruction-data',
      );
    const paid = plain(payment());
    for (let length = 4; length < paid.data.length; length++)
      expect(reasonOf(decodeSystem({ ...paid, data: paid.data.subarray(0, length) }, OWN))).toBe('instruction-data');
  });

  it('is refused when nobody knows it', () => {
    const sync = plain(createSyncNativeInstruction(WRAPPED));
    const unknown = { ...sync, data: Uint8Array.of(255) };
    expect(reasonOf(decodeToken(unknown, OWN))).toBe('foreign-instruction');
    expect(reasonOf(decodeToken2022(unknown, OWN))).toBe('foreign-instruction');
    expect(reasonOf(decodeToken2022({ ...sync, data: new Uint8Array() }, OWN))).toBe('foreign-instruction');
    // What is known and does nothing is no reason to refuse.
    expect(reasonOf(decodeToken(sync, OWN))).toBe('nothing');
  });

  it.each([
    ['swap_base_input', cpmm()],
    ['swap_v2', clmm()],
    ['route', route()],
    ['shared_accounts_route', sharedRoute()],
    ['route_v2', routeV2()],
    ['shared_accounts_route_v2', sharedRouteV2()],
  ])('of an exchange is refused by its name: %s', (name, made) => {
    const exchange = plain(made);
    const seen = decodeExchange({ ...exchange, accounts: exchange.accounts.map(() => thief) }, OWN);
    expect(seen).toMatchObject({ ok: false, detail: `${name} has ${thief} as the seller` });
  });

  it('of an exchange is refused by the account that is wrong', () => {
    const exchange = plain(routeV2());
    for (const [place, role] of [
      [1, 'account to sell from'],
      [2, 'account to sell into'],
      [3, 'god mint'],
      [6, 'token program'],
    ] as const)
      expect(decodeExchange({ ...exchange, accounts: exchange.accounts.with(place, thief) }, OWN)).toMatchObject({
        ...{ ok: false, detail: `route_v2 has ${thief} as the ${role}` },
      });
    const another = { ...exchange, accounts: exchange.accounts.with(7, thief) };
    expect(decodeExchange(another, OWN)).toMatchObject({
      ...{ ok: false, detail: `route_v2 has ${thief} as another account to sell into` },
    });
  });

  it('of Jupiter may name our account a second time, and keeps nothing of ours by either of its fees', () => {
    const decoded = (made: TransactionInstruction) => decodeExchange(plain(made), OWN);
    for (const made of [route(PLAN, jupiterTail(), { other: WRAPPED }), routeV2(v2Terms(), { other: WRAPPED })])
      expect(decoded(made)).toMatchObject({ kind: 'swaps', amount: AMOUNT, minimum: MINIMUM });
    expect(decoded(route(PLAN, jupiterTail({ fee: 200 })))).toMatchObject({
      ...{ reason: 'platform-fee', detail: 'route keeps 200 basis points' },
    });
    // Two fees are two fees, also when they are the same.
    expect(decoded(routeV2(v2Terms({ fee: 7, surplusFee: 7 })))).toMatchObject({
      ...{ reason: 'platform-fee', detail: 'route_v2 keeps 14 basis points' },
    });
    // All of the quote may be lost: that is a promise of nothing.
    expect(decoded(routeV2(v2Terms({ slippage: 10_000 })))).toMatchObject({ kind: 'swaps', minimum: 0n });
    expect(reasonOf(decoded(routeV2(v2Terms({ slippage: 10_001 }))))).toBe('instruction-data');
  });

  it('of Jupiter is refused when its end is missing, wherever it is cut off', () => {
    // As long as the figures alone would be: nothing before the plan is taken for them.
    const plan = Uint8Array.of(...plain(route()).data.subarray(0, 16), 0, 0, 0);
    expect(reasonOf(decodeExchange({ ...plain(route()), data: plan }, OWN))).toBe('instruction-data');
    for (const made of [route(), sharedRoute(), routeV2(), sharedRouteV2()]) {
      const whole = plain(made);
      for (let length = 8; length < whole.data.length; length++)
        expect(reasonOf(decodeExchange({ ...whole, data: whole.data.subarray(0, length) }, OWN))).toBe(
          'instruction-data',
        );
    }
  });

  it.each([
    ['SyncNative', createSyncNativeInstruction(WRAPPED)],
    ['CloseAccount', close()],
    ['InitializeAccount', open],
    ['InitializeAccount2', openAccount2],
    ['InitializeAccount3', createInitializeAccount3Instruction(PASSING, NATIVE_MINT, US)],
  ])('of the token program is refused by its name: %s', (name, made) => {
    const { data, ...rest } = plain(made);
    const seen = decodeToken({ ...rest, data: Uint8Array.of(...data, 0) }, OWN);
    expect(seen).toMatchObject({ ok: false, detail: `${name} has an unusual form` });
  });

  it('creates an account of ours alone, with its rent and no more, for the token program and at its size', () => {
    const from = (place: number, value: number) => ({ ...created, data: created.data.with(place, value) });
    const end = created.data.length;
    expect(reasonOf(decodeSystem({ ...created, accounts: [...created.accounts, ORDER.wallet] }, OWN))).toBe('created');
    for (const other of [
      { ...created, accounts: [...created.accounts, thief] },
      { ...created, accounts: [ORDER.wallet, ORDER.wallet] },
      { ...created, accounts: [ORDER.wallet] },
      // A byte of the base, of the size and of the owner.
      ...[from(4, 1), from(end - 40, 166), from(end - 1, 1)],
    ])
      expect(reasonOf(decodeSystem(other, OWN))).toBe('foreign-account');
    expect(reasonOf(decodeSystem(withSeed(32, 2_100_000), OWN))).toBe('created');
    expect(reasonOf(decodeSystem(withSeed(32, 2_100_001), OWN))).toBe('transfer-out');
    expect(reasonOf(decodeSystem(withSeed(33), OWN))).toBe('instruction-data');
    expect(reasonOf(decodeSystem({ ...created, data: created.data.subarray(0, 44) }, OWN))).toBe('instruction-data');
  });

  it('takes an owner in its data as one among its accounts', () => {
    for (const made of [openAccount2, createInitializeAccount3Instruction(PASSING, NATIVE_MINT, US)]) {
      const { data, ...rest } = plain(made);
      expect(reasonOf(decodeToken({ ...rest, data: data.with(1, (data[1] ?? 0) ^ 1) }, OWN))).toBe('foreign-account');
    }
    expect(reasonOf(decodeToken(plain(createInitializeAccountInstruction(WRAPPED, NATIVE_MINT, US)), OWN))).toBe(
      'foreign-account',
    );
  });

  it('is of the exchange that it belongs to: the same bytes to another one are not known', () => {
    const [program] = ORDER.programs.slice(2);
    if (program === undefined) throw new Error('three programs');
    expect(reasonOf(decodeExchange({ ...plain(cpmm()), program }, OWN))).toBe('unknown-swap');
  });

  it('of the token extension is a transfer with its fee and nothing else', () => {
    const fee = plain(FORMS['a sale of GOD with its fee']?.made ?? sale());
    expect(reasonOf(decodeToken2022({ ...fee, data: fee.data.with(1, 3) }, OWN))).toBe('transfer-out');
    const kept = plain(openWrapped());
    for (const tag of [0, 2])
      expect(reasonOf(decodeAssociated({ ...kept, data: Uint8Array.of(tag) }, OWN))).toBe('foreign-instruction');
  });
});
