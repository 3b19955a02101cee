import {
  AuthorityType,
  createApproveCheckedInstruction,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createAssociatedTokenAccountInstruction,
  createBurnCheckedInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createInitializeAccountInstruction,
  createSetAuthorityInstruction,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token';
import {
  ComputeBudgetProgram,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { SwapReason } from '../../../worker/swap/check/refusal.ts';
import { HONEST_MAKER, judge } from '../judgedSwap.ts';
import {
  AMOUNT,
  BUYER,
  BUYER_ACCOUNT,
  bytes,
  call,
  close,
  cpmm,
  GOD_ACCOUNT,
  MINIMUM,
  MINT,
  openWrapped,
  PASSING,
  passing,
  payment,
  STRANGER,
  sale,
  THIEF,
  THIEF_ACCOUNT,
  US,
  WRAPPED,
} from '../swapDrafts.ts';

describe('a hostile swap is refused', () => {
  const god = (transfer: TransactionInstruction) => [transfer, payment()];
  const token2022 = TOKEN_2022_PROGRAM_ID;
  const extra = (...instructions: TransactionInstruction[]) => [...HONEST_MAKER, ...instructions];
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
    ['that makes a nonce', 'nonce', extra(call(SystemProgram.programId, [THIEF], bytes('06000000'), US.toBytes()))],
    ['that renews a nonce', 'nonce', extra(call(SystemProgram.programId, [THIEF], bytes('0c000000')))],
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
    ['that opens wrapped SOL for our rent and leaves it open', 'not-unwrapped', [openWrapped(), ...HONEST_MAKER]],
    [
      'that opens a passing account twice',
      'foreign-account',
      [...passing(PASSING), ...passing(PASSING).slice(1), cpmm({ into: PASSING }), close(PASSING)],
    ],
    [
      'that opens again what it has closed',
      'foreign-account',
      [...passing(PASSING), cpmm({ into: PASSING }), close(PASSING), ...passing(PASSING).slice(1), close(PASSING)],
    ],
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
    [
      'that asks for its units and their price in the old way',
      'foreign-instruction',
      extra(call(ComputeBudgetProgram.programId, [], bytes('00 400d0300 00000000'))),
    ],
    ['that sets its limit twice', 'fee', extra(ComputeBudgetProgram.setComputeUnitLimit({ units: 1 }))],
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
  ];

  it('whose fee is too high, and says how high, if it can be known', () => {
    const price = (microLamports: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
    const feeOf = (...prices: TransactionInstruction[]) => judge({ instructions: [...prices, sale(), payment()] });
    expect(feeOf(price(135_715))).toMatchObject({ detail: 'the network fee would be 200001 lamports' });
    expect(feeOf(price(1), price(2))).toMatchObject({ detail: 'the network fee would be unknown lamports' });
  });

  it.each(hostile)('%s', (_what, reason, instructions) => {
    expect(judge({ instructions })).toMatchObject({ ok: false, reason });
  });
});
