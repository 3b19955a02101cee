import { isMajority } from './agree.ts';
import type { Rpc } from './rpc.ts';
import { readStatus, type SignatureStatus } from './sendTransaction.ts';

/**
 * What the nodes together say of a signed transaction: the most that more than half of those who answer attest, with
 * one slot and one result. `error` is the chain's own, as JSON; null for success. `unknown` proves nothing.
 * `disputing` are all who answered while some call it final and too few of the others do: it passes when those catch
 * up, and where it stays, somebody lies.
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
 * Asks every node for a signature's status. No single one is believed, neither that it landed nor that it failed.
 * `where`: of a transaction that was just sent the nodes' memory is asked, of an older one their history.
 */
export async function readOutcome(
  rpc: Pick<Rpc, 'gather'>,
  signature: string,
  where: 'history' | 'recent' = 'history',
): Promise<Outcome> {
  const answers = await rpc.gather(
    'a transaction of ours',
    async (node) => (await readStatus(node, signature, where)).status,
  );
  const isFinalForSome = answers.some(({ value }) => value?.commitment === 'finalized');
  const disputing = isFinalForSome ? answers.map(({ node }) => node.label).sort() : [];
  for (const seen of LEVELS) {
    const attesting = answers.flatMap(({ value }) =>
      value !== null && RANK[value.commitment] >= RANK[seen] ? [value] : [],
    );
    for (const { slot, error } of attesting) {
      const same = attesting.filter((other) => other.slot === slot && other.error === error);
      if (isMajority(same.length, answers.length))
        return { seen, slot, error, disputing: seen === 'finalized' ? [] : disputing };
    }
  }
  return { seen: 'unknown', disputing };
}
