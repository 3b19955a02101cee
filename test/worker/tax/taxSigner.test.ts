import { ed25519 } from '@noble/curves/ed25519.js';
import {
  decodeTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token';
import {
  ComputeBudgetInstruction,
  PublicKey,
  SystemInstruction,
  SystemProgram,
  Transaction,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../src/address/address.ts';
import { planDistribution } from '../../../src/tax/planDistribution.ts';
import type { TaxCycle, TaxLine } from '../../../worker/store/rows/taxRows.ts';
import type { PreparedSwap } from '../../../worker/swap/prepareSwap.ts';
import { createTaxSigner } from '../../../worker/tax/taxSigner.ts';
import { ADMIN, POOL } from '../../domain/distributionWallets.ts';
import { wallet } from '../../domain/wallets.ts';
import { AMOUNT, compile, HONEST, MINIMUM, ORDER, TAX } from '../swapDrafts.ts';

const keyOf = (fill: number) => {
  const seed = new Uint8Array(32).fill(fill);
  const publicKey = ed25519.getPublicKey(seed);
  return { address: addressOf(publicKey), secretKey: Uint8Array.from([...seed, ...publicKey]) };
};
const TAX_WALLET = keyOf(5);
const SIGNING = { blockhash: { blockhash: wallet(3), lastValidBlockHeight: 10, slot: 1 }, computePrice: 0 };
const MINT = wallet(7);
const signer = createTaxSigner({
  ...{ taxWallet: TAX_WALLET, taxAuthority: keyOf(6), mint: MINT, swapPrograms: [] },
});
/** An owner's associated account of the token. */
const accountOf = (owner: string) =>
  getAssociatedTokenAddressSync(new PublicKey(MINT), new PublicKey(owner), true, TOKEN_2022_PROGRAM_ID).toBase58();

const WALLETS = [POOL, ADMIN];
const PLAN = planDistribution({
  ...{ currency: 'SOL', proceeds: 1_000_000n, carriedIn: 0n, feesPaid: 25_000n, feePerPart: 5_000n },
  wallets: WALLETS,
});
const CYCLE: TaxCycle = {
  ...{
    id: 1_790_000_000,
    slot: 1,
    state: 'distribute',
    reason: null,
    detail: null,
    currency: 'SOL',
    config: { version: 2, wallets: WALLETS },
  },
  ...{
    withheld: 0n,
    inMint: 0n,
    unsold: 0n,
    sold: 1n,
    proceeds: 1_000_000n,
    carriedIn: 0n,
    fees: 30_000n,
    total: PLAN.total,
    pool: { wallet: POOL.address, lines: [POOL.address] },
  },
  ...{ carriedOut: null, firstLook: null, startedAt: 0, stateSince: 0, endedAt: null, isUnpaid: false, archive: null },
};
const LINES: TaxLine[] = PLAN.lines.map(({ walletId, label, address, amount, percentage, part }, line) => ({
  ...{ cycle: CYCLE.id, line, part, walletId, label, address, amount },
  ...{ basisPoints: percentage * 100, status: 'pending', signature: null },
}));

describe('the signer of the tax wallet', () => {
  it('signs exactly the configuration’s split of the total, with the part’s memo', () => {
    const { bytes } = signer.signDistribution(CYCLE, LINES, 0, SIGNING);
    const { instructions, feePayer } = Transaction.from(Buffer.from(bytes, 'base64'));
    expect(feePayer?.toBase58()).toBe(TAX_WALLET.address);
    const transfers = instructions
      .filter((each) => each.programId.equals(SystemProgram.programId))
      .map((each) => SystemInstruction.decodeTransfer(each));
    expect(transfers.map(({ toPubkey, lamports }) => [toPubkey.toBase58(), BigInt(lamports)])).toEqual([
      [POOL.address, 679_000n],
      [ADMIN.address, 291_000n],
    ]);
    expect(instructions.at(-1)?.data.toString()).toBe('GOD1 tax cycle=1790000000 config=v2 part=0');
  });

  const other = wallet(12);
  const moved: TaxCycle = { ...CYCLE, pool: { wallet: other, lines: [POOL.address] } };

  it('pays the pool’s line to the pool wallet that the cycle has fixed, and to no other', () => {
    const lines = LINES.map((line) => (line.address === POOL.address ? { ...line, address: other } : line));
    const { bytes } = signer.signDistribution(moved, lines, 0, SIGNING);
    const paid = Transaction.from(Buffer.from(bytes, 'base64')).instructions.filter((each) =>
      each.programId.equals(SystemProgram.programId),
    );
    expect(paid.map((each) => SystemInstruction.decodeTransfer(each).toPubkey.toBase58())).toEqual([
      other,
      ADMIN.address,
    ]);
    expect(() => signer.signDistribution(CYCLE, lines, 0, SIGNING)).toThrow(/not what its configuration says/);
    expect(() => signer.signDistribution(moved, LINES, 0, SIGNING)).toThrow(/not what its configuration says/);
  });

  it('pays only the lines that are due', () => {
    const [first, second] = LINES;
    if (!first || !second) throw new Error('two lines');
    const { bytes } = signer.signDistribution(CYCLE, [{ ...first, status: 'SUCCESS' }, second], 0, SIGNING);
    const { instructions } = Transaction.from(Buffer.from(bytes, 'base64'));
    expect(instructions.filter((each) => each.programId.equals(SystemProgram.programId))).toHaveLength(1);
  });

  const [first, second] = LINES as [TaxLine, TaxLine];
  it('pays only the lines of the part that is asked for, and names that part', () => {
    const { bytes } = signer.signDistribution(CYCLE, [first, { ...second, part: 1 }], 1, SIGNING);
    const { instructions } = Transaction.from(Buffer.from(bytes, 'base64'));
    const paid = instructions.filter((each) => each.programId.equals(SystemProgram.programId));
    expect(paid.map((each) => SystemInstruction.decodeTransfer(each).toPubkey.toBase58())).toEqual([ADMIN.address]);
    expect(instructions.at(-1)?.data.toString()).toMatch(/ part=1$/);
  });

  it('pays GOD, not SOL, in a cycle that distributes GOD: from our own account to that of each receiver', () => {
    const { bytes } = signer.signDistribution({ ...CYCLE, currency: 'GOD' }, LINES, 0, SIGNING);
    const [, , ...payments] = Transaction.from(Buffer.from(bytes, 'base64')).instructions;
    expect(payments.pop()?.data.toString()).toMatch(/^GOD1 tax /);
    const [makesFirst, paysFirst, makesSecond, paysSecond, ...rest] = payments;
    expect(rest).toEqual([]);
    expect([makesFirst, makesSecond].map((each) => each?.keys.map(({ pubkey }) => pubkey.toBase58()))).toEqual(
      [POOL, ADMIN].map(({ address }) => [
        ...[TAX_WALLET.address, accountOf(address), address, MINT],
        ...[SystemProgram.programId, TOKEN_2022_PROGRAM_ID].map(String),
      ]),
    );
    const paid = [paysFirst, paysSecond].map((each) => {
      if (each === undefined) throw new Error('no payment');
      const { keys, data } = decodeTransferCheckedInstruction(each, TOKEN_2022_PROGRAM_ID);
      return {
        keys: [keys.source, keys.mint, keys.destination, keys.owner].map(({ pubkey }) => pubkey.toBase58()),
        others: keys.multiSigners.length,
        data: [data.amount, data.decimals],
      };
    });
    const from = accountOf(TAX_WALLET.address);
    expect(paid).toEqual([
      { keys: [from, MINT, accountOf(POOL.address), TAX_WALLET.address], others: 0, data: [679_000n, 6] },
      { keys: [from, MINT, accountOf(ADMIN.address), TAX_WALLET.address], others: 0, data: [291_000n, 6] },
    ]);
  });

  it.each<[string, TaxCycle, readonly TaxLine[]]>([
    ['a line with a lamport more', CYCLE, [{ ...first, amount: first.amount + 1n }, second]],
    ['a line to somebody else', CYCLE, [{ ...first, address: wallet(8) }, second]],
    ['a line left out', CYCLE, [first]],
    ['a line twice', CYCLE, [first, second, second]],
    [
      'an amount with the first digit of the line after it',
      { ...CYCLE, config: { version: 2, wallets: [POOL, { ...ADMIN, id: '9' }] } },
      [
        { ...first, amount: first.amount * 10n + 9n },
        { ...second, walletId: '' },
      ],
    ],
    ['lines in another order', CYCLE, [second, first]],
    ['a total that is not the lines’', { ...CYCLE, total: PLAN.total + 1n }, LINES],
    [
      'a configuration of other shares',
      { ...CYCLE, config: { version: 2, wallets: [{ ...POOL, percentage: 60 }, ADMIN] } },
      LINES,
    ],
    ['a cycle without a plan', { ...CYCLE, total: null }, LINES],
    ['a cycle without a configuration', { ...CYCLE, config: null }, LINES],
    ['a cycle that is done', { ...CYCLE, state: 'done' }, LINES],
    ['nothing due', CYCLE, LINES.map((line) => ({ ...line, status: 'SUCCESS' as const }))],
    ['no lines at all', { ...CYCLE, total: 0n }, []],
  ])('refuses %s', (_, cycle, lines) => {
    expect(() => signer.signDistribution(cycle, lines, 0, SIGNING)).toThrow(/^tax cycle 1790000000/);
  });

  it('lets the authority sign withdrawals into our own account', () => {
    const { bytes } = signer.signWithdrawal(SIGNING);
    const transaction = Transaction.from(Buffer.from(bytes, 'base64'));
    expect(transaction.feePayer?.toBase58()).toBe(TAX_WALLET.address);
    expect(transaction.signatures.map((each) => each.publicKey.toBase58())).toEqual([
      TAX_WALLET.address,
      keyOf(6).address,
    ]);
    expect(transaction.verifySignatures()).toBe(true);
    const [, , makes, withdraws, ...rest] = transaction.instructions;
    const own = accountOf(TAX_WALLET.address);
    expect([makes?.keys[1]?.pubkey.toBase58(), rest]).toEqual([own, []]);
    // Index of the transfer fee's extension, and of its instruction.
    expect([...(withdraws?.data ?? [])]).toEqual([26, 2]);
    expect(withdraws?.keys.map(({ pubkey }) => pubkey.toBase58())).toEqual([MINT, own, keyOf(6).address]);
  });

  it('signs alone what moves withheld fees of the given accounts into the mint', () => {
    const harvest = Transaction.from(Buffer.from(signer.signHarvest([wallet(4), wallet(8)], SIGNING).bytes, 'base64'));
    expect(harvest.signatures.map((each) => each.publicKey.toBase58())).toEqual([TAX_WALLET.address]);
    const [limit, , moves, ...rest] = harvest.instructions;
    expect(limit && ComputeBudgetInstruction.decodeSetComputeUnitLimit(limit)).toEqual({ units: 400_000 });
    expect([moves?.programId.equals(TOKEN_2022_PROGRAM_ID), rest]).toEqual([true, []]);
    expect([...(moves?.data ?? [])]).toEqual([26, 4]);
    expect(moves?.keys.map(({ pubkey }) => pubkey.toBase58())).toEqual([MINT, wallet(4), wallet(8)]);
  });

  it('signs a swap of the token that sells no more than it is told, by an exchange that is allowed', () => {
    const seller = (swapPrograms = ORDER.programs) =>
      createTaxSigner({
        ...{ taxWallet: { address: ORDER.wallet, secretKey: TAX.secretKey }, taxAuthority: keyOf(6) },
        ...{ mint: ORDER.mint, swapPrograms },
      });
    const instructions = HONEST['Raydium CLMM'];
    if (instructions === undefined) throw new Error('no such form');
    const swap: PreparedSwap = {
      ...{ exchange: 'raydium', amount: AMOUNT, outLamports: MINIMUM, minimumLamports: MINIMUM, feeLamports: 0n },
      ...{ bytes: Buffer.from(compile({ instructions })).toString('base64'), lookupTables: [] },
      blockhash: { blockhash: addressOf(new Uint8Array(32).fill(9)), lastValidBlockHeight: 150, slot: 1 },
    };
    const { bytes } = seller().signSwap(swap, AMOUNT);
    const signed = VersionedTransaction.deserialize(Buffer.from(bytes, 'base64'));
    const [signature = new Uint8Array()] = signed.signatures;
    expect(ed25519.verify(signature, signed.message.serialize(), TAX.publicKey.toBytes())).toBe(true);
    expect(() => seller().signSwap(swap, AMOUNT - 1n)).toThrow(/^swap refused, too-much-god/);
    expect(() => seller().signSwap({ ...swap, minimumLamports: MINIMUM + 1n }, AMOUNT)).toThrow(/lower-minimum/);
    expect(() => seller([]).signSwap(swap, AMOUNT)).toThrow(/^swap refused, program-off/);
    expect(() => signer.signSwap(swap, AMOUNT)).toThrow(/^swap refused, foreign-fee-payer/);
  });

  it('signs a withdrawal once when one wallet is authority and tax wallet', () => {
    const both = createTaxSigner({
      taxWallet: TAX_WALLET,
      taxAuthority: TAX_WALLET,
      mint: wallet(7),
      swapPrograms: [],
    });
    const transaction = Transaction.from(Buffer.from(both.signWithdrawal(SIGNING).bytes, 'base64'));
    expect(transaction.signatures).toHaveLength(1);
    expect(transaction.verifySignatures()).toBe(true);
    expect(new PublicKey(TAX_WALLET.address).equals(transaction.signatures[0]?.publicKey as PublicKey)).toBe(true);
  });
});
