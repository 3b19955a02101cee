import * as z from 'zod';
import { proveExpired } from '../../worker/chain/ledger/proveExpired.ts';
import { type Outcome, readOutcomes } from '../../worker/chain/ledger/readOutcome.ts';
import { readStatus, sendTransaction } from '../../worker/chain/ledger/sendTransaction.ts';
import type { Rpc } from '../../worker/chain/node/rpc.ts';
import { RpcError } from '../../worker/chain/node/rpcError.ts';
import type { SignedTransaction } from '../../worker/chain/signing/transactions.ts';

export interface FollowInput {
  readonly wait: (ms: number) => Promise<unknown>;
  readonly say: (line: string) => void;
  /**
   * If true, the transaction is watched and not sent again: whoever ended the command that sent it may not want the
   * payment any more.
   */
  readonly isOnlyWatched?: boolean;
}

/** A transaction that the chain refused, or that has not landed and never can. At most its fee was paid. */
export class DidNotLand extends Error {
  override readonly name = 'DidNotLand';
}

/**
 * A transaction that can land no more, while the nodes do not all say whether it landed. Only a person can find out.
 */
export class EndUnknown extends Error {
  override readonly name = 'EndUnknown';
}

const POLL_MS = 500;
/**
 * How many more times nodes are asked when the transaction can land no more. A node that is behind may learn the
 * outcome later.
 */
const PATIENCE_POLLS = 120;
const POLLS_A_SENDING = 6;

/**
 * Sends a transaction again and again until it is final, and resolves to its signature. While the transaction may still
 * land, this function goes on. It never signs another one. Throws a `DidNotLand` with a sentence if the chain refused
 * the transaction, or if it can land no more and no node knows it. Throws an `EndUnknown` if it can land no more, and
 * nodes differ about it or are silent.
 */
export async function followToEnd(
  { wait, say, isOnlyWatched = false }: FollowInput,
  rpc: Rpc,
  signed: SignedTransaction,
): Promise<string> {
  const { signature, bytes, blockhash } = signed;
  const { lastValidBlockHeight, slot: signedSlot } = blockhash;
  const attempt = { signature, bytes, lastValidBlockHeight, signedSlot };
  let [told, pollsOver] = ['', 0];
  for (let polls = 0; ; polls++) {
    const outcome = await outcomeOf(rpc, signature);
    if (outcome.seen === 'finalized') {
      if (outcome.error !== null)
        throw new DidNotLand(`The chain refused ${signature}: ${outcome.error}. Only its fee was paid.`);
      return signature;
    }
    if (outcome.seen === 'unknown') {
      const proof = (await proveExpired(rpc, [attempt])).get(signature);
      if (proof !== undefined && (await isUnknownToAll(rpc, signature)))
        throw new DidNotLand(`It did not land, and cannot any more (${proof}). Run the command again.`);
      if (!isOnlyWatched && polls % POLLS_A_SENDING === 0) await sendTransaction(rpc, bytes);
    }
    if (await isOver(rpc, lastValidBlockHeight)) pollsOver += 1;
    if (pollsOver > PATIENCE_POLLS)
      throw new EndUnknown(`${signature} can land no more, and the nodes do not all say whether it did.`);
    if (outcome.seen !== told) say(outcome.seen === 'unknown' ? 'It may be on its way.' : `It is ${outcome.seen}.`);
    told = outcome.seen;
    await wait(POLL_MS);
  }
}

/** What the nodes say of a transaction; `unknown` if not enough of them answer. */
async function outcomeOf(rpc: Rpc, signature: string): Promise<Outcome> {
  const unknown = { seen: 'unknown', disputing: [] } as const;
  try {
    return (await readOutcomes(rpc, [signature])).get(signature) ?? unknown;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return unknown;
  }
}

/**
 * Whether every node answers that it has no record of a transaction, whether final or not. A majority is not enough
 * here: nodes that have forgotten an old transaction and one lying node could together be the majority. A second
 * payment cannot be taken back.
 */
function isUnknownToAll(rpc: Rpc, signature: string): Promise<boolean> {
  return rpc.hear({
    about: 'a transaction of ours',
    ask: async (node) => (await readStatus(node, signature)).status === null,
    decide(voices, { isOver }) {
      if (voices.some(({ value }) => !value)) return false;
      return isOver ? voices.length === rpc.nodes.length : undefined;
    },
  });
}

const height = z.object({ blockHeight: z.int() });

/** Whether enough nodes have finalized a block at least two above the last one in which a transaction could land. */
function isOver(rpc: Rpc, lastValidBlockHeight: number): Promise<boolean> {
  return rpc.hear({
    about: 'the height of the chain',
    ask: async (node) => (await node.call('getEpochInfo', [{ commitment: 'finalized' }], height)).blockHeight,
    decide(voices, { enough, isOver }) {
      const beyond = voices.filter(({ value }) => value > lastValidBlockHeight + 1);
      return beyond.length >= enough || (isOver ? false : undefined);
    },
  });
}
