import type { LockRecord } from '../../src/protocol/terms/lock.ts';
import { commitDeadline, lastLockAt } from '../../src/round/clock.ts';
import type { RoundInFlight } from '../../src/round/record.ts';
import { agreeOnBlockTime, readComputePrice } from '../chain/readChain.ts';
import { agreeOnBlockhash } from '../chain/readSigning.ts';
import { computePriceBounds } from '../chain/transactions.ts';
import type { Pursuit } from '../engine/intention.ts';
import { AGAIN, type Step, waitFor } from '../engine/step.ts';
import type { RoundContext } from './context.ts';
import { holdRound } from './holdRound.ts';
import { loadRound } from './loadRound.ts';
import { countsUntil, foreignText, isInTime, searchOrNull } from './searchRound.ts';

const POLL_MS = 500;
/** A round for which nothing was ever signed waits so long for an answer of the chain, and is called off then. */
const UNSIGNED_MS = 15 * 60_000;

/** `locked → committed`: gets the round's memo on chain in time, or establishes that it never was. */
export async function commitRound(context: RoundContext, record: RoundInFlight): Promise<Step> {
  const { rounds, settings, now } = context;
  const { lock } = record;
  const isLate = now() / 1000 > countsUntil(lock);
  // What was signed is followed by its own signature: no index that lags or begins too late can deny it, and it costs
  // one call.
  const sent = await followCommitment(context, lock, false);
  if (sent.kind !== 'idle' && (await commitIfInTime(context, lock, sent))) return AGAIN;
  if (sent.kind === 'pending' && !isLate) return waitFor(context, POLL_MS);
  const search = await searchOrNull(context, lock, isLate ? countsUntil(lock) + 1 : null);
  if (search?.foreign) return holdRound(context, record, 'foreign-commitment', foreignText(search.foreign));
  if (search?.inTime) {
    await rounds.commit(lock.round, search.inTime);
    return AGAIN;
  }
  // An attempt that is not dead may still have landed in time, behind an index and statuses that lag, and one that
  // was only seen late may land anew on another fork: its end is awaited before the round is called off.
  if (search !== null && isLate && sent.kind !== 'pending') {
    // The chain has passed the deadline without our text: whatever there is of ours came too late to count.
    await rounds.rollOver(lock.round, 'commitment-late', `${attemptsText(sent)}; none reached the chain in time`);
    return AGAIN;
  }
  if (search === null && isUnsigned(sent) && now() - lock.endsAt * 1000 > UNSIGNED_MS) {
    // Nobody can be made to wait for ever by a history that cannot be read: nothing of ours is on its way.
    await rounds.rollOver(lock.round, 'commitment-late', 'nothing was signed, and no node gave the wallet’s history');
    return AGAIN;
  }
  // Signed only after the wallet's history was searched for another text of this round.
  if (search !== null && sent.kind === 'idle' && now() / 1000 <= lastLockAt(settings.clock, lock.endsAt)) {
    await followCommitment(context, lock, true, record);
  }
  return waitFor(context, POLL_MS);
}

/** How often it was tried, and what became of the last one. */
function attemptsText(sent: Pursuit): string {
  if (sent.kind !== 'idle') return `attempt ${sent.row.attempt + 1} was seen too late`;
  const last = sent.attempts.at(-1);
  if (last === undefined) return 'nothing was signed';
  const tries = sent.attempts.length;
  return `${tries} ${tries === 1 ? 'attempt' : 'attempts'}, the last one ${last.state}: ${last.proof ?? ''}`;
}

const isUnsigned = (sent: Pursuit) => sent.kind === 'idle' && sent.attempts.length === 0;

/** Looks after the journal's attempts; `record` is given when a next one may be signed. */
async function followCommitment(
  context: RoundContext,
  lock: LockRecord,
  maySign: boolean,
  record?: RoundInFlight,
): Promise<Pursuit> {
  const { pursue, rpc, settings, signer, now } = context;
  return pursue({
    key: `commit:${lock.round}`,
    maySign: async () => maySign,
    // Any number of transactions may carry the text, but one that lands late is of no use.
    mayResend: now() / 1000 <= commitDeadline(settings.clock, lock.endsAt),
    sign: async (attempt) => {
      if (record === undefined) throw new Error('nothing may be signed here');
      const [blockhash, computePrice] = await Promise.all([
        agreeOnBlockhash(rpc, { attempt, now: now() }),
        rpc.read((node) => readComputePrice(node, settings.pool.address, computePriceBounds(attempt))),
      ]);
      return signer.signCommitment(await loadRound(context, record), { blockhash, computePrice, guardRent: 0n });
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
  const blockTime = await agreeOnBlockTime(context.rpc, slot);
  if (!isInTime(lock, blockTime)) return false;
  return context.rounds.commit(lock.round, {
    signature: sent.row.signature,
    slot,
    blockTime,
    final: sent.kind === 'final',
  });
}
