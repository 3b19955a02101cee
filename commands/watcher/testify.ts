import type { Keypair } from '@solana/web3.js';
import { address } from '../../src/address/address.ts';
import { type Testimony, witnessMemo, witnessSeed } from '../../src/witness/witnessMemo.ts';
import { readBalance, readBlockhash, readRentMinimum } from '../../worker/chain/accounts/readChain.ts';
import { readStatus, sendTransaction } from '../../worker/chain/ledger/sendTransaction.ts';
import type { Rpc } from '../../worker/chain/node/rpc.ts';
import { RpcError } from '../../worker/chain/node/rpcError.ts';
import {
  MARK_BYTES,
  markInstructions,
  memoInstruction,
  signTransaction,
} from '../../worker/chain/signing/transactions.ts';

export interface TestifyInput {
  readonly rpc: Rpc;
  readonly key: Keypair;
  readonly testimony: Testimony;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** A memo of 230 bytes takes 95,000 compute units on mainnet. At this price a testimony costs 0.00002 SOL in fees. */
const COMPUTE_UNITS = 150_000;
const COMPUTE_PRICE = 100_000;
/** Sending ends this long before the draw: what is sent later could land after the draw. */
const LAST_SENDING_MS = 2_000;
const LOOK_MS = 2_000;
/** The testimony is sent again after this many looks. The chain executes a transaction only once. */
const LOOKS_A_SENDING = 3;

/**
 * Writes a testimony on chain, in a transaction that also makes the watcher's mark of the hour. Resolves to its
 * signature once it is confirmed. Throws an Error with a sentence when there is no time left, or when the transaction
 * failed or did not land before the draw.
 */
export async function testify(input: TestifyInput): Promise<string> {
  const { rpc, key, testimony, now, wait } = input;
  const deadline = testimony.endsAt * 1000 - LAST_SENDING_MS;
  const { bytes, signature, rent } = await signed(input, deadline);
  for (let looks = 0; now() <= testimony.endsAt * 1000; looks++) {
    if (looks % LOOKS_A_SENDING === 0 && now() <= deadline) await sendTransaction(rpc, bytes);
    await wait(LOOK_MS);
    const status = await statusOf(rpc, signature);
    if (status === null || status.commitment === 'processed') continue;
    if (status.error !== null) throw new Error(`the testimony ${signature} failed on chain: ${status.error}`);
    return signature;
  }
  throw new Error(`the testimony ${signature} was not confirmed before the draw${await povertyOf(rpc, key, rent)}`);
}

/** The testimony's transaction. A node that does not answer is asked again until the deadline, unix milliseconds. */
async function signed({ rpc, key, testimony, now, wait }: TestifyInput, deadline: number) {
  const seed = witnessSeed(testimony.endsAt, testimony.lottery);
  let problem = new Error('there was no time left to testify');
  for (; now() <= deadline; await wait(LOOK_MS)) {
    try {
      const rent = await rpc.read((node) => readRentMinimum(node, MARK_BYTES));
      const transaction = signTransaction(key, {
        blockhash: await rpc.read(readBlockhash),
        computePrice: COMPUTE_PRICE,
        computeUnits: COMPUTE_UNITS,
        instructions: [
          ...markInstructions(key.publicKey, seed, rent),
          memoInstruction(key.publicKey, witnessMemo(testimony)),
        ],
      });
      return { ...transaction, rent };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      problem = error;
    }
  }
  throw problem;
}

/** What a testimony costs without the rent of its mark, lamports. */
const FEE_LAMPORTS = 20_000n;

/**
 * The end of the error's text for a testimony that did not land: it says that the wallet holds too little SOL. Empty
 * when the wallet holds enough, or when its balance cannot be read.
 */
async function povertyOf(rpc: Rpc, { publicKey }: Keypair, rent: bigint): Promise<string> {
  const wallet = address(publicKey.toBase58());
  const balance = await rpc.read((node) => readBalance(node, wallet, 'confirmed')).catch(() => null);
  return balance === null || balance.lamports >= rent + FEE_LAMPORTS ? '' : `: ${wallet} holds too little SOL for it`;
}

/** The transaction's status; null when the node knows none, or does not answer. */
async function statusOf(rpc: Rpc, signature: string) {
  try {
    return (await rpc.read((node) => readStatus(node, signature))).status;
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}
