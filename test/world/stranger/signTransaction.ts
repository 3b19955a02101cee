import { base58 } from '@scure/base';
import { type Keypair, type TransactionInstruction, TransactionMessage } from '@solana/web3.js';
import { signBytes } from './signBytes.ts';
import { version1Message } from './version1Message.ts';

/** The versions of transactions that the chain accepts. */
export type Version = 'legacy' | 0 | 1;

export interface Unsigned {
  readonly payer: Keypair;
  readonly blockhash: string;
  readonly instructions: readonly TransactionInstruction[];
}

export interface Signed {
  /** base64, for `sendTransaction`. */
  readonly bytes: string;
  /** base58. */
  readonly signature: string;
}

/** A transaction that only its payer signs, in any version. */
export function signTransaction({ payer, blockhash, instructions }: Unsigned, version: Version): Signed {
  const message = messageBytes({ payer, blockhash, instructions }, version);
  const signature = signBytes(message, payer);
  // Version 1 puts the signatures behind the message, the older ones before it with their count.
  const parts = version === 1 ? [message, signature] : [Buffer.of(1), signature, message];
  return { bytes: Buffer.concat(parts).toString('base64'), signature: base58.encode(signature) };
}

function messageBytes({ payer, blockhash, instructions }: Unsigned, version: Version): Uint8Array {
  if (version === 1) return version1Message({ payer: payer.publicKey, blockhash, instructions });
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: [...instructions],
  });
  return version === 0 ? message.compileToV0Message().serialize() : message.compileToLegacyMessage().serialize();
}
