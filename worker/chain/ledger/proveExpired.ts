import * as z from 'zod';
import type { Address } from '../../../src/address/address.ts';
import { readMarks } from '../accounts/readChain.ts';
import type { Rpc } from '../node/rpc.ts';
import type { RpcNode } from '../node/rpcNode.ts';
import { markIn } from './markIn.ts';
import { type LedgerReading, readLedger } from './readLedger.ts';
import { readStatuses } from './sendTransaction.ts';

export interface Attempt {
  readonly signature: string;
  /** Base64. Without the bytes, the attempt's mark is not asked for. */
  readonly bytes?: string;
  readonly lastValidBlockHeight: number;
  /** Slot at which its blockhash was read: the attempt cannot have landed before that slot. */
  readonly signedSlot: number;
}

/**
 * A transaction is checked before its block's own hash is counted, so it can also be in the block after the last valid
 * height (Agave, `is_hash_index_valid` of `accounts-db/src/blockhash_queue.rs`).
 */
const BLOCKS_AFTER_LAST_VALID = 1;

const epochInfo = z.object({ absoluteSlot: z.int(), blockHeight: z.int() });

/** By signature: the sentence with which a node proves that the attempt has ended; null where it does not. */
type Proofs = ReadonlyMap<string, string | null>;

/**
 * Proofs that attempts can never land any more, by signature; attempts without a proof are left out. Enough nodes must
 * each prove it alone, with all of this:
 * - A finalized slot S has a block height past the attempt's last valid one.
 * - At S or later, the full history has no trace of the attempt's signature.
 * - The mark that the attempt makes is absent at S or later. Or else the ledger has every block in which the attempt
 *   can be, and a second look still finds no trace.
 *
 * A node that has lost a block says "not found" of the transactions in that block. A mark is an account that stays for
 * ever: every node has it, even one that has lost the block in which it was made. If too few nodes prove an end, the
 * caller asks again later.
 */
export async function proveExpired(
  rpc: Pick<Rpc, 'hear'>,
  attempts: readonly Attempt[],
): Promise<ReadonlyMap<string, string>> {
  if (attempts.length === 0) return new Map();
  return rpc.hear({
    about: 'the end of transactions of ours',
    ask: (node) => proofsOf(node, attempts),
    decide(voices, { enough, isOver }) {
      const said = attempts.map(({ signature }) => {
        const proofs = voices.flatMap(({ value }) => value.get(signature) ?? []);
        return { signature, proofs, isOpen: voices.length - proofs.length < enough && proofs.length < enough };
      });
      if (!isOver && said.some(({ isOpen }) => isOpen)) return undefined;
      return new Map(
        said.flatMap(({ signature, proofs: [proof, ...others] }) =>
          proof !== undefined && 1 + others.length >= enough ? [[signature, proof] as const] : [],
        ),
      );
    },
  });
}

async function proofsOf(node: RpcNode, attempts: readonly Attempt[]): Promise<Proofs> {
  const proofs = new Map<string, string | null>(attempts.map(({ signature }) => [signature, null]));
  // The height is read first: that a node does not know a signature counts only at the height's slot or later.
  const finalized = await node.call('getEpochInfo', [{ commitment: 'finalized' }], epochInfo);
  const over = attempts.filter(({ lastValidBlockHeight }) => finalized.blockHeight > lastValidBlockHeight);
  if (over.length === 0) return proofs;
  const { slot, statuses } = await readStatuses(
    node,
    over.map(({ signature }) => signature),
  );
  const absent = over.filter((_, i) => statuses[i] === null);
  if (absent.length === 0 || slot < finalized.absoluteSlot) return proofs;
  const unmade = await unmadeAmong(node, absent, finalized.absoluteSlot);
  const left = absent.filter((attempt) => !unmade.has(attempt));
  const past = ({ lastValidBlockHeight }: Attempt) =>
    `expired: finalized block height ${finalized.blockHeight} > ${lastValidBlockHeight}, absent at slot ${slot}`;
  for (const [attempt, mark] of unmade)
    proofs.set(
      attempt.signature,
      `${past(attempt)}, and its mark ${mark} is not made at slot ${finalized.absoluteSlot}`,
    );
  if (left.length === 0) return proofs;
  const firstBlock = await node.call('getFirstAvailableBlock', [], z.int());
  // Attempts that were signed together share their span, so each span is read once.
  const ledgers = new Map<string, LedgerReading>();
  const whole: Attempt[] = [];
  for (const attempt of left) {
    const { signedSlot: since, lastValidBlockHeight } = attempt;
    const lastHeight = lastValidBlockHeight + BLOCKS_AFTER_LAST_VALID;
    const span = { since, lastHeight, firstBlock, newest: finalized.absoluteSlot };
    const name = `${since} ${lastHeight}`;
    const ledger = ledgers.get(name) ?? (await readLedger(node, span));
    ledgers.set(name, ledger);
    if (ledger === 'holed')
      console.warn(`RPC ${node.label}: it lacks blocks since slot ${since}, and its "not found" proves nothing`);
    if (ledger === 'whole') whole.push(attempt);
  }
  // A node may have got back lost blocks since the first look, and know the transaction now.
  const second = await readStatuses(
    node,
    whole.map(({ signature }) => signature),
  );
  for (const [i, attempt] of whole.entries())
    if (second.statuses[i] === null)
      proofs.set(attempt.signature, `${past(attempt)} on a ledger from block ${firstBlock}`);
  return proofs;
}

/** The attempts whose mark is missing in a node's finalized view at `slot` or later, each with its mark. */
async function unmadeAmong(
  node: RpcNode,
  attempts: readonly Attempt[],
  slot: number,
): Promise<ReadonlyMap<Attempt, Address>> {
  const making = attempts.flatMap((attempt) => {
    const { signature, bytes } = attempt;
    const mark = bytes === undefined ? null : markIn({ signature, bytes });
    return mark === null ? [] : [{ attempt, mark }];
  });
  if (making.length === 0) return new Map();
  const made = await readMarks(
    node,
    making.map(({ mark }) => mark),
    slot,
  );
  return new Map(making.flatMap(({ attempt, mark }, i) => (made[i] === false ? [[attempt, mark] as const] : [])));
}
