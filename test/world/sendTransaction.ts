import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, type Keypair, Transaction, type TransactionInstruction } from '@solana/web3.js';

const POLL_MS = 20;
const TIMEOUT_MS = 20_000;

/**
 * Signs (the first signer pays), sends and waits until the transaction is confirmed; returns its signature.
 * Throws when it fails on chain or is not confirmed within 20 s. Polls: no WebSocket stays open.
 */
export async function sendTransaction(
  connection: Connection,
  instructions: readonly TransactionInstruction[],
  signers: readonly [Keypair, ...Keypair[]],
): Promise<string> {
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('confirmed');
  const transaction = new Transaction({ feePayer: signers[0].publicKey, blockhash, lastValidBlockHeight });
  transaction.add(...instructions).sign(...signers);
  const signature = await connection.sendRawTransaction(transaction.serialize(), { preflightCommitment: 'processed' });
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const { value } = await connection.getSignatureStatuses([signature]);
    const status = value[0];
    if (status?.err) throw new Error(`Transaction ${signature} failed: ${JSON.stringify(status.err)}`);
    if (status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized') return signature;
    await sleep(POLL_MS);
  }
  throw new Error(`Transaction ${signature} was not confirmed within ${TIMEOUT_MS / 1000} s`);
}
