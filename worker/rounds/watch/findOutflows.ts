import type { Address } from '../../../src/address/address.ts';
import { readHistoryPage } from '../../chain/ledger/readHistory.ts';
import { readSigned, type SignedReading } from '../../chain/ledger/readSigned.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import { RpcError, Unreachable } from '../../chain/node/rpcError.ts';
import type { RpcNode } from '../../chain/node/rpcNode.ts';
import { unjournaled } from '../../store/rounds/checkpoints.ts';
import { openOutflows } from '../../store/rounds/outflows.ts';
import type { Place, Places } from '../../store/rounds/searched.ts';

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

export interface FoundOutflows {
  readonly outflows: readonly string[];
  /** Where the next call goes on. To be stored after the outflows, or else one of them could be passed by. */
  readonly places: Places;
}

/**
 * Reads the wallet's history from a checkpoint's slot on, that slot included, and returns the transactions that the
 * wallet signed and that are neither in the journal nor known announcements. Only what the wallet signed can take SOL
 * from it. All nodes are asked: a transaction's bytes prove the signature, so any node may show what another hides.
 *
 * A long history takes several calls, and each goes on where the last one stopped: at `places`. After the end of a
 * history, the next call begins with its newest page again. If a node gave no answer about a transaction, the next call
 * asks once more. Stored outflows that wait for an operator are returned too, since a search that has passed them does
 * not meet them again. That nothing is returned does not mean that there is nothing: nodes may have failed.
 */
export function createFindOutflows({
  db,
  rpc,
  wallet,
  authority,
}: FindOutflowsInput): (sinceSlot: number, places: Places) => Promise<FoundOutflows> {
  // If the wallet is the authority itself, it pays for its announcements, so they are outflows too.
  const announcing = wallet === authority ? null : authority;
  /** Only saves look-ups: a new instance begins without it. */
  const isOurs = new Map<string, boolean>();
  let since = 0;

  /** Goes on from `place`, and moves it with each transaction that was looked at. */
  async function walk(node: RpcNode, place: Place): Promise<void> {
    const again = place.refused;
    place.refused = [];
    for (const signature of again) await lookUp(node, signature);
    let { before } = place;
    let lookUps = again.length;
    for (let page = 0; page < PAGES; page++) {
      const { rows, next } = await pageAfter(node, before, place);
      const inSpan = rows.filter(({ slot }) => slot >= since);
      const listed = inSpan.map(({ signature }) => signature);
      const unknown = new Set(await unjournaled(db, listed, announcing));
      for (const { signature, confirmationStatus } of inSpan) {
        if (unknown.has(signature) && !isOurs.has(signature) && signature !== NO_SIGNATURE) {
          if (lookUps === LOOK_UPS) return;
          lookUps += 1;
          if ((await lookUp(node, signature)) === 'failed') place.refused.push(signature);
        }
        // A transaction that is not final may vanish with its fork: no list could then go on from it.
        if (confirmationStatus === 'finalized' && signature !== NO_SIGNATURE) place.before = signature;
      }
      if (next === null || inSpan.length < rows.length) {
        place.before = null;
        return;
      }
      before = next;
    }
  }

  /**
   * One page of a node's history. If the node cannot go on from there, its next walk begins with the newest page: the
   * node does not know the transaction any more, there never was such a transaction, or the node gave no answer twice.
   */
  async function pageAfter(node: RpcNode, before: string | null, place: Place) {
    try {
      const page = await readHistoryPage(node, { wallet, before, until: null });
      place.isStuck = false;
      return page;
    } catch (error) {
      // Once may be an outage: the place is kept.
      place.isStuck = !place.isStuck && error instanceof Unreachable;
      if (!place.isStuck) place.before = null;
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
    since = sinceSlot;
  }

  return async (sinceSlot, places) => {
    forget(sinceSlot);
    const reached: Record<string, Place> = {};
    try {
      await rpc.hear({
        about: 'the outflows of the pool',
        ask(node) {
          const place = { ...(places[node.label] ?? { before: null, isStuck: false, refused: [] }) };
          reached[node.label] = place;
          return walk(node, place);
        },
        decide: (voices, { isOver }) => (isOver && voices.length > 0) || undefined,
      });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // What nodes showed before they failed counts too.
      console.warn(`no history of the pool wallet ${wallet} was read to its end: ${error.message}`);
    }
    const signed = [...isOurs].flatMap(([signature, isSigned]) => (isSigned ? [signature] : []));
    const known = new Set([...signed, ...(await openOutflows(db, wallet, sinceSlot))]);
    return { outflows: await unjournaled(db, [...known], announcing), places: reached };
  };
}
