import { base58 } from '@scure/base';
import { Keypair, SystemProgram, VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { memo } from '../world/stranger/memo.ts';
import { signTransaction } from '../world/stranger/signTransaction.ts';

const payer = Keypair.generate();
const named = Keypair.generate().publicKey;
const blockhash = Keypair.generate().publicKey.toBase58();
const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: named, lamports: 1 });
const instructions = [transfer, memo('GOD1 commit round=1 '), memo('x'.repeat(3_000))];

describe('transactions that the world writes by hand', () => {
  it('of version 1 read back by the library as what they were made of, its signature that of the payer', () => {
    const { bytes, signature } = signTransaction({ payer, blockhash, instructions }, 1);
    const read = VersionedTransaction.deserialize(Buffer.from(bytes, 'base64'));
    expect([read.version, base58.encode(read.signatures[0] ?? new Uint8Array())]).toEqual([1, signature]);
    const { staticAccountKeys, header, compiledInstructions, recentBlockhash } = read.message;
    expect(staticAccountKeys.map(String).slice(0, 2)).toEqual([payer.publicKey, named].map(String));
    expect(header).toEqual({ numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 2 });
    expect(compiledInstructions.map(({ data }) => Buffer.from(data))).toEqual(instructions.map(({ data }) => data));
    expect(recentBlockhash).toBe(blockhash);
  });

  it.each(['legacy', 0] as const)('of version %s are the library’s own', (version) => {
    const short = instructions.slice(0, 2);
    const { bytes } = signTransaction({ payer, blockhash, instructions: short }, version);
    const read = VersionedTransaction.deserialize(Buffer.from(bytes, 'base64'));
    const again = new VersionedTransaction(read.message);
    again.sign([payer]);
    expect([read.version, Buffer.from(again.serialize()).toString('base64')]).toEqual([version, bytes]);
  });
});
