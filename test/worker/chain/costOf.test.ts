import { ComputeBudgetProgram, Keypair, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../worker/chain/signing/costOf.ts';
import { markInstructions, signTransaction } from '../../../worker/chain/signing/transactions.ts';
import { wallet } from '../../domain/wallets.ts';

const [PAYER, OTHER] = [1, 2].map((fill) => Keypair.fromSeed(new Uint8Array(32).fill(fill))) as [Keypair, Keypair];
const RENT = 897_840n;
const from = { fromPubkey: PAYER.publicKey, toPubkey: OTHER.publicKey };

/** What a transaction with these instructions costs, at a limit of 250,000 units. */
function costWith(instructions: readonly TransactionInstruction[], computePrice = 0, coSigner?: Keypair) {
  const { bytes } = signTransaction(PAYER, {
    ...{ blockhash: { blockhash: wallet(5), lastValidBlockHeight: 9, slot: 1 }, computePrice, instructions },
    ...(coSigner !== undefined && { coSigner }),
  });
  return costOf(bytes);
}

/** What a transaction of exactly these instructions costs. */
function costOfOnly(...instructions: readonly TransactionInstruction[]) {
  const transaction = new Transaction({ blockhash: wallet(5), lastValidBlockHeight: 9, feePayer: PAYER.publicKey });
  transaction.add(...instructions, SystemProgram.transfer({ ...from, lamports: 1n })).sign(PAYER);
  return costOf(transaction.serialize().toString('base64'));
}

describe('what a transaction of ours costs', () => {
  it('is 5,000 lamports for each signature and the price of its units, rounded up, for its payer', () => {
    const payer = PAYER.publicKey.toBase58();
    expect(costWith([])).toEqual({ payer, fee: 5_000n, marks: 0n });
    expect(costWith([], 40)).toMatchObject({ fee: 5_010n });
    expect(costWith([], 41)).toMatchObject({ fee: 5_011n });
    expect(costWith([], 1_000_000)).toMatchObject({ fee: 255_000n });
    const signs = SystemProgram.transfer({ ...from, fromPubkey: OTHER.publicKey, lamports: 1n });
    expect(costWith([signs], 0, OTHER)).toMatchObject({ payer, fee: 10_000n });
  });

  it('has the rent of its own marks, and no other transfer', () => {
    const [rent, allocate] = markInstructions(PAYER.publicKey, 'a seed', RENT);
    if (rent === undefined || allocate === undefined) throw new Error('two instructions');
    const prize = SystemProgram.transfer({ ...from, lamports: 5n });
    expect(costWith([rent, allocate, prize])).toMatchObject({ marks: RENT });
    expect(costWith([prize, rent, allocate])).toMatchObject({ marks: RENT });
    expect(costWith([rent, prize])).toMatchObject({ marks: 0n });
    const [second, secondMark] = markInstructions(PAYER.publicKey, 'another', 3n);
    if (second === undefined || secondMark === undefined) throw new Error('two instructions');
    expect(costWith([rent, allocate, second, secondMark])).toMatchObject({ marks: RENT + 3n });
    // Another account pays for it, or another program allocates something there.
    const gift = SystemProgram.transfer({
      fromPubkey: OTHER.publicKey,
      toPubkey: rent.keys[1]?.pubkey ?? from.toPubkey,
      lamports: 7n,
    });
    expect(costWith([gift, allocate], 0, OTHER)).toMatchObject({ marks: 0n });
    const foreign = new TransactionInstruction({ ...allocate, programId: OTHER.publicKey });
    expect(costWith([rent, foreign])).toMatchObject({ marks: 0n });
    const assigned = SystemProgram.assign({
      ...{ accountPubkey: rent.keys[1]?.pubkey ?? from.toPubkey, basePubkey: PAYER.publicKey, seed: 'a seed' },
      programId: SystemProgram.programId,
    });
    expect(costWith([rent, assigned])).toMatchObject({ marks: 0n });
  });

  it('takes limit and price from the compute budget’s own instructions alone', () => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 });
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 250_000 });
    const foreign = new TransactionInstruction({ keys: [], programId: OTHER.publicKey, data: price.data });
    expect(costOfOnly(foreign, limit)).toMatchObject({ fee: 5_000n });
    const heap = ComputeBudgetProgram.requestHeapFrame({ bytes: 65_536 });
    const short = new TransactionInstruction({ ...limit, data: Buffer.from(limit.data.subarray(0, 2)) });
    expect(costOfOnly(heap, short, limit, price)).toMatchObject({ fee: 255_000n });
  });

  it('counts no more units than the chain lets a transaction use, whatever limit an exchange has written into it', () => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 100_000 });
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 2 ** 32 - 1 });
    expect(costOfOnly(limit, price)).toMatchObject({ fee: 145_000n });
  });

  it('is not known where a price has no limit, or where the bytes are no transaction', () => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 });
    expect(costOfOnly(price)).toBeNull();
    expect(costOfOnly()).toMatchObject({ fee: 5_000n });
    expect([costOf(''), costOf(Buffer.from('hello').toString('base64'))]).toEqual([null, null]);
  });
});
