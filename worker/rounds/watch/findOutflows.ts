import type { Address } from '../../../src/address/address.ts';
import { readHistoryPage } from '../../chain/ledger/readHistory.ts';
import { readSigned } from '../../chain/ledger/readSigned.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import { RpcError } from '../../chain/node/rpcError.ts';
import type { RpcNode } from '../../chain/node/rpcNode.ts';
import { unjournaled } from '../../store/rounds/checkpoints.ts';

export interface FindOutflowsInput {
  readonly db: D1Database;
  readonly rpc: Rpc;
  readonly wallet: Address;
  /** The authority whose announcements the wallet may have signed too. */
  readonly authority: Address;
}

/**
 * How many transactions are looked up in one walk through a node's history; what was learnt is kept for the next.
 * Whoever floods the wallet delays the alarm, not the rounds.
 */
const LOOK_UPS = 300;
/** How many pages of 1,000 are read in one walk: a checkpoint is minutes old, seldom hours. */
const PAGES = 20;
/** Transactions that were refused before they were executed are listed under this name, and moved nothing. */
const NO_SIGNATURE = '1'.repeat(64);
const MOST_KNOWN = 20_000;

export interface OutflowsFound {
  /** Transactions that the wallet signed, that are no known announcement, and that are not in the journal. */
  readonly signatures: readonly string[];
  /**
   * True when enough nodes have shown their complete histories, with every transaction listed there. Otherwise there
   * may be more.
   */
  readonly isWhole: boolean;
}

/**
 * Reads the wallet's history from a checkpoint's slot on (that slot is included, because a node may have answered
 * during it). Only what the wallet signed can take SOL from it. All nodes are asked, and each may show a transaction
 * that another hides: its bytes prove that the wallet signed. Throws an RpcError while nothing was found and too few
 * histories were read completely.
 */
export function createFindOutflows({
  db,
  rpc,
  wallet,
  authority,
}: FindOutflowsInput): (sinceSlot: number) => Promise<OutflowsFound> {
  const isOurs = new Map<string, boolean>();

  async function walk(node: RpcNode, sinceSlot: number): Promise<{ found: string[]; isWhole: boolean }> {
    const listed = await listSince(node, wallet, sinceSlot);
    // A wallet that announces terms by itself pays for that, so its announcements are outflows too.
    const unknown = await unjournaled(db, listed.signatures, wallet === authority ? null : authority);
    let [lookUps, isWhole] = [0, listed.isWhole];
    for (const signature of unknown) {
      if (isOurs.has(signature) || signature === NO_SIGNATURE) continue;
      if (lookUps === LOOK_UPS) {
        isWhole = false;
        break;
      }
      lookUps += 1;
      const reading = await readSigned(node, { signature, wallet });
      if (reading.kind === 'proven') isOurs.set(signature, reading.proof.isSigned);
      else if (reading.kind === 'failed' || reading.kind === 'absent') isWhole = false;
      // A transaction that cannot be read in any form is a stranger's: we can read the forms of our own.
      else console.warn(`RPC ${node.label}: ${signature} is listed for the pool and ${reading.kind}`);
    }
    return { found: unknown.filter((signature) => isOurs.get(signature)), isWhole };
  }

  return async (sinceSlot) => {
    if (isOurs.size > MOST_KNOWN) isOurs.clear();
    return rpc.hear({
      about: 'the outflows of the pool',
      async ask(node) {
        const { found, isWhole } = await walk(node, sinceSlot);
        if (found.length === 0 && !isWhole)
          throw new RpcError(node.label, 'getTransaction', 'the history is still being looked up');
        return { found, isWhole };
      },
      decide(voices, { enough, isOver }) {
        const signatures = [...new Set(voices.flatMap(({ value }) => value.found))];
        const isWhole = voices.filter(({ value }) => value.isWhole).length >= enough;
        return isOver && (signatures.length > 0 || isWhole) ? { signatures, isWhole } : undefined;
      },
    });
  };
}

async function listSince(node: RpcNode, wallet: Address, sinceSlot: number) {
  const signatures: string[] = [];
  let before: string | null = null;
  for (let page = 0; page < PAGES; page++) {
    const { rows, next } = await readHistoryPage(node, { wallet, before, until: null });
    signatures.push(...rows.filter((row) => row.slot >= sinceSlot).map((row) => row.signature));
    const isPast = (rows.at(-1)?.slot ?? 0) < sinceSlot;
    if (isPast || next === null) return { signatures, isWhole: true };
    before = next;
  }
  return { signatures, isWhole: false };
}
