import * as z from 'zod';
import { isMajority } from '../chain/agree.ts';
import type { Rpc } from '../chain/rpc.ts';
import { withContext } from '../chain/rpcNode.ts';
import type { Journal, JournalRow } from '../store/journal.ts';

/** So many are looked after at a time. */
const AT_ONCE = 100;

const statuses = withContext(
  z.array(z.object({ slot: z.int(), err: z.unknown(), confirmationStatus: z.string().nullable() }).nullable()),
);
type Status = z.infer<typeof statuses>['value'][number];

export interface SweepInput {
  readonly journal: Pick<Journal, 'confirmed' | 'seeAll'>;
  readonly rpc: Pick<Rpc, 'gather'>;
}

/**
 * Follows transactions that were left behind as confirmed (harvests, withdrawals, commitments) until they are final,
 * the oldest first, so that the list of what is open shows what is open. As with every transaction of ours, more than
 * half of the nodes that answer must say so. What they do not call final stays as it is.
 */
export function createSweepJournal({ journal, rpc }: SweepInput): () => Promise<void> {
  return async () => {
    const rows = await journal.confirmed(AT_ONCE);
    if (rows.length === 0) return;
    const asked = [rows.map(({ signature }) => signature), { searchTransactionHistory: true }];
    const answers = await rpc.gather('transactions of ours that are confirmed', async (node) => {
      const { value } = await node.call('getSignatureStatuses', asked, statuses);
      return value;
    });
    const final = rows.flatMap((row, i) => {
      const slot = finalSlot(answers.map(({ value }) => value[i] ?? null));
      return slot === null ? [] : [{ row, slot }];
    });
    if (final.length > 0) await journal.seeAll(final satisfies { row: JournalRow; slot: number }[]);
  };
}

/** The slot in which more than half of the answers call it final, without an error; null while they do not. */
function finalSlot(said: readonly Status[]): number | null {
  const final = said.flatMap((status) => {
    const isFinal = status !== null && (status.confirmationStatus ?? 'finalized') === 'finalized';
    return isFinal && (status.err === null || status.err === undefined) ? [status.slot] : [];
  });
  const slot = final.find((one) => isMajority(final.filter((other) => other === one).length, said.length));
  return slot ?? null;
}
