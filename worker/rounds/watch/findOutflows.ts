import type { Address } from '../../../src/address/address.ts';
import { readHistoryPage } from '../../chain/ledger/readHistory.ts';
import { readSigned, type SignedReading } from '../../chain/ledger/readSigned.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import { UnknownCursor } from '../../chain/node/rpcError.ts';
import type { RpcNode } from '../../chain/node/rpcNode.ts';
import { unjournaled } from '../../store/rounds/checkpoints.ts';

export interface FindOutflowsInput {
  readonly db: D1Database;
  readonly rpc: Rpc;
  readonly wallet: Address;
  /** The lottery's authority. An announcement that the wallet signed beside this authority is no outflow. */
  readonly authority: Address;
}

/**
 * How many transactions one walk through a node's history looks up at most. Whoever floods the wallet delays the alarm,
 * not the rounds.
 */
const LOOK_UPS = 300;
const PAGES = 20;
/** The signature under which a history lists transactions that were refused before they ran. They moved nothing. */
const NO_SIGNATURE = '1'.repeat(64);
/** When more transactions than this are remembered, those of strangers are forgotten. */
const MOST_KNOWN = 20_000;

/**
 * Reads the wallet's history from a checkpoint's slot on, that slot included, and returns the transactions that the
 * wallet signed and that are neither in the journal nor known announcements. Only what the wallet signed can take SOL
 * from it. All nodes are asked: a transaction's bytes prove the signature, so any node may show what another hides.
 *
 * A long history takes several calls, and each goes on where the last one stopped. After the end of a history, the next
 * call begins with its newest page again. If a node gave no answer about a transaction, the next call asks once more.
 * Throws an RpcError when nothing is found and no node showed its history.
 */
export function createFindOutflows({
  db,
  rpc,
  wallet,
  authority,
}: FindOutflowsInput): (sinceSlot: number) => Promise<readonly string[]> {
  // If the wallet is the authority itself, it pays for its announcements, so they are outflows too.
  const announcing = wallet === authority ? null : authority;
  const isOurs = new Map<string, boolean>();
  /** After which final transaction each node's next walk goes on. Without an entry it begins with the newest page. */
  const cursors = new Map<RpcNode, string>();
  /**
   * The transactions about which each node gave no answer in its last walk. They are asked for once more, before the
   * next walk goes on.
   */
  const refused = new Map<RpcNode, string[]>();
  let since = 0;

  async function walk(node: RpcNode): Promise<void> {
    const again = refused.get(node) ?? [];
    const refusals: string[] = [];
    refused.set(node, refusals);
    for (const signature of again) await lookUp(node, signature);
    let before = cursors.get(node) ?? null;
    let lookUps = again.length;
    for (let page = 0; page < PAGES; page++) {
      const { rows, next } = await pageAfter(node, before);
      const inSpan = rows.filter(({ slot }) => slot >= since);
      const listed = inSpan.map(({ signature }) => signature);
      const unknown = new Set(await unjournaled(db, listed, announcing));
      for (const { signature, confirmationStatus } of inSpan) {
        if (unknown.has(signature) && !isOurs.has(signature) && signature !== NO_SIGNATURE) {
          if (lookUps === LOOK_UPS) return;
          lookUps += 1;
          if ((await lookUp(node, signature)) === 'failed') refusals.push(signature);
        }
        // A transaction that is not final may vanish with its fork: no list could then go on from it.
        if (confirmationStatus === 'finalized' && signature !== NO_SIGNATURE) cursors.set(node, signature);
      }
      if (next === null || inSpan.length < rows.length) {
        cursors.delete(node);
        return;
      }
      before = next;
    }
  }

  /** One page of a node's history. If the node does not know the cursor, its next walk begins with the newest page. */
  async function pageAfter(node: RpcNode, before: string | null) {
    try {
      return await readHistoryPage(node, { wallet, before, until: null });
    } catch (error) {
      if (error instanceof UnknownCursor) cursors.delete(node);
      throw error;
    }
  }

  async function lookUp(node: RpcNode, signature: string): Promise<SignedReading['kind']> {
    const reading = await readSigned(node, { signature, wallet });
    if (reading.kind === 'proven') isOurs.set(signature, reading.proof.isSigned);
    // The forms of our own transactions can be read, so one that stays unreadable is a stranger's.
    else console.warn(`RPC ${node.label}: ${signature} is listed for the pool, but not proven: ${reading.kind}`);
    return reading.kind;
  }

  /**
   * When the checkpoint is another one than before, forgets everything. When too many transactions are remembered,
   * forgets those of strangers.
   */
  function forget(sinceSlot: number): void {
    const isFull = isOurs.size > MOST_KNOWN;
    for (const [signature, isSigned] of isOurs) {
      if (since !== sinceSlot || (isFull && !isSigned)) isOurs.delete(signature);
    }
    if (since !== sinceSlot) for (const left of [cursors, refused]) left.clear();
    since = sinceSlot;
  }

  return async (sinceSlot) => {
    forget(sinceSlot);
    const found = async () => {
      const signed = [...isOurs].flatMap(([signature, isSigned]) => (isSigned ? [signature] : []));
      return unjournaled(db, signed, announcing);
    };
    try {
      await rpc.hear({
        about: 'the outflows of the pool',
        ask: walk,
        decide: (voices, { isOver }) => (isOver && voices.length > 0) || undefined,
      });
      return await found();
    } catch (error) {
      // What nodes showed before they failed counts too.
      const shown = await found();
      if (shown.length > 0) return shown;
      throw error;
    }
  };
}
