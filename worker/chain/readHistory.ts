import * as z from 'zod';
import type { Address } from '../../src/token/address.ts';
import { RpcError, type RpcNode } from './rpc.ts';

const PAGE = 1_000;
/** A history longer than this is not read to its end; better no answer than a wrong "nothing found". */
const MAX_PAGES = 20;

const rows = z.array(
  z.object({
    signature: z.string(),
    slot: z.int(),
    blockTime: z.int().nullable(),
    memo: z.string().nullable(),
    err: z.unknown(),
    confirmationStatus: z.string().nullable(),
  }),
);
export type HistoryRow = z.infer<typeof rows>[number];

/** Everything addressed to a wallet, by anyone, newest first, until a row `isPast`. */
export async function readHistory(
  node: RpcNode,
  wallet: Address,
  isPast: (row: HistoryRow) => boolean,
): Promise<HistoryRow[]> {
  const found: HistoryRow[] = [];
  let before: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const options = { commitment: 'confirmed', limit: PAGE, ...(before === undefined ? {} : { before }) };
    const read = await node.call('getSignaturesForAddress', [wallet, options], rows);
    found.push(...read);
    const oldest = read.at(-1);
    if (oldest === undefined || read.length < PAGE || isPast(oldest)) return found;
    before = oldest.signature;
  }
  throw new RpcError(node.label, 'getSignaturesForAddress', `a history of more than ${MAX_PAGES * PAGE} transactions`);
}

const signers = z
  .object({
    transaction: z.object({
      message: z.object({ accountKeys: z.array(z.string()), header: z.object({ numRequiredSignatures: z.int() }) }),
    }),
  })
  .nullable();

/** True when `wallet` is among a transaction's signers, and not merely mentioned by a stranger. */
export async function isSignedBy(node: RpcNode, signature: string, wallet: Address): Promise<boolean> {
  const options = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 };
  const transaction = await node.call('getTransaction', [signature, options], signers);
  // Listed a moment ago and not there now: this node's view is torn. That is no answer, and never "not ours".
  if (transaction === null)
    throw new RpcError(node.label, 'getTransaction', `${signature} is listed but cannot be read`);
  const { accountKeys, header } = transaction.transaction.message;
  return accountKeys.slice(0, header.numRequiredSignatures).includes(wallet);
}
