import * as z from 'zod';
import type { Address } from '../../src/address/address.ts';
import { parseTaxMemo } from '../../src/tax/taxMemo.ts';
import { readHistoryPage } from '../chain/ledger/readHistory.ts';
import { readLedger } from '../chain/ledger/readLedger.ts';
import { readSigned } from '../chain/ledger/readSigned.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import { RpcError } from '../chain/node/rpcError.ts';
import type { RpcNode } from '../chain/node/rpcNode.ts';
import { inGroups } from '../engine/inGroups.ts';

/**
 * The most pages that are read, of 1,000 rows each. A stranger who wants to make the history longer than that must pay
 * for 20,000 transactions.
 */
const MOST_PAGES = 20;
/** How many look-alikes (rows that look like our parts) one reading looks up. The next reading continues after them. */
const LOOK_UPS = 200;
/** The most look-alikes that are remembered, of about 150 bytes each. */
const MOST_REMEMBERED = 20_000;
/** How many slots are read before the span: a restarted cluster may go on from a slot before a confirmed one. */
const SLOTS_BEFORE = 1_500;
/**
 * The longest span, half a day at 400 ms a slot. For a longer one it would take too many calls to find out whether a
 * ledger has all of its blocks.
 */
const MOST_SLOTS = 108_000;
/** The first slots of a chain. A ledger that begins in one of them is complete. */
const FIRST_SLOTS = 32;

/** A part of a distribution that the tax wallet signed, final and without an error. */
export interface OwnPart {
  readonly signature: string;
  readonly slot: number;
  /** Unix seconds; null when the nodes do not say. */
  readonly blockTime: number | null;
  readonly cycle: number;
  readonly part: number;
}

/**
 * The part of the history that is read. It is a span of slots and not of times, so that a clock that was wrong when a
 * cycle began hides nothing that the cycle has signed.
 */
export interface HistorySpan {
  /** Nothing is wanted that is more than `SLOTS_BEFORE` slots older than this slot. */
  readonly from: number;
  /** Nothing newer than this slot is wanted. A node for which this slot is not final yet cannot answer. */
  readonly to: number;
  /** The chain is past this block height at `to`. Nothing in a block above this height is wanted. */
  readonly height: number;
  /** Cycles whose parts are wanted. */
  readonly isWanted: (cycle: number) => boolean;
}

/**
 * The wanted parts on chain: all of them, or none. `not-yet`: some look-alikes have not been looked up. `too-long`:
 * there is more than can be read.
 */
export type OwnParts =
  | { readonly kind: 'whole'; readonly parts: readonly OwnPart[] }
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'too-long' };

/** Throws `NodesSilent`, `NodesDisagree` or another RpcError when too few nodes show the history, or agree on it. */
export type ReadOwnParts = (span: HistorySpan) => Promise<OwnParts>;

/**
 * Reads the tax wallet's history between two slots from enough nodes. Each part names itself in a memo. Of all that
 * strangers send to the wallet, only transactions with a memo of a wanted cycle are looked up. Their bytes prove who
 * signed them.
 */
export function createReadOwnParts({ rpc, wallet }: { readonly rpc: Rpc; readonly wallet: Address }): ReadOwnParts {
  const verdicts = new Map<string, boolean>();

  async function isOwn(signature: string, index: number): Promise<boolean> {
    let unreadable = 0;
    for (const [i] of rpc.nodes.entries()) {
      const node = rpc.nodes[(index + i) % rpc.nodes.length];
      if (node === undefined) continue;
      const reading = await readSigned(node, { signature, wallet });
      if (reading.kind === 'proven') return reading.proof.isSigned;
      if (reading.kind === 'forged')
        rpc.lied(node, `the transaction ${signature}`, 'its bytes are not of that signature');
      if (reading.kind === 'unreadable' && reading.isCertain) unreadable += 1;
    }
    // Every node can show transactions of our form. So a transaction whose form enough nodes cannot read is not ours.
    if (unreadable >= rpc.enough) return false;
    throw new RpcError('every node', 'getTransaction', `${signature} cannot be read now`);
  }

  return async (span) => {
    const rows = await rpc.agree({
      about: 'the history of the tax wallet',
      ask: (node) => readRows(node, wallet, span),
    });
    if (rows === 'too-long') return { kind: 'too-long' };
    if (verdicts.size > MOST_REMEMBERED) verdicts.clear();
    const unknown = rows.filter(({ signature }) => !verdicts.has(signature));
    await inGroups([...unknown.slice(0, LOOK_UPS).entries()], async ([index, { signature }]) => {
      verdicts.set(signature, await isOwn(signature, index));
    });
    if (unknown.length > LOOK_UPS) return { kind: 'not-yet' };
    return { kind: 'whole', parts: rows.filter(({ signature }) => verdicts.get(signature) === true) };
  };
}

/**
 * Rows that look like parts of wanted cycles, up to the slot `span.to`, newest first. Throws an RpcError when the
 * answer is not complete. The history is read before the blocks are asked for, so that it is noticed if a ledger drops
 * its oldest blocks in between.
 */
async function readRows(node: RpcNode, wallet: Address, span: HistorySpan): Promise<readonly OwnPart[] | 'too-long'> {
  if (span.to - span.from > MOST_SLOTS) return 'too-long';
  const { absoluteSlot: newest } = await node.call('getEpochInfo', [{ commitment: 'finalized' }], epochInfo);
  if (newest < span.to) throw new RpcError(node.label, 'getEpochInfo', `slot ${span.to} is not final here yet`);
  const rows = await listRows(node, wallet, span);
  if (rows !== 'too-long') await mustBeWhole(node, span, newest);
  return rows;
}

async function listRows(node: RpcNode, wallet: Address, span: HistorySpan): Promise<readonly OwnPart[] | 'too-long'> {
  // Rows before `first` are left out. They cannot be of a wanted cycle, and honest nodes would differ in them, because
  // each node's last page ends with another row.
  const first = span.from - SLOTS_BEFORE;
  const found: OwnPart[] = [];
  let before: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { rows, next } = await readHistoryPage(node, { wallet, before, until: null });
    for (const { signature, slot, blockTime, memo, err } of rows) {
      const text = /^\[\d+\] (.*)$/.exec(memo ?? '')?.[1];
      const named = text === undefined ? null : parseTaxMemo(text);
      if (err === null && slot >= first && slot <= span.to && named !== null && span.isWanted(named.cycle))
        found.push({ signature, slot, blockTime, ...named });
    }
    const oldest = rows.at(-1)?.slot ?? 0;
    if (next === null || oldest < first) return found;
    before = next;
  }
  return 'too-long';
}

const epochInfo = z.object({ absoluteSlot: z.int() });

/**
 * Throws an RpcError unless the node's ledger has every block of the span. A ledger that lacks blocks shows an empty
 * history without an error.
 */
async function mustBeWhole(node: RpcNode, { from, height }: HistorySpan, newest: number): Promise<void> {
  const firstBlock = await node.call('getFirstAvailableBlock', [], z.int());
  const since = firstBlock > FIRST_SLOTS ? from : Math.max(from, firstBlock);
  if ((await readLedger(node, { since, lastHeight: height, firstBlock, newest })) === 'whole') return;
  const lacks = `this ledger does not have every block from slot ${from} to height ${height}`;
  throw new RpcError(node.label, 'getBlocks', lacks);
}
