import { COMMIT_LEAD_SECONDS, LAST_LOCK_SECONDS } from '../../src/round/clock.ts';
import type { LockRecord, RoundRecord } from '../../src/round/record.ts';
import { readBlockhash, readBlockTime, readComputePrice } from '../chain/readChain.ts';
import { COMPUTE_PRICE } from '../chain/transactions.ts';
import { AGAIN, lockOf, type RoundContext, type Step, waitFor } from './context.ts';
import { holdRound } from './holdRound.ts';
import { loadRound } from './loadRound.ts';
import type { Pursuit } from './pursue.ts';
import { isInTime, searchOrNull } from './searchRound.ts';

const POLL_MS = 500;

/** `locked → committed`: gets the round's memo on chain in time, or establishes that it never was. */
export async function commitRound(context: RoundContext, record: RoundRecord): Promise<Step> {
  const { rounds, now } = context;
  const lock = lockOf(record);
  const isLate = now() / 1000 > lock.endsAt - COMMIT_LEAD_SECONDS;
  const search = await searchOrNull(context, lock, isLate ? lock.endsAt - COMMIT_LEAD_SECONDS + 1 : null);
  if (search?.foreign) return holdRound(context, record, 'foreign-commitment');
  if (search?.inTime) {
    await rounds.commit(lock.round, search.inTime);
    return AGAIN;
  }
  // What was signed is also followed by its own signature: an index that lags or begins too late cannot deny it.
  const sent = await followCommitment(context, lock, false);
  if (sent.kind !== 'idle' && (await commitIfInTime(context, lock, sent))) return AGAIN;
  // An attempt that is not dead may still have landed in time, behind an index and statuses that lag, and one that was only seen late
  // may land anew on another fork: its end is awaited before the round is called off.
  if (search !== null && isLate && sent.kind !== 'pending') {
    // The chain has passed the deadline without our text: whatever there is of ours came too late to count.
    await rounds.rollOver(lock.round, 'commitment-late');
    return AGAIN;
  }
  // Signed only after the wallet's history was searched for another text of this round.
  if (search !== null && sent.kind === 'idle' && now() / 1000 <= lock.endsAt - LAST_LOCK_SECONDS) {
    await followCommitment(context, lock, true, record);
  }
  return waitFor(context, POLL_MS);
}

/** Looks after the journal's attempts; `record` is given when a next one may be signed. */
async function followCommitment(
  context: RoundContext,
  lock: LockRecord,
  maySign: boolean,
  record?: RoundRecord,
): Promise<Pursuit> {
  const { pursue, rpc, settings, signer, now, db } = context;
  return pursue({
    key: `commit:${lock.round}`,
    maySign: async () => maySign,
    // Any number of transactions may carry the text, but one that lands late is of no use.
    mayResend: now() / 1000 <= lock.endsAt - COMMIT_LEAD_SECONDS,
    sign: async () => {
      if (record === undefined) throw new Error('nothing may be signed here');
      const signing = await rpc.read(async (node) => ({
        blockhash: await readBlockhash(node),
        computePrice: await readComputePrice(node, settings.pool.address, COMPUTE_PRICE),
        guardRent: 0n,
      }));
      return signer.signCommitment(await loadRound(db, record), signing);
    },
  });
}

async function commitIfInTime(
  context: RoundContext,
  lock: LockRecord,
  sent: Exclude<Pursuit, { kind: 'idle' }>,
): Promise<boolean> {
  const { slot } = sent;
  if (slot === null) return false;
  const blockTime = await context.rpc.read((node) => readBlockTime(node, slot));
  if (!isInTime(lock, blockTime)) return false;
  return context.rounds.commit(lock.round, {
    signature: sent.row.signature,
    slot,
    blockTime,
    final: sent.kind === 'final',
  });
}
