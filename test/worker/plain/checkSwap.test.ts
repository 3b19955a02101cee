import {
  AuthorityType,
  createApproveCheckedInstruction,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createAssociatedTokenAccountInstruction,
  createBurnCheckedInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createInitializeAccount3Instruction,
  createInitializeAccountInstruction,
  createSetAuthorityInstruction,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  createTransferCheckedWithFeeInstruction,
  createTransferInstruction,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { checkSwap, type SwapOrder } from '../../../worker/swap/checkSwap.ts';
import type { LookupTable } from '../../../worker/swap/lookupTable.ts';
import type { SwapReason } from '../../../worker/swap/refusal.ts';
import { signSwap } from '../../../worker/swap/signSwap.ts';
import {
  AMOUNT,
  BUYER,
  BUYER_ACCOUNT,
  bytes,
  CPMM,
  call,
  clmm,
  close,
  compile,
  cpmm,
  type Draft,
  GOD_ACCOUNT,
  HONEST,
  JUPITER,
  jupiterTail,
  MARKET_MAKER,
  MINIMUM,
  MINT,
  ORDER,
  openWrapped,
  PASSING,
  PLAN,
  PLAN_V2,
  passing,
  payment,
  route,
  routeV2,
  STRANGER,
  sale,
  sharedRoute,
  sharedRouteV2,
  signFor,
  TAX,
  THIEF,
  THIEF_ACCOUNT,
  tableOf,
  US,
  u64,
  v2Terms,
  WRAPPED,
} from '../swapDrafts.ts';

const HONEST_MAKER = HONEST['the market-maker'] ?? [];

function judge(draft: Draft, order: SwapOrder = ORDER, tables: readonly LookupTable[] = []) {
  return checkSwap(compile(draft), order, tables);
}

function reasonOf(
  draft: Draft,
  order: SwapOrder = ORDER,
  tables: readonly LookupTable[] = [],
): SwapReason | 'accepted' {
  const check = judge(draft, order, tables);
  return check.ok ? 'accepted' : check.reason;
}

describe('an honest swap', () => {
  const forms = Object.entries(HONEST).flatMap(([name, instructions]) =>
    ([0, 'legacy'] as const).map((version) => [`${name}, version ${version}`, { instructions, version }] as const),
  );

  it.each(forms)('of %s is accepted, with what it sells, brings and costs', (_form, draft) => {
    const isMaker = draft.instructions === HONEST_MAKER;
    expect(judge(draft)).toMatchObject({
      ok: true,
      sold: AMOUNT,
      guaranteedLamports: MINIMUM,
      // A signature is 5,000 lamports; 300,000 units at 0.1 lamports are 30,000.
      feeLamports: isMaker ? 40_000n : 35_000n,
    });
  });

  it('costs no more than we allow, even with the most compute units there are', () => {
    const swaps = Object.entries(HONEST).flatMap(([name, [_limit, _price, ...swap]]) =>
      name === 'the market-maker' ? [] : [swap],
    );
    expect(swaps.length).toBe(7);
    // What we ask Raydium for, and the most Jupiter may take, as a price of so many units.
    for (const [microLamports, feeLamports] of [
      [100_000, 145_000n],
      [71_428, 105_000n],
    ] as const) {
      const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
      const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 });
      for (const swap of swaps) {
        expect(judge({ instructions: [price, ...swap] })).toMatchObject({ ok: true, feeLamports });
        expect(judge({ instructions: [limit, price, ...swap] })).toMatchObject({ ok: true, feeLamports });
      }
    }
    const dearest = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 135_714 });
    expect(judge({ instructions: [dearest, sale(), payment()] })).toMatchObject({ ok: true, feeLamports: 200_000n });
  });

  it('may sell less and bring more than was asked', () => {
    const instructions = [sale(AMOUNT - 1n), payment(MINIMUM + 1n)];
    expect(judge({ instructions })).toMatchObject({ ok: true, sold: AMOUNT - 1n, guaranteedLamports: MINIMUM + 1n });
  });

  it('may be spread over several payments, sales and exchanges as long as the sums are right', () => {
    const halves = [sale(AMOUNT / 2n), payment(MINIMUM / 2n), cpmm({ amount: AMOUNT / 4n, minimum: MINIMUM / 4n })];
    const quarter = clmm({ amount: AMOUNT / 4n, minimum: MINIMUM / 4n });
    expect(judge({ instructions: [openWrapped(), ...halves, quarter, close()] })).toMatchObject({
      ok: true,
      sold: AMOUNT,
    });
  });

  it('may name the fee of its transfer, synchronise and open accounts of ours', () => {
    const withFee = createTransferCheckedWithFeeInstruction(
      ...([GOD_ACCOUNT, MINT, BUYER_ACCOUNT, US, AMOUNT, 6, AMOUNT / 20n] as const),
      ...([[], TOKEN_2022_PROGRAM_ID] as [[], PublicKey]),
    );
    const openGod = createAssociatedTokenAccountIdempotentInstruction(US, GOD_ACCOUNT, US, MINT, TOKEN_2022_PROGRAM_ID);
    const wrapped = [openWrapped(), createSyncNativeInstruction(WRAPPED), close()];
    expect(reasonOf({ instructions: [openGod, ...wrapped, withFee, payment()] })).toBe('accepted');
    const [create] = passing(PASSING);
    const opened = [create as TransactionInstruction, createInitializeAccount3Instruction(PASSING, NATIVE_MINT, US)];
    expect(reasonOf({ instructions: [...opened, cpmm({ into: PASSING }), close(PASSING)] })).toBe('accepted');
  });

  it('of Jupiter counts its own slippage: the quote less 1%, rounded down', () => {
    const quoted = 1_000_001n;
    const tail = { quoted, slippage: 100 };
    for (const swap of [route(PLAN, jupiterTail(tail)), routeV2(v2Terms(tail)), sharedRouteV2(v2Terms(tail))]) {
      const draft = { instructions: [swap, close()] };
      expect(judge(draft, { ...ORDER, minimumLamports: 990_000n })).toMatchObject({ guaranteedLamports: 990_000n });
      expect(reasonOf(draft, { ...ORDER, minimumLamports: 990_001n })).toBe('lower-minimum');
    }
  });
});

describe('a hostile swap is refused', () => {
  const god = (transfer: TransactionInstruction) => [transfer, payment()];
  const token2022 = TOKEN_2022_PROGRAM_ID;
  const extra = (...instructions: TransactionInstruction[]) => [...HONEST_MAKER, ...instructions];
  const around = (swap: TransactionInstruction) => [openWrapped(), swap, close()];
  const nonce = { noncePubkey: THIEF, authorizedPubkey: US };

  const hostile: readonly (readonly [string, SwapReason, readonly TransactionInstruction[]])[] = [
    ['that calls a foreign program', 'foreign-program', extra(call(THIEF, [US, GOD_ACCOUNT], bytes('00')))],
    ['that calls a foreign program with nothing', 'foreign-program', extra(call(THIEF, []))],
    [
      'with a memo',
      'foreign-program',
      extra(call(new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'), [US], bytes('41'))),
    ],
    [
      'that sends SOL away',
      'transfer-out',
      extra(SystemProgram.transfer({ fromPubkey: US, toPubkey: THIEF, lamports: 1 })),
    ],
    [
      'that sends SOL to ourselves',
      'transfer-out',
      extra(SystemProgram.transfer({ fromPubkey: US, toPubkey: US, lamports: 1 })),
    ],
    [
      'that wraps our SOL',
      'transfer-out',
      extra(SystemProgram.transfer({ fromPubkey: US, toPubkey: WRAPPED, lamports: 1 })),
    ],
    [
      'that moves SOL between strangers',
      'transfer-out',
      extra(SystemProgram.transfer({ fromPubkey: BUYER, toPubkey: THIEF, lamports: 1 })),
    ],
    ['that sends GOD twice', 'too-much-god', extra(sale(1n))],
    [
      'that takes GOD unchecked',
      'transfer-out',
      god(createTransferInstruction(GOD_ACCOUNT, BUYER_ACCOUNT, US, AMOUNT, [], token2022)),
    ],
    [
      'that takes another token of ours',
      'transfer-out',
      extra(createTransferCheckedInstruction(GOD_ACCOUNT, NATIVE_MINT, THIEF_ACCOUNT, US, 1n, 6, [], token2022)),
    ],
    [
      'that takes from another account',
      'transfer-out',
      extra(createTransferCheckedInstruction(THIEF_ACCOUNT, MINT, BUYER_ACCOUNT, US, 1n, 6, [], token2022)),
    ],
    [
      'that takes as a delegate',
      'transfer-out',
      extra(createTransferCheckedInstruction(GOD_ACCOUNT, MINT, THIEF_ACCOUNT, THIEF, 1n, 6, [], token2022)),
    ],
    [
      'that takes wrapped SOL',
      'transfer-out',
      extra(createTransferCheckedInstruction(WRAPPED, NATIVE_MINT, THIEF_ACCOUNT, US, 1n, 9)),
    ],
    [
      'with other decimals',
      'instruction-data',
      god(createTransferCheckedInstruction(GOD_ACCOUNT, MINT, BUYER_ACCOUNT, US, AMOUNT, 9, [], token2022)),
    ],
    [
      'with more accounts in its transfer',
      'instruction-data',
      god(createTransferCheckedInstruction(GOD_ACCOUNT, MINT, BUYER_ACCOUNT, US, AMOUNT, 6, [STRANGER], token2022)),
    ],
    [
      'with Approve (Token-2022)',
      'approve',
      extra(createApproveInstruction(GOD_ACCOUNT, THIEF, US, 1n, [], token2022)),
    ],
    [
      'with ApproveChecked (Token-2022)',
      'approve',
      extra(createApproveCheckedInstruction(GOD_ACCOUNT, MINT, THIEF, US, 1n, 6, [], token2022)),
    ],
    ['with Approve (Token)', 'approve', extra(createApproveInstruction(WRAPPED, THIEF, US, 1n))],
    [
      'with ApproveChecked (Token)',
      'approve',
      extra(createApproveCheckedInstruction(WRAPPED, NATIVE_MINT, THIEF, US, 1n, 9)),
    ],
    [
      'with SetAuthority of our GOD account',
      'set-authority',
      extra(createSetAuthorityInstruction(GOD_ACCOUNT, US, AuthorityType.CloseAccount, THIEF, [], token2022)),
    ],
    [
      'with SetAuthority of our wrapped SOL',
      'set-authority',
      extra(createSetAuthorityInstruction(WRAPPED, US, AuthorityType.AccountOwner, THIEF)),
    ],
    ['with Burn', 'burn', extra(createBurnInstruction(GOD_ACCOUNT, MINT, US, 1n, [], token2022))],
    ['with BurnChecked', 'burn', extra(createBurnCheckedInstruction(GOD_ACCOUNT, MINT, US, 1n, 6, [], token2022))],
    ['with Assign', 'assign', extra(SystemProgram.assign({ accountPubkey: US, programId: THIEF }))],
    [
      'with AssignWithSeed',
      'assign',
      extra(SystemProgram.assign({ accountPubkey: WRAPPED, basePubkey: US, seed: 'x', programId: THIEF })),
    ],
    ['with Allocate', 'foreign-instruction', extra(SystemProgram.allocate({ accountPubkey: US, space: 1 }))],
    [
      'with TransferWithSeed',
      'transfer-out',
      extra(
        SystemProgram.transfer({
          fromPubkey: WRAPPED,
          basePubkey: US,
          toPubkey: THIEF,
          lamports: 1,
          seed: 'x',
          programId: THIEF,
        }),
      ),
    ],
    ['that advances a nonce first', 'nonce', [SystemProgram.nonceAdvance(nonce), ...HONEST_MAKER]],
    ['that hands a nonce over', 'nonce', extra(SystemProgram.nonceAuthorize({ ...nonce, newAuthorizedPubkey: THIEF }))],
    ['that empties a nonce', 'nonce', extra(SystemProgram.nonceWithdraw({ ...nonce, toPubkey: THIEF, lamports: 1 }))],
    [
      'that creates an account',
      'foreign-instruction',
      extra(
        SystemProgram.createAccount({
          fromPubkey: US,
          newAccountPubkey: THIEF,
          lamports: 1,
          space: NONCE_ACCOUNT_LENGTH,
          programId: SystemProgram.programId,
        }),
      ),
    ],
    [
      'that closes our GOD account',
      'foreign-close',
      extra(createCloseAccountInstruction(GOD_ACCOUNT, US, US, [], token2022)),
    ],
    [
      'that closes our GOD account under the other program',
      'foreign-close',
      extra(createCloseAccountInstruction(GOD_ACCOUNT, US, US)),
    ],
    ['that closes wrapped SOL to a stranger', 'foreign-close', [openWrapped(), cpmm(), close(WRAPPED, THIEF)]],
    [
      'that closes a passing account to a stranger',
      'foreign-close',
      [...passing(PASSING), cpmm({ into: PASSING }), close(PASSING, THIEF)],
    ],
    ['that leaves the SOL wrapped', 'not-unwrapped', [openWrapped(), cpmm()]],
    ['that unwraps before it swaps', 'not-unwrapped', [openWrapped(), close(), cpmm()]],
    ['that leaves a passing account open', 'not-unwrapped', [...passing(PASSING), ...HONEST_MAKER]],
    ['that never opens what it creates', 'not-unwrapped', [...passing(PASSING).slice(0, 1), ...HONEST_MAKER]],
    [
      'that swaps into what it never opened',
      'foreign-account',
      [...passing(PASSING).slice(0, 1), cpmm({ into: PASSING }), close(PASSING)],
    ],
    [
      'that opens a passing account for a stranger',
      'foreign-account',
      [
        ...passing(PASSING).slice(0, 1),
        createInitializeAccountInstruction(PASSING, NATIVE_MINT, THIEF),
        ...HONEST_MAKER,
      ],
    ],
    [
      'that opens a passing account of GOD',
      'foreign-account',
      [...passing(PASSING).slice(0, 1), createInitializeAccountInstruction(PASSING, MINT, US), ...HONEST_MAKER],
    ],
    [
      'that opens an account it has not created',
      'foreign-account',
      [createInitializeAccountInstruction(PASSING, NATIVE_MINT, US), cpmm({ into: PASSING }), close(PASSING)],
    ],
    [
      'that gives a passing account more than its rent',
      'transfer-out',
      [...passing(PASSING, 2_100_001), cpmm({ into: PASSING }), close(PASSING)],
    ],
    [
      'that opens an associated account for a stranger',
      'foreign-account',
      extra(createAssociatedTokenAccountIdempotentInstruction(US, THIEF_ACCOUNT, THIEF, MINT, token2022)),
    ],
    [
      'that opens an account of another token',
      'foreign-account',
      extra(createAssociatedTokenAccountIdempotentInstruction(US, THIEF_ACCOUNT, US, THIEF)),
    ],
    [
      'that opens an account and fails if it is there',
      'foreign-instruction',
      extra(createAssociatedTokenAccountInstruction(US, WRAPPED, US, NATIVE_MINT)),
    ],
    ['that synchronises a stranger’s account', 'foreign-account', extra(createSyncNativeInstruction(THIEF_ACCOUNT))],
    ['that asks for a heap', 'foreign-instruction', extra(ComputeBudgetProgram.requestHeapFrame({ bytes: 262_144 }))],
    ['that sets its price twice', 'fee', extra(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }))],
    [
      'that costs a lamport more than 0.0002 SOL',
      'fee',
      // Two signatures are 10,000 lamports, and nobody has limited the 1,400,000 units.
      [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 135_715 }), sale(), payment()],
    ],
    ['that brings one lamport less', 'lower-minimum', [sale(), payment(MINIMUM - 1n)]],
    ['that takes one unit more', 'too-much-god', [sale(AMOUNT + 1n), payment()]],
    ['that brings nothing', 'lower-minimum', [sale()]],
    ['of the CPMM with a lower minimum', 'lower-minimum', around(cpmm({ minimum: MINIMUM - 1n }))],
    ['of the CPMM that takes more', 'too-much-god', around(cpmm({ amount: AMOUNT + 1n }))],
    ['of the CPMM from another account', 'foreign-account', around(cpmm({ from: THIEF_ACCOUNT }))],
    ['of the CPMM into another account', 'foreign-account', around(cpmm({ into: THIEF_ACCOUNT }))],
    ['of the CPMM into our GOD account', 'foreign-account', around(cpmm({ into: GOD_ACCOUNT }))],
    [
      'of the CPMM with bytes behind its data',
      'instruction-data',
      around(
        call(
          CPMM,
          cpmm().keys.map((key) => key.pubkey),
          cpmm().data,
          bytes('00'),
        ),
      ),
    ],
    [
      'of the CPMM by another instruction',
      'unknown-swap',
      around(
        call(
          CPMM,
          cpmm().keys.map((key) => key.pubkey),
          bytes('37d96256a34ab4ad'),
          u64(AMOUNT),
          u64(MINIMUM),
        ),
      ),
    ],
    ['of the CLMM whose threshold is a maximum', 'instruction-data', around(clmm({ isBaseInput: false }))],
    ['of Jupiter with a fee', 'platform-fee', around(route(PLAN, jupiterTail({ fee: 1 })))],
    ['of Jupiter with a fee in the second form', 'platform-fee', around(routeV2(v2Terms({ fee: 1 })))],
    ['of Jupiter that keeps what exceeds the quote', 'platform-fee', around(sharedRouteV2(v2Terms({ surplusFee: 1 })))],
    ['of Jupiter with more slippage', 'lower-minimum', around(routeV2(v2Terms({ slippage: 1 })))],
    ['of Jupiter with a slippage above everything', 'instruction-data', around(routeV2(v2Terms({ slippage: 10_001 })))],
    [
      'of Jupiter into another destination',
      'foreign-account',
      around(route(PLAN, jupiterTail(), { other: THIEF_ACCOUNT })),
    ],
    [
      'of Jupiter into another destination in the second form',
      'foreign-account',
      around(routeV2(v2Terms(), { other: THIEF_ACCOUNT })),
    ],
    ['of Jupiter with its own token program', 'foreign-account', around(route(PLAN, jupiterTail(), { token: THIEF }))],
    [
      'of Jupiter with the other token program',
      'foreign-account',
      around(route(PLAN, jupiterTail(), { token: token2022 })),
    ],
    [
      'of Jupiter’s shared accounts with its own token program',
      'foreign-account',
      around(sharedRoute({ token: THIEF })),
    ],
    [
      'of Jupiter’s shared accounts with its own Token-2022 program',
      'foreign-account',
      around(sharedRoute({ token2022: THIEF })),
    ],
    [
      'of Jupiter with its own Token-2022 program in the second form',
      'foreign-account',
      around(routeV2(v2Terms(), { tokens: [THIEF, TOKEN_PROGRAM_ID] })),
    ],
    [
      'of Jupiter with its own token program in the second form',
      'foreign-account',
      around(routeV2(v2Terms(), { tokens: [token2022, THIEF] })),
    ],
    [
      'of Jupiter’s shared accounts with its own token programs in the second form',
      'foreign-account',
      around(sharedRouteV2(v2Terms(), { tokens: [THIEF, THIEF] })),
    ],
    // Anchor reads the first tail and passes over the second one.
    [
      'of Jupiter with honest figures behind false ones',
      'instruction-data',
      around(route(PLAN, Buffer.concat([jupiterTail({ quoted: 0n }), jupiterTail()]))),
    ],
    [
      'of Jupiter with a step of unknown length',
      'unknown-route',
      around(route(bytes('01000000 2f640001'), jupiterTail())),
    ],
    ['of Jupiter without a step', 'instruction-data', around(route(bytes('00000000'), jupiterTail()))],
    ['of Jupiter with countless steps', 'instruction-data', around(route(bytes('ffffffff 2e640001'), jupiterTail()))],
    [
      'of Jupiter that opens a token ledger',
      'unknown-swap',
      around(call(JUPITER, [US, GOD_ACCOUNT], bytes('e455b9704e4f4d02'))),
    ],
  ];

  const plans: readonly (readonly [string, Uint8Array])[] = [
    ['no step', bytes('00000000')],
    ['countless steps', bytes('ffffffff 2810270001')],
    ['fewer steps than it says', bytes('02000000 2810270001')],
    ['half a step', bytes('01000000 28102700')],
    ['no count of steps', bytes('010000')],
    ['nothing at all', bytes('')],
    ['bytes behind its steps', Buffer.concat([PLAN_V2, bytes('00')])],
    ['a second plan behind its own', Buffer.concat([PLAN_V2, PLAN_V2])],
    ['steps of the first form', PLAN],
  ];
  it.each(plans)('of Jupiter in the second form whose plan has %s', (_what, plan) => {
    for (const swap of [routeV2, sharedRouteV2])
      expect(reasonOf({ instructions: around(swap(v2Terms({ plan }))) })).toBe('instruction-data');
  });

  it.each(hostile)('%s', (_what, reason, instructions) => {
    const check = judge({ instructions });
    expect(check).toMatchObject({ ok: false, reason });
    expect(!check.ok && check.detail).toMatch(/^.{10,200}$/);
  });

  it('that makes another wallet pay and leaves us a mere signer', () => {
    expect(reasonOf({ instructions: HONEST_MAKER, feePayer: BUYER })).toBe('foreign-fee-payer');
    expect(reasonOf({ instructions: [payment()], feePayer: THIEF })).toBe('foreign-fee-payer');
  });

  it('by a program that is pinned in general and not here', () => {
    const none = { ...ORDER, programs: [] };
    for (const [form, instructions] of Object.entries(HONEST))
      expect(reasonOf({ instructions }, none)).toBe(form === 'the market-maker' ? 'accepted' : 'program-off');
  });

  it('whose market-maker has not signed, or has signed something else', () => {
    expect(reasonOf({ instructions: HONEST_MAKER, signers: [] })).toBe('missing-cosignature');
    const signed = compile({ instructions: HONEST_MAKER });
    const other = compile({ instructions: [...HONEST_MAKER, payment(1n)] });
    // Count, our empty signature, the market-maker's.
    signed.set(other.subarray(65, 129), 65);
    expect(checkSwap(signed, ORDER, [])).toMatchObject({ ok: false, reason: 'wrong-cosignature' });
  });

  it('that is no transaction, is cut off, has bytes behind it, or is too large', () => {
    const honest = compile({ instructions: HONEST_MAKER });
    const reason = (given: Uint8Array) => {
      const check = checkSwap(given, ORDER, []);
      return check.ok ? 'accepted' : check.reason;
    };
    expect(reason(new Uint8Array())).toBe('garbage');
    expect(reason(bytes('ff'.repeat(300)))).not.toBe('accepted');
    expect(reason(new Uint8Array(1_232))).toBe('garbage');
    for (let length = 1; length < honest.length; length++) expect(reason(honest.slice(0, length))).not.toBe('accepted');
    expect(reason(Buffer.concat([honest, bytes('00')]))).toBe('garbage');
    expect(reason(new Uint8Array(1_233))).toBe('too-large');
    // The same count of signatures, written in two bytes instead of one.
    expect(reason(Buffer.concat([bytes('8200'), honest.subarray(1)]))).not.toBe('accepted');
  });
});

describe('lookup tables', () => {
  const key = Keypair.fromSeed(new Uint8Array(32).fill(99)).publicKey;
  const listed = [BUYER_ACCOUNT, MINT, WRAPPED];
  const table = new AddressLookupTableAccount({
    key,
    state: { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses: listed },
  });
  const draft = { instructions: HONEST_MAKER, tables: [table] };
  const onChain = tableOf(key, listed);

  it('are resolved as the chain has them', () => {
    expect(reasonOf(draft, ORDER, [onChain])).toBe('accepted');
    // The exchange meant the mint; the chain says something else.
    expect(reasonOf(draft, ORDER, [tableOf(key, [BUYER_ACCOUNT, THIEF, WRAPPED])])).toBe('transfer-out');
    const wrapped = { instructions: [cpmm(), close()], tables: [table] };
    expect(reasonOf(wrapped, ORDER, [onChain])).toBe('accepted');
    expect(reasonOf(wrapped, ORDER, [tableOf(key, [BUYER_ACCOUNT, MINT, THIEF_ACCOUNT])])).toBe('foreign-account');
  });

  it.each([
    ['missing', []],
    ['another one', [tableOf(THIEF, listed)]],
    ['short', [tableOf(key, listed.slice(0, 1))]],
    ['empty', [tableOf(key, [])]],
    ['deactivated', [tableOf(key, listed, { deactivation: 1n })]],
    ['not owned by the program', [tableOf(key, listed, { owner: THIEF.toBase58() })]],
    ['not initialised', [tableOf(key, listed, { type: 0 })]],
    ['of an impossible length', [tableOf(key, listed, { extra: 1 })]],
    ['no account at all', [{ ...onChain, data: '' }]],
  ])('are refused when %s', (_what, tables) => {
    expect(reasonOf(draft, ORDER, tables)).toBe('lookup-table');
  });

  it('cannot bring in a signer or a program', () => {
    const honest = VersionedTransaction.deserialize(compile(draft));
    // A call of "program 8" would be one from the table: there are 8 keys in the message itself.
    const { message } = honest;
    const [first] = message.compiledInstructions;
    if (first !== undefined) first.programIdIndex = message.staticAccountKeys.length;
    expect(checkSwap(signFor(honest, [MARKET_MAKER]), ORDER, [onChain])).toMatchObject({
      ok: false,
      reason: 'garbage',
    });
  });
});

describe('the signer', () => {
  const FACTS = { mint: ORDER.mint, programs: ORDER.programs, amount: AMOUNT, minimumLamports: MINIMUM };
  const prepared = (draft: Draft) => ({
    ...{
      exchange: 'raydium' as const,
      amount: AMOUNT,
      outLamports: MINIMUM,
      minimumLamports: MINIMUM,
      feeLamports: 0n,
    },
    bytes: Buffer.from(compile(draft)).toString('base64'),
    lookupTables: [],
    blockhash: {
      blockhash: new PublicKey(new Uint8Array(32).fill(9)).toBase58(),
      ...{ lastValidBlockHeight: 150, slot: 1 },
    },
  });

  it('signs an honest swap: both signatures are right and the transaction is the same', () => {
    const swap = prepared({ instructions: HONEST_MAKER });
    const signed = signSwap(TAX.secretKey, swap, FACTS);
    const [before, after] = [swap.bytes, signed.bytes].map((text) =>
      VersionedTransaction.deserialize(Buffer.from(text, 'base64')),
    );
    expect(after?.message.serialize()).toEqual(before?.message.serialize());
    expect(after?.signatures[1]).toEqual(before?.signatures[1]);
    expect(after?.signatures[0]).not.toEqual(new Uint8Array(64));
    expect(signed.signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/);
    expect(signed.blockhash).toBe(swap.blockhash);
  });

  it.each([
    ['a hostile one, whoever prepared it', { instructions: [...HONEST_MAKER, sale(1n)] }, FACTS],
    ['more than it was told', { instructions: HONEST_MAKER }, { ...FACTS, amount: AMOUNT - 1n }],
    ['less than it was told', { instructions: HONEST_MAKER }, { ...FACTS, minimumLamports: MINIMUM + 1n }],
    ['for nothing', { instructions: [sale(0n)] }, { ...FACTS, minimumLamports: 0n }],
  ])('refuses %s', (_what, draft, facts) => {
    expect(() => signSwap(TAX.secretKey, prepared(draft), facts)).toThrow(/^swap refused/);
  });

  it('refuses with another key, and under another blockhash than is recorded', () => {
    const swap = prepared({ instructions: HONEST_MAKER });
    expect(() => signSwap(STRANGER.secretKey, swap, FACTS)).toThrow(/foreign-fee-payer/);
    const other = { ...swap, blockhash: { ...swap.blockhash, blockhash: MINT.toBase58() } };
    expect(() => signSwap(TAX.secretKey, other, FACTS)).toThrow(/another blockhash/);
  });
});
