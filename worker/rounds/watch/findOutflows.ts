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
  /** Whose announcements the wallet may have signed too. */
  readonly authority: Address;
}

/**
 * Transactions looked up in one walk; what was learnt is kept for the next. Who floods the wallet delays the alarm,
 * not the rounds.
 */
const LOOK_UPS = 300;
/** Pages of 1,000 in one walk: a checkpoint is minutes old, seldom hours. */
const PAGES = 20;
/** What was refused before it was executed is listed under this name, and moved nothing. */
const NO_SIGNATURE = '1'.repeat(64);
const MOST_KNOWN = 20_000;

export interface OutflowsFound {
  /** Of what the wallet signed, that is no known announcement and that nobody journaled. */
  readonly signatures: readonly string[];
  /** Enough nodes have shown their histories to the end, with all that is listed there. Else there may be more. */
  readonly isWhole: boolean;
}

/**
 * Walks the wallet's history from a checkpoint's slot on (a node may have answered while that slot went on): only what
 * the wallet signed can take SOL from it. All nodes are asked, and each may show one that another hides: that the wallet
 * signed is proven by the transaction's bytes. Throws an RpcError while nothing was found and too few histories were
 * read to their end.
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
    // A wallet that announces by itself pays for it: that takes from it.
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
      // What no form of it can be read of is a stranger's: ours are of forms that we read.
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
