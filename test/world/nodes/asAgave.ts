import { VersionedTransaction } from '@solana/web3.js';
import * as z from 'zod';
import type { BlockHeights } from '../blockHeights.ts';
import type { HttpReply } from '../startHttpServer.ts';
import type { Forward } from '../startProxy.ts';

const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];

const addresses = z.array(z.string());
const balances = z.array(z.looseObject({ accountIndex: z.int() }));
const shown = z.looseObject({
  transaction: z.union([
    z.tuple([z.string(), z.literal('base64')]),
    z.looseObject({
      message: z.looseObject({
        accountKeys: z.union([addresses, z.array(z.looseObject({ pubkey: z.string() }))]),
        instructions: z.array(z.looseObject({ programIdIndex: z.int().optional(), programId: z.string().optional() })),
      }),
    }),
  ]),
  meta: z.looseObject({
    preTokenBalances: balances,
    postTokenBalances: balances,
    loadedAddresses: z.looseObject({ writable: addresses, readonly: addresses }).optional(),
  }),
});
type Shown = z.infer<typeof shown>;
const answered = z.looseObject({
  error: z.looseObject({ code: z.number(), data: z.unknown() }).optional(),
  result: z.unknown(),
});
const rest = z.object({ maxSupportedTransactionVersion: z.number() });

/**
 * What Agave would answer to `getTransaction`, made from the answer of the local runtime.
 *
 * A version that the caller does not accept has an error code of its own; the runtime says "internal error". Agave
 * records token balances only for transactions that have a token program among their accounts, and never for an account
 * that an instruction calls as its program (`svm/src/transaction_balances.rs`). The runtime records all of them.
 */
export async function transactionAsAgave(params: readonly unknown[], forward: Forward): Promise<HttpReply> {
  const { status, body, json } = await forward();
  const same = { status, body, headers: { 'content-type': 'application/json' } };
  const answer = answered.parse(json());
  if (String(answer.error?.data).includes('does not support transaction version')) {
    const declared = rest.safeParse(params[1]).data?.maxSupportedTransactionVersion ?? 'legacy';
    const message =
      'Transaction version (1) is not supported by the requesting client. Please try the request again with the following ' +
      `configuration parameter: "maxSupportedTransactionVersion": 1 (declared: ${declared})`;
    return { status: 200, json: { jsonrpc: '2.0', id: 1, error: { code: -32015, message } } };
  }
  if (answer.error !== undefined || answer.result === null) return same;
  const result = shown.parse(answer.result);
  const { keys, called } = accountsOf(result);
  const hasTokens = TOKEN_PROGRAMS.some((program) => keys.includes(program));
  const noted = (all: z.infer<typeof balances>) =>
    all.filter(({ accountIndex }) => hasTokens && !called.includes(keys[accountIndex] ?? ''));
  const [preTokenBalances, postTokenBalances] = [
    noted(result.meta.preTokenBalances),
    noted(result.meta.postTokenBalances),
  ];
  const isSame =
    preTokenBalances.length === result.meta.preTokenBalances.length &&
    postTokenBalances.length === result.meta.postTokenBalances.length;
  if (isSame) return same;
  const meta = { ...result.meta, preTokenBalances, postTokenBalances };
  return { status: 200, json: { ...answer, result: { ...result, meta } } };
}

const block = z.looseObject({ result: z.looseObject({ blockHeight: z.unknown() }).nullable().optional() });

const SLOT_SKIPPED = -32_007;

/**
 * What Agave would answer to `getBlock`. The runtime makes a block in each slot and numbers the blocks with
 * transactions separately, so its heights do not grow by one from block to block and differ from those of
 * `getEpochInfo`.
 */
export async function blockAsAgave(
  heights: BlockHeights,
  [slot]: readonly unknown[],
  forward: Forward,
): Promise<HttpReply> {
  const { status, body, json } = await forward();
  const answer = block.parse(json());
  if (!answer.result) return { status, body, headers: { 'content-type': 'application/json' } };
  const blockHeight = heights.heightOf(Number(slot));
  const error = {
    code: SLOT_SKIPPED,
    message: `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
  };
  if (blockHeight === null) return { status: 200, json: { jsonrpc: '2.0', id: answer.id, error } };
  return { status: 200, json: { ...answer, result: { ...answer.result, blockHeight } } };
}

const slotList = z.looseObject({ result: z.array(z.int()).optional() });

/** What Agave would answer to `getBlocks`: it leaves out skipped slots. */
export async function blocksAsAgave(heights: BlockHeights, forward: Forward): Promise<HttpReply> {
  const { status, body, json } = await forward();
  const answer = slotList.parse(json());
  if (answer.result === undefined) return { status, body, headers: { 'content-type': 'application/json' } };
  const result = answer.result.filter((slot) => heights.heightOf(slot) !== null);
  return { status: 200, json: { ...answer, result } };
}

const latest = z.looseObject({
  result: z.object({ context: z.looseObject({ slot: z.int() }), value: z.looseObject({ blockhash: z.string() }) }),
});
const validity = z.looseObject({
  result: z.looseObject({ context: z.looseObject({ slot: z.int() }), value: z.boolean() }),
});

/**
 * What Agave would answer about blockhashes. A node that is asked for its finalized view does not know a blockhash that
 * is newer than this view; the runtime calls it valid.
 */
export function createBlockhashesAsAgave() {
  /** The smallest slot at which each blockhash was the latest. */
  const since = new Map<string, number>();
  return async (method: string, [blockhash]: readonly unknown[], forward: Forward): Promise<HttpReply> => {
    const { status, body, json } = await forward();
    const same = { status, body, headers: { 'content-type': 'application/json' } };
    if (method === 'getLatestBlockhash') {
      const { context, value } = latest.parse(json()).result;
      since.set(value.blockhash, Math.min(context.slot, since.get(value.blockhash) ?? context.slot));
      return same;
    }
    const answer = validity.safeParse(json()).data;
    if (answer === undefined || answer.result.context.slot >= (since.get(String(blockhash)) ?? 0)) return same;
    return { status: 200, json: { ...answer, result: { ...answer.result, value: false } } };
  };
}

/** All accounts of a transaction in their order, and those that it calls as programs. */
function accountsOf({ transaction, meta }: Shown): { readonly keys: readonly string[]; readonly called: string[] } {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  if (Array.isArray(transaction)) {
    const { message } = VersionedTransaction.deserialize(Buffer.from(transaction[0], 'base64'));
    const keys = [...message.staticAccountKeys.map((key) => key.toBase58()), ...writable, ...readonly];
    return { keys, called: message.compiledInstructions.map(({ programIdIndex }) => keys[programIdIndex] ?? '') };
  }
  const { accountKeys, instructions } = transaction.message;
  const keys = [...accountKeys.map((key) => (typeof key === 'string' ? key : key.pubkey)), ...writable, ...readonly];
  return {
    keys,
    called: instructions.map(({ programId, programIdIndex }) => programId ?? keys[programIdIndex ?? -1] ?? ''),
  };
}
