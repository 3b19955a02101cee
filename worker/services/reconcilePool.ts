import { readBalance, readRentMinimum } from '../chain/readChain.ts';
import type { Rpc } from '../chain/rpc.ts';
import { MAX_FEE_LAMPORTS } from '../chain/transactions.ts';
import type { Settings } from '../settings.ts';
import { journaledSince, newestCheckpoint, writeCheckpoint } from '../store/checkpoints.ts';
import { acknowledgedAmong, recordOutflows } from '../store/outflows.ts';
import type { RoundStore } from '../store/rounds.ts';
import { createFindOutflows } from './findOutflows.ts';
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
 * the wallet's history is walked: a transaction it signed that nobody journaled means that somebody else has the key, or that a
 * person paid by hand. New locks are paused then, and a person is told. The checkpoint stays until an operator has acknowledged
 * each such transaction; then the next one is taken, and the rounds stay on. Between rounds only: while one is in flight its money
 * is on the way.
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
  const findOutflows = createFindOutflows({ db, rpc, wallet });

  return async () => {
    if ((await rounds.inFlight()) !== null) return;
    const takenAt = now();
    const { balance, guardRent } = await readPool();
    const checkpoint = await newestCheckpoint(db);
    if (checkpoint !== null && balance.slot > checkpoint.slot) {
      const { prizes, transactions } = await journaledSince(db, checkpoint.takenAt);
      const explained = prizes + BigInt(transactions) * (MAX_FEE_LAMPORTS + guardRent);
      if (balance.lamports < checkpoint.lamports - explained) {
        const open = await unacknowledged(await findOutflows(checkpoint.slot));
        if (open.length > 0) return report(open);
      }
    }
    await writeCheckpoint(db, { slot: balance.slot, takenAt, lamports: balance.lamports });
  };

  /** All that is asked of the chain before it is known whether something is missing. */
  function readPool() {
    return rpc.read(async (node) => ({
      balance: await readBalance(node, wallet, 'finalized'),
      guardRent: await readRentMinimum(node, GUARD_BYTES),
    }));
  }

  async function unacknowledged(outflows: readonly string[]): Promise<string[]> {
    const explained = await acknowledgedAmong(db, outflows);
    return outflows.filter((signature) => !explained.has(signature));
  }

  async function report(outflows: readonly string[]): Promise<void> {
    const reason = 'An outflow of the pool is not in the journal';
    await recordOutflows(db, outflows, { by: 'reconciler', reason, at: now() });
    for (const signature of outflows) {
      await raiseAlert(
        `outflow:${signature}`,
        `The pool signed ${signature}, which is not in the journal. New locks are paused until an operator acknowledges it.`,
      );
    }
  }
}
