import type { Address } from '../../../src/address/address.ts';
import { isRecent } from '../../../src/round/isRecent.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import { RpcError } from '../../chain/node/rpcError.ts';
import { unjournaled } from '../../store/rounds/checkpoints.ts';
import { acknowledgedAmong, openOutflows } from '../../store/rounds/outflows.ts';
import type { Place, Places } from '../../store/rounds/searched.ts';
import { createWalkHistory, type Learnt } from './walkHistory.ts';

export interface FindOutflowsInput {
  readonly db: D1Database;
  readonly rpc: Rpc;
  readonly wallet: Address;
  /** The lottery's authority. An announcement that the wallet signed beside this authority is no outflow. */
  readonly authority: Address;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** A walk asks nothing more after this long, so that a slow node cannot hold back what the others show. */
const WALK_MS = 30_000;
/** When more transactions than this are remembered, those of strangers are forgotten. */
const MOST_KNOWN = 20_000;

export interface FoundOutflows {
  readonly outflows: readonly string[];
  /** Where the next search goes on. To be stored after the outflows, or else one of them could be passed by. */
  readonly places: Places;
}

/**
 * Outflows since a checkpoint's slot, that slot included: transactions that the wallet signed, and that are neither in
 * the journal, nor known announcements, nor acknowledged. Only what the wallet signed can take SOL from it.
 */
export interface FindOutflows {
  /** Those that this instance has found, and those that are stored. Asks no node. */
  known(sinceSlot: number): Promise<readonly string[]>;
  /** Reads the wallet's history on all nodes, from `places` on. Returns the outflows that are known then. */
  search(sinceSlot: number, places: Places): Promise<FoundOutflows>;
}

/**
 * All nodes are asked for the wallet's history: a transaction's bytes prove the signature, so any node may show what
 * another hides. A long history takes several searches, and each goes on where the last one stopped: at `places`. After
 * the end of a history, the next search begins with its newest page again. If a node gave no answer about a transaction,
 * the next search asks once more. Stored outflows are returned too, since a search that has passed them does not meet
 * them again. That nothing is returned does not mean that there is nothing: nodes may have failed, or need more time.
 */
export function createFindOutflows({ db, rpc, wallet, authority, now }: FindOutflowsInput): FindOutflows {
  // If the wallet is the authority itself, it pays for its announcements, so they are outflows too.
  const announcing = wallet === authority ? null : authority;
  const walkHistory = createWalkHistory({ db, wallet, announcing });
  let newest: Learnt = { since: 0, isOurs: new Map() };

  /** A walk that ends late, after another checkpoint, adds to what nobody reads any more. */
  function learntSince(since: number): Learnt {
    if (newest.since !== since) newest = { since, isOurs: new Map() };
    const { isOurs } = newest;
    if (isOurs.size > MOST_KNOWN) for (const [signature, isSigned] of isOurs) if (!isSigned) isOurs.delete(signature);
    return newest;
  }

  async function knownBy({ since, isOurs }: Learnt): Promise<readonly string[]> {
    const signed = [...isOurs].flatMap(([signature, isSigned]) => (isSigned ? [signature] : []));
    const found = new Set([...signed, ...(await openOutflows(db, wallet, since))]);
    const outflows = await unjournaled(db, [...found], announcing);
    const acknowledged = await acknowledgedAmong(db, outflows);
    return outflows.filter((signature) => !acknowledged.has(signature));
  }

  async function search(since: number, places: Places): Promise<FoundOutflows> {
    const [learnt, begun] = [learntSince(since), now()];
    const reached: Record<string, Place> = {};
    const goesOn = () => isRecent(begun, now(), WALK_MS);
    try {
      await rpc.hear({
        about: 'the outflows of the pool',
        ask(node) {
          const place = structuredClone(places[node.label] ?? { before: null, failures: 0, refused: [] });
          reached[node.label] = place;
          return walkHistory({ node, place, learnt, goesOn });
        },
        // All nodes are heard, since one may show what the others hide. But what is found does not wait for the last.
        decide: async (voices, { enough, isOver }) =>
          (isOver ? voices.length > 0 : voices.length >= enough && (await knownBy(learnt)).length > 0) || undefined,
      });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      // What nodes showed before they failed counts too.
      console.warn(`no history of the pool wallet ${wallet} was read to its end: ${error.message}`);
    }
    // Copied before the outflows are counted. A walk that has not ended still learns, but what it passes from now on is
    // passed again by the next search: this instance may not be there any more to tell of it.
    const kept = structuredClone(reached);
    return { outflows: await knownBy(learnt), places: kept };
  }

  return { known: (since) => knownBy(learntSince(since)), search };
}
