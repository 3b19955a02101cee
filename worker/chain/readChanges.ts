import * as z from 'zod';
import type { Address } from '../../src/address/address.ts';
import { canChangeTokens } from '../../src/address/canChangeTokens.ts';
import { askTransaction } from './askTransaction.ts';
import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

/** What one finalized transaction made of an account: lamports or GOD base units before and after it. */
export interface AccountChange {
  readonly slot: number;
  readonly before: bigint;
  readonly after: bigint;
}

/**
 * Slots after `after`, up to and with `until`: what lies there must be told whole. Later changes are told as far as
 * they are final.
 */
export interface SlotRange {
  readonly after: number;
  readonly until: number;
}

/**
 * The most that one call lists: ten seconds of a hundred transactions a second. A longer history between two readings
 * is no answer.
 */
const PAGE = 1_000;
/** Of one slot, no more transactions than this are looked at: the last ones. */
const MOST_OF_A_SLOT = 30;
/** So many transactions that cannot have changed a token account are passed over, from each end. */
const MOST_PASSED = 30;

/**
 * A node that read an older slot has to come to the other one's first: nodes are a few slots apart, and finality
 * takes 32 at most.
 */
const FINAL_POLLS = 30;
const FINAL_POLL_MS = 500;

/** Waits until a node's finalized view has come to a slot, at most 15 s; false when it does not. */
export async function awaitFinal(node: RpcNode, slot: number): Promise<boolean> {
  for (let poll = 0; poll < FINAL_POLLS; poll++) {
    if ((await node.call('getSlot', [{ commitment: 'finalized' }], z.int())) >= slot) return true;
    await new Promise((resolve) => setTimeout(resolve, FINAL_POLL_MS));
  }
  return false;
}

const rows = z.array(
  z.object({
    ...{ signature: z.string(), slot: z.int(), err: z.unknown() },
    confirmationStatus: z.string().nullish(),
  }),
);
const tokenBalances = z.array(
  z.object({ accountIndex: z.int(), uiTokenAmount: z.object({ amount: z.string().regex(/^\d+$/).transform(BigInt) }) }),
);
const transaction = z.object({
  slot: z.int(),
  meta: z.object({
    preBalances: z.array(z.int().min(0)),
    postBalances: z.array(z.int().min(0)),
    preTokenBalances: tokenBalances.nullish(),
    postTokenBalances: tokenBalances.nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
  transaction: z.object({ message: z.object({ accountKeys: z.array(z.string()) }) }),
});

interface Query {
  readonly account: Address;
  readonly range: SlotRange;
  readonly unit: 'lamports' | 'tokens';
}

/**
 * Of the finalized transactions that named an account after a slot, those that tell what it held at both ends of the
 * range, oldest first, as one node shows them: the first and the last one of the range, and the first one after it.
 * So a stranger who names the account many times makes it no harder. For tokens those are meant that can have changed
 * them. Null when they cannot be told: too many listed, one of the range not final yet, or one that cannot be read.
 */
export async function readChanges(node: RpcNode, query: Query): Promise<readonly AccountChange[] | null> {
  const told = await listFinal(node, query);
  if (told === null) return null;
  const within = told.filter(({ slot }) => slot <= query.range.until);
  const looks = new Map<string, Look>();
  const found = new Set<AccountChange>();
  for (const rows of [within, within.toReversed(), told.slice(within.length)]) {
    const first = await firstThatTells(node, query, { rows, looks });
    if (first === null) return null;
    if (first !== 'silent') found.add(first);
  }
  return [...found].toSorted((a, b) => a.slot - b.slot);
}

/** What a transaction made of the account. `silent`: it cannot have changed it, and says nothing of it. */
type Look = AccountChange | 'silent' | null;

interface InTurn {
  readonly rows: readonly Row[];
  /** By signature: each is asked for once. */
  readonly looks: Map<string, Look>;
}

async function firstThatTells(node: RpcNode, query: Query, { rows, looks }: InTurn): Promise<Look> {
  for (const { signature } of rows.slice(0, MOST_PASSED)) {
    const look = looks.get(signature) ?? (await readChange(node, query, signature).catch(nullForRpcError));
    looks.set(signature, look);
    if (look !== 'silent') return look;
  }
  return rows.length > MOST_PASSED ? null : 'silent';
}

/** What the last finalized transactions of one slot made of an account, oldest first; null as for `readChanges`. */
export async function readChangesIn(
  node: RpcNode,
  { slot, ...query }: Omit<Query, 'range'> & { readonly slot: number },
): Promise<readonly AccountChange[] | null> {
  const whole = { ...query, range: { after: slot - 1, until: slot } };
  const told = await listFinal(node, whole);
  if (told === null) return null;
  return lookUp(node, whole, told.filter((row) => row.slot === slot).slice(-MOST_OF_A_SLOT));
}

type Row = z.infer<typeof rows>[number];

/**
 * The finalized transactions after a slot, oldest first. For lamports failed ones too: a fee payer pays even then. For
 * tokens none of them: it moves none, and of an account that it calls as a program nodes note no balance (Agave,
 * `svm/src/transaction_balances.rs`).
 */
async function listFinal(node: RpcNode, { account, range, unit }: Query): Promise<readonly Row[] | null> {
  const listed = await node.call('getSignaturesForAddress', [account, { commitment: 'confirmed', limit: PAGE }], rows);
  const oldest = listed.at(-1);
  if (listed.length === PAGE && oldest !== undefined && oldest.slot > range.after) return null;
  const isFinal = (row: Row) => row.confirmationStatus === 'finalized';
  if (listed.some((row) => row.slot > range.after && row.slot <= range.until && !isFinal(row))) return null;
  const counts = ({ err }: Row) => unit === 'lamports' || err === null || err === undefined;
  return listed.filter((row) => row.slot > range.after && isFinal(row) && counts(row)).reverse();
}

async function lookUp(node: RpcNode, query: Query, told: readonly Row[]): Promise<readonly AccountChange[] | null> {
  const changes: AccountChange[] = [];
  for (const { signature } of told) {
    const change = await readChange(node, query, signature).catch(nullForRpcError);
    if (change === null) return null;
    if (change !== 'silent') changes.push(change);
  }
  return changes;
}

async function readChange(node: RpcNode, { account, unit }: Query, signature: string): Promise<Look> {
  const query = { signature, commitment: 'finalized', encoding: 'json', result: transaction } as const;
  const { slot, meta, transaction: sent } = await askTransaction(node, query);
  // The order of account indices: static keys, then those from lookup tables, writable ones first.
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  const keys = [...sent.message.accountKeys, ...writable, ...readonly];
  const index = keys.indexOf(account);
  if (index < 0) return null;
  if (unit === 'lamports')
    return { slot, before: BigInt(meta.preBalances[index] ?? 0), after: BigInt(meta.postBalances[index] ?? 0) };
  const { preTokenBalances, postTokenBalances } = meta;
  // A node that keeps no balances says nothing of the account's: that is no zero.
  if (!preTokenBalances || !postTokenBalances) return null;
  const ofAccount = ({ accountIndex }: z.infer<typeof tokenBalances>[number]) => accountIndex === index;
  if (![...preTokenBalances, ...postTokenBalances].some(ofAccount) && !canChangeTokens(keys)) return 'silent';
  const amountIn = (balances: z.infer<typeof tokenBalances>) => balances.find(ofAccount)?.uiTokenAmount.amount ?? 0n;
  return { slot, before: amountIn(preTokenBalances), after: amountIn(postTokenBalances) };
}

function nullForRpcError(error: unknown): null {
  if (error instanceof RpcError) return null;
  throw error;
}

/** What an account held at a slot, by its changes around it; null when they do not tell. */
export function amountAt(changes: readonly AccountChange[], slot: number): bigint | null {
  const last = changes.findLast((change) => change.slot <= slot);
  return last?.after ?? changes.find((change) => change.slot > slot)?.before ?? null;
}
