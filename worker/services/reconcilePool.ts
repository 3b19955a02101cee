import { readBalance, readRentMinimum } from '../chain/readChain.ts';
import { type HistoryRow, isSignedBy, readHistoryPage } from '../chain/readHistory.ts';
import type { Rpc } from '../chain/rpc.ts';
import { MAX_FEE_LAMPORTS } from '../chain/transactions.ts';
import type { Settings } from '../settings.ts';
import { journaledSince, newestCheckpoint, unjournaled, writeCheckpoint } from '../store/checkpoints.ts';
import { startPause } from '../store/pauses.ts';
import type { RoundStore } from '../store/rounds.ts';
import type { RaiseAlert } from './raiseAlerts.ts';

const GUARD_BYTES = 1;

export interface ReconcileInput {
  readonly db: D1Database;
  readonly rpc: Rpc;
  readonly rounds: RoundStore;
  readonly settings: Settings;
  readonly raiseAlert: RaiseAlert;
  readonly now: () => number;
}

/**
 * Asks whether the pool holds at least what it held at the last checkpoint, less what the journal explains. Only when it does not,
 * the wallet's history is walked: a transaction it signed that nobody journaled means that somebody else has the key, so new locks
 * are paused and a person is told. Between rounds only: while one is in flight its money is on the way.
 */
export function createReconcilePool({
  db,
  rpc,
  rounds,
  settings,
  raiseAlert,
  now,
}: ReconcileInput): () => Promise<void> {
  const wallet = settings.pool.address;
  return async () => {
    if ((await rounds.inFlight()) !== null) return;
    const takenAt = now();
    const { balance, guardRent } = await rpc.read(async (node) => ({
      balance: await readBalance(node, wallet, 'finalized'),
      guardRent: await readRentMinimum(node, GUARD_BYTES),
    }));
    const checkpoint = await newestCheckpoint(db);
    if (checkpoint !== null && balance.slot > checkpoint.slot) {
      const { prizes, transactions } = await journaledSince(db, checkpoint.takenAt);
      const explained = prizes + BigInt(transactions) * (MAX_FEE_LAMPORTS + guardRent);
      if (balance.lamports < checkpoint.lamports - explained) {
        const foreign = await foreignTransactions(checkpoint.slot);
        if (foreign.length > 0) {
          await startPause(db, 'reconciler', 'An outflow of the pool is not in the journal', now());
          for (const signature of foreign) {
            await raiseAlert(
              `outflow:${signature}`,
              `The pool signed ${signature}, which is not in the journal. New locks are paused.`,
            );
          }
          return;
        }
      }
    }
    await writeCheckpoint(db, { slot: balance.slot, takenAt, lamports: balance.lamports });
  };

  /** Only what the pool signed can take SOL from it. */
  async function foreignTransactions(sinceSlot: number): Promise<string[]> {
    return rpc.read(async (node) => {
      const since: HistoryRow[] = [];
      let before: string | null = null;
      do {
        const { rows: page, next } = await readHistoryPage(node, { wallet, before, until: null });
        since.push(...page.filter((row) => row.slot > sinceSlot));
        before = (page.at(-1)?.slot ?? 0) > sinceSlot ? next : null;
      } while (before !== null);
      const unknown = await unjournaled(
        db,
        since.map((row) => row.signature),
      );
      const signed: string[] = [];
      for (const signature of unknown) if (await isSignedBy(node, signature, wallet)) signed.push(signature);
      return signed;
    });
  }
}
