import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Connection,
  type Keypair,
  SendTransactionError,
  type SignatureStatus,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';

/** A transaction that the node took, and the last block height at which it can land. */
export interface SentTransaction {
  readonly signature: string;
  readonly lastValidBlockHeight: number;
}

const POLL_MS = 20;
/** Generous, so that a slow machine alone never reaches it. */
const TIMEOUT_MS = 60_000;

/**
 * Signs (the first signer pays), sends and waits until the transaction is confirmed; returns its signature. When it
 * expires without landing, it is signed and sent again. Throws when it fails on chain or is not confirmed within 60 s.
 * It polls, so that no WebSocket stays open.
 */
export async function sendTransaction(
  connection: Connection,
  instructions: readonly TransactionInstruction[],
  signers: readonly [Keypair, ...Keypair[]],
): Promise<string> {
  return untilConfirmed(connection, () => sendOnce(connection, instructions, signers));
}

/**
 * Sends, and sends again when a transaction expired without landing, until one is confirmed; returns its signature.
 * Throws as `sendTransaction` does.
 */
export async function untilConfirmed(connection: Connection, send: () => Promise<SentTransaction>): Promise<string> {
  const deadline = Date.now() + TIMEOUT_MS;
  let sent = await send();
  while (Date.now() < deadline) {
    const status = await statusOf(connection, sent.signature);
    if (status?.err) throw new Error(`Transaction ${sent.signature} failed: ${JSON.stringify(status.err)}`);
    if (status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized') return sent.signature;
    if (status === null && (await isLost(connection, sent))) sent = await send();
    await sleep(POLL_MS);
  }
  throw new Error(`Transaction ${sent.signature} was not confirmed within ${TIMEOUT_MS / 1000} s`);
}

async function statusOf(connection: Connection, signature: string): Promise<SignatureStatus | null> {
  const { value } = await connection.getSignatureStatuses([signature], { searchTransactionHistory: true });
  return value[0] ?? null;
}

/** Whether it can never land: its last block is final, and a look after that still does not find it. */
async function isLost(connection: Connection, { signature, lastValidBlockHeight }: SentTransaction): Promise<boolean> {
  if ((await connection.getBlockHeight('finalized')) <= lastValidBlockHeight) return false;
  return (await statusOf(connection, signature)) === null;
}

/**
 * Signs and sends without waiting for the chain. While the node refuses the blockhash before it takes the transaction,
 * the transaction is signed again with a new one, for 60 s at most. Throws every other refusal at once, and this one
 * after the 60 s.
 */
export async function sendOnce(
  connection: Connection,
  instructions: readonly TransactionInstruction[],
  signers: readonly [Keypair, ...Keypair[]],
): Promise<SentTransaction> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('confirmed');
    const transaction = new Transaction({ feePayer: signers[0].publicKey, blockhash, lastValidBlockHeight });
    transaction.add(...instructions).sign(...signers);
    try {
      const options = { preflightCommitment: 'processed', maxRetries: 0 } as const;
      return { signature: await connection.sendRawTransaction(transaction.serialize(), options), lastValidBlockHeight };
    } catch (error) {
      if (!isRefusedBlockhash(error) || Date.now() > deadline) throw error;
      await sleep(POLL_MS);
    }
  }
}

/** Whether the preflight refused the blockhash, so that the node never took the transaction. */
function isRefusedBlockhash(error: unknown): boolean {
  return error instanceof SendTransactionError && /blockhash not found/i.test(error.message);
}
