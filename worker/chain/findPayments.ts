import type { Address } from '../../src/address/address.ts';
import { readPayoutMemo } from '../../src/protocol/readMemo.ts';
import { BLOCK_LAG_SECONDS } from '../../src/round/clock.ts';
import { createNodeReach } from './nodeReach.ts';
import { type HistoryRow, readHistoryPage } from './readHistory.ts';
import { readLanded } from './readLanded.ts';
import { readSigned } from './readSigned.ts';
import type { Rpc } from './rpc.ts';
import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

/** A transaction that the pool signed and nobody journaled, and what a winner got by it. */
export interface Payment {
  readonly signature: string;
  readonly slot: number;
  readonly to: Address;
  readonly lamports: bigint;
  /** Unix seconds; null when the node does not say it. */
  readonly blockTime: number | null;
}

export interface PaymentSearch {
  readonly round: number;
  readonly winners: readonly Address[];
  /** Unix seconds: nobody knew the winners before. Only what names the round itself may be stamped a little earlier. */
  readonly since: number;
}

export type FindPayments = (search: PaymentSearch) => Promise<readonly Payment[]>;

export interface FindPaymentsInput {
  readonly rpc: Pick<Rpc, 'nodes' | 'gather'>;
  readonly wallet: Address;
  readonly mint: Address;
  /** Of these signatures, those that nobody has journaled and that are not called the payment of another round. */
  readonly unknown: (signatures: readonly string[], round: number) => Promise<readonly string[]>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Pages of 1,000 in one search, and transactions looked up: strangers may name the pool as often as they pay for it. */
const PAGES = 50;
const MOST_LOOKED_UP = 2_000;
/** A node may be this far behind. Seconds. */
const LAG_SECONDS = 30;
/** What was refused before it was executed is listed under this name, and moved nothing. */
const NO_SIGNATURE = '1'.repeat(64);

/** Not enough was searched to say that nothing was paid. */
export class NotSearched extends RpcError {
  override readonly name: string = 'NotSearched';
  override readonly summary: string;
  constructor(sentence: string) {
    super('every node', 'getSignaturesForAddress', sentence);
    this.summary = sentence;
  }
}

interface Candidate {
  readonly row: HistoryRow;
  readonly listedBy: readonly RpcNode[];
}

/**
 * Payments from the pool to a round's winners that the journal does not know: paid by a person, with the guard or by a
 * plain transfer. Every node is searched, and what one of them shows counts: that the pool signed it is proven by the
 * bytes. Payments that belong to another round, by their memo or since they ended it, are left out. Throws an RpcError
 * unless every node has answered and was read to the end: "nothing found" lets a round be paid.
 */
export function createFindPayments(input: FindPaymentsInput): FindPayments {
  const { rpc, now } = input;
  const mustReach = createNodeReach(now);

  return async (search) => {
    const about = `payments of round ${search.round}`;
    const seenUntil = Math.floor(now() / 1000) - LAG_SECONDS;
    const answers = await rpc.gather(about, async (node) => {
      const since = search.since - BLOCK_LAG_SECONDS;
      await mustReach(node, { since, seenUntil: Math.max(search.since, seenUntil) });
      return listSince(node, input.wallet, since);
    });
    const silent = rpc.nodes.find((node) => !answers.some((answer) => answer.node === node));
    if (silent !== undefined)
      throw new NotSearched(
        `every node has to be searched for ${about}, and RPC ${silent.label} gave no usable answer; ask again, or take it out of RPC_URLS`,
      );
    const candidates = await candidatesOf(input, search.round, answers);
    if (candidates.length > MOST_LOOKED_UP)
      throw new NotSearched(`${candidates.length} transactions name the pool since: too many to look up for ${about}`);
    const found: Payment[] = [];
    for (const candidate of candidates) found.push(...(await look(input, search, candidate)));
    return found;
  };
}

async function listSince(node: RpcNode, wallet: Address, since: number): Promise<readonly HistoryRow[]> {
  const listed: HistoryRow[] = [];
  let before: string | null = null;
  for (let page = 0; page < PAGES; page++) {
    const { rows, next } = await readHistoryPage(node, { wallet, before, until: null });
    // One without a time may be as young as any.
    listed.push(...rows.filter((row) => (row.blockTime ?? since) >= since));
    if ((rows.at(-1)?.blockTime ?? since) < since || next === null) return listed;
    before = next;
  }
  throw new RpcError(node.label, 'getSignaturesForAddress', `the pool's history is longer than ${PAGES} pages`);
}

async function candidatesOf(
  { unknown }: FindPaymentsInput,
  round: number,
  answers: readonly { readonly node: RpcNode; readonly value: readonly HistoryRow[] }[],
): Promise<readonly Candidate[]> {
  const listed = new Map<string, Candidate>();
  for (const { node, value } of answers) {
    for (const row of value) {
      if (row.err !== null || row.signature === NO_SIGNATURE) continue;
      listed.set(row.signature, { row, listedBy: [...(listed.get(row.signature)?.listedBy ?? []), node] });
    }
  }
  return (await unknown([...listed.keys()], round)).flatMap((signature) => listed.get(signature) ?? []);
}

/** What a transaction paid to the winners; nothing when the pool did not sign it, or it is another round's payment. */
async function look(
  { wallet, mint }: FindPaymentsInput,
  { round, winners, since }: PaymentSearch,
  { row, listedBy }: Candidate,
): Promise<readonly Payment[]> {
  let problem = new RpcError('every node', 'getTransaction', `${row.signature} is listed for the pool and not known`);
  let unreadable = 0;
  for (const node of listedBy) {
    const reading = await readSigned(node, { signature: row.signature, wallet });
    if (reading.kind === 'unreadable' && reading.isCertain) unreadable += 1;
    if (reading.kind === 'unreadable' && !reading.isCertain) problem = notReadable(node, row.signature);
    if (reading.kind === 'failed') problem = reading.error;
    if (reading.kind !== 'proven') continue;
    const of = reading.proof.memos.flatMap((text) => readPayoutMemo(text)?.round ?? []);
    if (!reading.proof.isSigned || of.some((other) => other !== round)) return [];
    if ((row.blockTime ?? since) < since && !of.includes(round)) return [];
    const { changes, slot } = await readLanded(node, { signature: row.signature, mint });
    return winners.flatMap((to) => {
      const lamports = changes.get(to) ?? 0n;
      return lamports > 0n ? [{ signature: row.signature, slot, to, lamports, blockTime: row.blockTime }] : [];
    });
  }
  // Ours are of forms that we read.
  if (unreadable === listedBy.length) return [];
  throw problem;
}

const notReadable = (node: RpcNode, signature: string) =>
  new RpcError(node.label, 'getTransaction', `${signature} is listed for the pool and could not be read this time`);
