import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Keypair, TransactionInstruction } from '@solana/web3.js';
import { signTransaction, type Version } from './signTransaction.ts';

export interface Sending {
  readonly payer: Keypair;
  /** One transaction each. */
  readonly parts: readonly { readonly instructions: readonly TransactionInstruction[]; readonly version: Version }[];
}

/** Sent in portions, each with a blockhash of its own: a long flood outlives one blockhash. */
const PORTION = 200;
/** Calls in flight. */
const PARALLEL = 16;
const STATUS_PAGE = 256;
const POLL_MS = 50;
const TIMEOUT_MS = 30_000;

/**
 * Signs and sends many transactions of one payer without waiting for each, and returns their signatures when all are confirmed.
 * Throws when one is refused, fails on chain, or is not confirmed within 30 s after the last was sent.
 */
export async function sendAll(connection: Connection, { payer, parts }: Sending): Promise<string[]> {
  const signatures: string[] = [];
  for (let from = 0; from < parts.length; from += PORTION) {
    const { blockhash } = await connection.getLatestBlockhash('confirmed');
    const portion = parts.slice(from, from + PORTION).map(({ instructions, version }) => {
      return signTransaction({ payer, blockhash, instructions }, version);
    });
    const queue = portion.values();
    const send = async (): Promise<void> => {
      for (const { bytes } of queue) await connection.sendEncodedTransaction(bytes, { skipPreflight: true });
    };
    await Promise.all(Array.from({ length: PARALLEL }, send));
    signatures.push(...portion.map(({ signature }) => signature));
  }
  for (let from = 0; from < signatures.length; from += STATUS_PAGE) {
    await untilConfirmed(connection, signatures.slice(from, from + STATUS_PAGE));
  }
  return signatures;
}

async function untilConfirmed(connection: Connection, signatures: readonly string[]): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const { value } = await connection.getSignatureStatuses([...signatures]);
    const failed = value.find((status) => status !== null && status.err !== null);
    if (failed) throw new Error(`A stranger's transaction failed: ${JSON.stringify(failed.err)}`);
    const isDone = value.every((status) => status !== null && status.confirmationStatus !== 'processed');
    if (isDone) return;
    if (Date.now() > deadline) throw new Error(`A stranger's transaction was not confirmed in ${TIMEOUT_MS / 1000} s`);
    await sleep(POLL_MS);
  }
}
