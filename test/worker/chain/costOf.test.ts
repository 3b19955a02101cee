import { Keypair, SystemProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../worker/chain/signing/costOf.ts';
import { signTransaction, type TransactionInput } from '../../../worker/chain/signing/transactions.ts';
import { namedBytes } from '../namedBytes.ts';

const payer = Keypair.generate();
const other = Keypair.generate();
const blockhash = { blockhash: '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi', lastValidBlockHeight: 1, slot: 1 };

function bytesOf(given: Partial<TransactionInput>): string {
  const [fromPubkey, toPubkey] = given.coSigner ? [other, payer] : [payer, other];
  const transfer = SystemProgram.transfer({
    ...{ fromPubkey: fromPubkey.publicKey, toPubkey: toPubkey.publicKey, lamports: 1 },
  });
  return signTransaction(payer, { blockhash, computePrice: 0, instructions: [transfer], ...given }).bytes;
}

describe('the fee that the bytes of a transaction name', () => {
  it.each<[string, Partial<TransactionInput>, bigint]>([
    ['a signature', {}, 5_000n],
    ['each signature', { coSigner: other }, 10_000n],
    ['the price of all compute units that it may use', { computeUnits: 400_000, computePrice: 1_000 }, 5_400n],
    ['a part of a lamport as a whole one', { computeUnits: 400_001, computePrice: 1_000 }, 5_401n],
  ])('counts %s', (_, given, fee) => {
    expect(costOf(bytesOf(given))?.fee).toBe(fee);
  });

  it('of a transaction without a compute budget is that of its signatures', () => {
    expect(costOf(namedBytes('a part'))?.fee).toBe(5_000n);
  });
});
