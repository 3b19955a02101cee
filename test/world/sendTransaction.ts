import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Connection,
  type Keypair,
  SendTransactionError,
  type SignatureStatus,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';

/** What the node took, and the block height after which it can no longer land. */
export interface SentTransaction {
  readonly signature: string;
  readonly lastValidBlockHeight: number;
}

const POLL_MS = 20;
/** A last resort, also when nothing but this is wrong with a machine. */
const TIMEOUT_MS = 60_000;

/**
 * Signs (the first signer pays), sends and waits until the transaction is confirmed; returns its signature. One that expired
 * without landing is signed anew. Throws when it fails on chain or is not confirmed within 60 s. Polls: no WebSocket stays open.
 */
export async function sendTransaction(
  connection: Connection,
  instructions: readonly TransactionInstruction[],
  signers: readonly [Keypair, ...Keypair[]],
): Promise<string> {
  return untilConfirmed(connection, () => sendOnce(connection, instructions, signers));
}

/** Sends, and sends again what expired without landing, until one is confirmed; returns its signature. Throws as `sendTransaction`. */
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

/** Whether it can never land: its blocks are over, and a look after that still does not find it. */
async function isLost(connection: Connection, { signature, lastValidBlockHeight }: SentTransaction): Promise<boolean> {
  if ((await connection.getBlockHeight('finalized')) <= lastValidBlockHeight) return false;
  return (await statusOf(connection, signature)) === null;
}

/**
 * Signs and sends without waiting for the chain. While the node refuses the blockhash before taking the transaction, it is signed
 * anew with a fresh one; throws what else the node refuses, and the refusal itself after 60 s.
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

/** The preflight's own refusal: the transaction was never taken. */
function isRefusedBlockhash(error: unknown): boolean {
  return error instanceof SendTransactionError && /blockhash not found/i.test(error.message);
}
