import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Keypair, TransactionInstruction } from '@solana/web3.js';
import { type Signed, signTransaction, type Version } from './signTransaction.ts';

export interface Part {
  readonly instructions: readonly TransactionInstruction[];
  readonly version: Version;
}

export interface Sending {
  readonly payer: Keypair;
  /** One transaction each. */
  readonly parts: readonly Part[];
}

interface Portion {
  readonly parts: readonly Part[];
  readonly signed: readonly Signed[];
  readonly lastValidBlockHeight: number;
}

/**
 * Transactions that share one blockhash. A long flood takes longer than a blockhash is valid, so it is sent in
 * portions. This is also the most signatures that one status request takes.
 */
const PORTION = 200;
/** Calls in flight. */
const PARALLEL = 16;
const POLL_MS = 50;

/**
 * Signs and sends many transactions of one payer without waiting for each, and returns their signatures when all are
 * confirmed. Those that expired without landing are signed anew. Throws when one is refused or fails on chain.
 */
export async function sendAll(connection: Connection, { payer, parts }: Sending): Promise<string[]> {
  const portions: Portion[] = [];
  for (let from = 0; from < parts.length; from += PORTION) {
    portions.push(await sendPortion(connection, { payer, parts: parts.slice(from, from + PORTION) }));
  }
  const signatures: string[] = [];
  for (const portion of portions) {
    const lost = await untilSettled(connection, portion);
    const again = lost.length === 0 ? [] : await sendAll(connection, { payer, parts: lost.map(({ part }) => part) });
    const anew = new Map(lost.map(({ signature }, i) => [signature, again[i] ?? signature]));
    signatures.push(...portion.signed.map(({ signature }) => anew.get(signature) ?? signature));
  }
  return signatures;
}

async function sendPortion(connection: Connection, { payer, parts }: Sending): Promise<Portion> {
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('confirmed');
  const signed = parts.map(({ instructions, version }) => signTransaction({ payer, blockhash, instructions }, version));
  const queue = signed.values();
  const send = async (): Promise<void> => {
    for (const { bytes } of queue) await connection.sendEncodedTransaction(bytes, { skipPreflight: true });
  };
  await Promise.all(Array.from({ length: PARALLEL }, send));
  return { parts, signed, lastValidBlockHeight };
}

/** Waits until each one is confirmed or can no longer land; returns those that can no longer land. */
async function untilSettled(
  connection: Connection,
  { parts, signed, lastValidBlockHeight }: Portion,
): Promise<{ part: Part; signature: string }[]> {
  for (;;) {
    // The height is read first: a transaction that is missing afterwards had not landed by that height.
    const isOver = (await connection.getBlockHeight('finalized')) > lastValidBlockHeight;
    const asked = signed.map(({ signature }) => signature);
    const { value } = await connection.getSignatureStatuses(asked, { searchTransactionHistory: true });
    const failed = value.find((status) => status !== null && status.err !== null);
    if (failed) throw new Error(`A stranger's transaction failed: ${JSON.stringify(failed.err)}`);
    const open = value.flatMap((status, i) =>
      status === null || status.confirmationStatus === 'processed' ? [i] : [],
    );
    if (open.length === 0) return [];
    if (isOver)
      return open.flatMap((i) => {
        const [part, signature] = [parts[i], asked[i]];
        return part === undefined || signature === undefined || value[i] !== null ? [] : [{ part, signature }];
      });
    await sleep(POLL_MS);
  }
}
