import * as z from 'zod';
import type { Rpc } from '../node/rpc.ts';
import { type RpcNode, withContext } from '../node/rpcNode.ts';
import type { DraftTransaction } from './transactions.ts';

/** The result of a transaction as the nodes predict it. `problem` is null when it would succeed. */
export interface Simulated {
  readonly problem: string | null;
  /** Compute units: the most that any node named; null when none did. */
  readonly units: number | null;
}

const MOST_CHARACTERS = 200;
const answer = withContext(z.object({ err: z.unknown(), unitsConsumed: z.int().min(0).nullish() }));

/** Runs an unsigned transaction on every node without sending it. Throws an RpcError when none answers. */
export async function simulateDraft(
  rpc: Pick<Rpc, 'hear'>,
  about: string,
  { bytes }: DraftTransaction,
): Promise<Simulated> {
  // A rehearsal moves no money, so the answers that arrive are enough.
  const answers = await rpc.hear({
    about,
    ask: (node) => simulateOn(node, bytes),
    decide: (voices, { isOver }) => (isOver && voices.length > 0 ? voices : undefined),
  });
  const refused = answers.filter(({ value }) => value.error !== null);
  const units = answers.flatMap(({ value }) => (value.units === null ? [] : [value.units]));
  return {
    problem: refused.length === 0 ? null : refused.map(({ node, value }) => `${node.label}: ${value.error}`).join('; '),
    units: units.length === 0 ? null : Math.max(...units),
  };
}

async function simulateOn(node: RpcNode, bytes: string) {
  // The transaction is unsigned, so no signature is checked. The node replaces the blockhash by one of its own.
  const options = { commitment: 'confirmed', encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true };
  const { value } = await node.call('simulateTransaction', [bytes, options], answer);
  const { err, unitsConsumed } = value;
  const error = err === null ? null : JSON.stringify(err).slice(0, MOST_CHARACTERS);
  return { error, units: unitsConsumed ?? null };
}
