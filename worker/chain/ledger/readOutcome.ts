import type { Rpc } from '../node/rpc.ts';
import type { Voice } from '../node/voices.ts';
import { readStatuses, type SignatureStatus, type Where } from './sendTransaction.ts';

/**
 * What enough nodes say of a signed transaction: the most advanced state for which they name the same slot and result.
 * `error` is the chain's own, as JSON; null for success. `unknown` proves nothing. `disputing` is empty, except when
 * some node calls the transaction final and too few nodes say the same. Then it names all nodes that answered: if that
 * lasts, one of them lies.
 */
export type Outcome = { readonly disputing: readonly string[] } & (
  | { readonly seen: 'unknown' }
  | { readonly seen: 'processed' | 'confirmed' | 'finalized'; readonly slot: number; readonly error: string | null }
);

const LEVELS = ['finalized', 'confirmed', 'processed'] as const;
const RANK = { processed: 0, confirmed: 1, finalized: 2 } as const satisfies Record<
  SignatureStatus['commitment'],
  number
>;

/**
 * Asks every node for the statuses of signatures, and returns the outcomes by signature. `where`: the nodes' memory for
 * a transaction that was just sent, their history for an older one. Throws `NodesSilent`.
 */
export async function readOutcomes(
  rpc: Pick<Rpc, 'hear'>,
  signatures: readonly string[],
  where: Where = 'history',
): Promise<ReadonlyMap<string, Outcome>> {
  if (signatures.length === 0) return new Map();
  return rpc.hear({
    about: 'transactions of ours',
    ask: async (node) => (await readStatuses(node, signatures, where)).statuses,
    decide(voices, { enough, isOver }) {
      if (voices.length < enough) return undefined;
      const said = signatures.map((_, i) => voices.map(({ node, value }) => ({ node, value: value[i] ?? null })));
      // A node that is behind says less than the others: while too few agree, the remaining answers are waited for.
      if (!isOver && !said.every((one) => areEnoughAlike(one, enough))) return undefined;
      return new Map(signatures.map((signature, i) => [signature, outcomeOf(said[i] ?? [], enough)]));
    },
  });
}

type Said = readonly Voice<SignatureStatus | null>[];

const isSame = (a: SignatureStatus, b: SignatureStatus) => a.slot === b.slot && a.error === b.error;

function areEnoughAlike(said: Said, enough: number): boolean {
  const alike = ({ value: a }: Said[number]) =>
    said.filter(({ value: b }) => (a && b ? isSame(a, b) && a.commitment === b.commitment : a === b));
  return said.some((one) => alike(one).length >= enough);
}

function outcomeOf(said: Said, enough: number): Outcome {
  const isFinalForSome = said.some(({ value }) => value?.commitment === 'finalized');
  const disputing = isFinalForSome ? said.map(({ node }) => node.label) : [];
  for (const seen of LEVELS) {
    const attesting = said.flatMap(({ value }) =>
      value !== null && RANK[value.commitment] >= RANK[seen] ? [value] : [],
    );
    const found = attesting.find((one) => attesting.filter((other) => isSame(one, other)).length >= enough);
    if (found !== undefined)
      return { seen, slot: found.slot, error: found.error, disputing: seen === 'finalized' ? [] : disputing };
  }
  return { seen: 'unknown', disputing };
}
