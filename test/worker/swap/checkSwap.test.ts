import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeAccount3Instruction,
  createSyncNativeInstruction,
  createTransferCheckedWithFeeInstruction,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token';
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  type VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { signSwap } from '../../../worker/swap/signSwap.ts';
import { HONEST_MAKER, judge, judgeBytes, reasonOf } from '../judgedSwap.ts';
import {
  AMOUNT,
  BUYER,
  BUYER_ACCOUNT,
  bytes,
  clmm,
  close,
  compile,
  cpmm,
  type Draft,
  GOD_ACCOUNT,
  HONEST,
  jupiterTail,
  MARKET_MAKER,
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
  STRANGER,
  sale,
  sharedRouteV2,
  signFor,
  TAX,
  THIEF,
  THIEF_ACCOUNT,
  tableOf,
  US,
  v2Terms,
  WRAPPED,
} from '../swapDrafts.ts';

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
    // The price of a number of compute units: what we ask Raydium for, and the most that Jupiter may take.
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
  it('that makes another wallet pay and leaves us a mere signer', () => {
    expect(reasonOf({ instructions: HONEST_MAKER, feePayer: BUYER })).toBe('foreign-fee-payer');
    expect(reasonOf({ instructions: [payment()], feePayer: THIEF })).toBe('foreign-fee-payer');
  });

  it('by a program that is trusted in general but not for this exchange', () => {
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
    expect(judgeBytes(signed)).toMatchObject({ ok: false, reason: 'wrong-cosignature' });
  });

  it('whose co-signer is a key for which anyone can sign anything: the chain refuses it, so its signature is none', () => {
    // The neutral point as the key and in the signature: a lax check of the equation finds that it holds.
    const neutral = Uint8Array.of(1, ...new Uint8Array(31));
    const anyone = new PublicKey(neutral);
    const pays = SystemProgram.transfer({ fromPubkey: anyone, toPubkey: US, lamports: MINIMUM });
    const made = compile({ instructions: [sale(), pays] });
    expect(judgeBytes(made)).toMatchObject({ ok: false, reason: 'missing-cosignature' });
    made.set(neutral, 65);
    expect(judgeBytes(made)).toMatchObject({ ok: false, reason: 'wrong-cosignature' });
  });

  it('whose header does not fit: no signer, fewer keys than signers, nobody who can pay, more readers than keys', () => {
    const changed = (change: (message: VersionedMessage) => void) => {
      const honest = VersionedTransaction.deserialize(compile({ instructions: HONEST_MAKER }));
      change(honest.message);
      return judgeBytes(signFor(honest, [MARKET_MAKER]));
    };
    const garbage = (detail: string) => ({ ok: false, reason: 'garbage', detail });
    const unsigned =
      VersionedTransaction.deserialize(compile({ instructions: HONEST_MAKER })).message.staticAccountKeys.length - 2;
    expect(
      changed(({ header }) => {
        header.numReadonlySignedAccounts = 2;
      }),
    ).toMatchObject(garbage('the header does not fit the accounts'));
    for (const [readers, result] of [
      [unsigned, { ok: true }],
      [unsigned + 1, garbage('the header does not fit the accounts')],
    ] as const)
      expect(
        changed(({ header }) => {
          header.numReadonlyUnsignedAccounts = readers;
        }),
      ).toMatchObject(result);
    // Counts of signatures, signers, readers and keys; the keys; a blockhash; no instruction.
    const [signature, hash] = [new Uint8Array(64), new Uint8Array(32)];
    for (const bare of [
      [bytes('00 000000 00'), hash, bytes('00')],
      [bytes('02'), signature, signature, bytes('020000 01'), US.toBytes(), hash, bytes('00')],
    ])
      expect(judgeBytes(Buffer.concat(bare))).toMatchObject(garbage('signers and signatures do not match'));
  });

  it('that names an account it does not have, wherever it stands', () => {
    const honest = VersionedTransaction.deserialize(compile({ instructions: HONEST_MAKER }));
    const [, , sold] = honest.message.compiledInstructions;
    if (sold === undefined) throw new Error('the sale is the third');
    sold.accountKeyIndexes.push(200);
    expect(judgeBytes(signFor(honest, [MARKET_MAKER]))).toMatchObject({
      ...{ ok: false, reason: 'garbage' },
      detail: 'an instruction names an account that the transaction does not have',
    });
  });

  it('that is no transaction, is cut off, has bytes behind it, or is too large', () => {
    const honest = compile({ instructions: HONEST_MAKER });
    const reason = (given: Uint8Array) => {
      const check = judgeBytes(given);
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

  const most = (count: number) => [...listed, ...Array<PublicKey>(count - listed.length).fill(THIEF)];
  it.each([
    ['missing', [], 'is not on the chain'],
    ['another one', [tableOf(THIEF, listed)], 'is not on the chain'],
    ['short', [tableOf(key, listed.slice(0, 1))], 'has no entry 1'],
    ['empty', [tableOf(key, [])], 'has no entry 0'],
    ['deactivated', [tableOf(key, listed, { deactivation: 1n })], 'is deactivated'],
    [
      'not owned by the program',
      [tableOf(key, listed, { owner: THIEF.toBase58() })],
      'is not an account of the lookup table program',
    ],
    ['not initialised', [tableOf(key, listed, { type: 0 })], 'is no lookup table'],
    ['of an impossible length', [tableOf(key, listed, { extra: 1 })], 'has an impossible length'],
    ['of more entries than there can be', [tableOf(key, most(257))], 'has an impossible length'],
    ['shorter than its head', [{ ...onChain, data: tableOf(key, []).data.slice(0, 32) }], 'has an impossible length'],
    ['no account at all', [{ ...onChain, data: '' }], 'has an impossible length'],
  ])('are refused when %s', (_what, tables, why) => {
    const detail = expect.stringMatching(`^lookup table ${key.toBase58()} ${why}$`);
    expect(judge(draft, ORDER, tables)).toMatchObject({ ok: false, reason: 'lookup-table', detail });
  });

  it('may have 256 entries', () => {
    expect(reasonOf(draft, ORDER, [tableOf(key, most(256))])).toBe('accepted');
  });

  it('cannot bring in a signer or a program', () => {
    const honest = VersionedTransaction.deserialize(compile(draft));
    // A call of "program 8" would be one from the table: there are 8 keys in the message itself.
    const { message } = honest;
    const [first] = message.compiledInstructions;
    if (first !== undefined) first.programIdIndex = message.staticAccountKeys.length;
    expect(judgeBytes(signFor(honest, [MARKET_MAKER]), ORDER, [onChain])).toMatchObject({
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
