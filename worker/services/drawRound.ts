import { isFaithful, placeWinners } from '../../src/draw/fixRound.ts';
import { COMMIT_LEAD_SECONDS } from '../../src/round/clock.ts';
import type { LockRecord, RoundRecord, SeenCommitment } from '../../src/round/record.ts';
import { readBlockTime } from '../chain/readChain.ts';
import { RpcError } from '../chain/rpc.ts';
import { readDocuments } from '../store/roundDocuments.ts';
import { AGAIN, lockOf, type RoundContext, type Step, waitFor } from './context.ts';
import { holdRound } from './holdRound.ts';
import { type CommitmentSearch, isInTime, searchCommitment } from './searchRound.ts';

const BEFORE_END_POLL_MS = 1_000;
const FINALITY_POLL_MS = 300;
/** How soon the beacon is asked for again, and how long a relay may take: eager at first, patient when it is late. */
const BEACON_POLLS = [
  { lateBy: 15_000, every: 200, patience: 1_000 },
  { lateBy: 120_000, every: 1_000, patience: 5_000 },
  { lateBy: Number.POSITIVE_INFINITY, every: 5_000, patience: 5_000 },
] as const;
const LAST_POLL = BEACON_POLLS[2];

/** `committed → drawn`: a final commitment, the beacon of the round's end, and the arithmetic. Never another randomness. */
export async function drawRound(context: RoundContext, record: RoundRecord): Promise<Step> {
  const { now, rounds, fetchBeacon, db } = context;
  const lock = lockOf(record);
  const late = now() - lock.endsAt * 1000;
  if (!record.commitment?.final) return awaitFinality(context, record, lock);
  if (late < 0) return { kind: 'wait', until: lock.endsAt * 1000 };

  const poll = BEACON_POLLS.find(({ lateBy }) => late < lateBy) ?? LAST_POLL;
  const [search, beacon, documents] = await Promise.all([
    searchOrNull(context, lock),
    fetchBeacon({ network: lock.beacon, round: lock.beaconRound, patienceMs: poll.patience }),
    readDocuments(db, lock.round),
  ]);
  // The commitment is final, so the draw is owed: a history that cannot be read now does not stop it, a second text does.
  if (search?.foreign) return holdRound(context, record, 'foreign-commitment');
  if (beacon === null) return waitFor(context, poll.every);
  if (documents === null || !isFaithful(lock, documents)) return holdRound(context, record, 'record-mismatch');
  await rounds.draw(lock.round, beacon, placeWinners(lock, documents.leaves, beacon.randomness));
  return AGAIN;
}

async function searchOrNull(context: RoundContext, lock: LockRecord): Promise<CommitmentSearch | null> {
  try {
    return await searchCommitment(context, lock);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    console.warn(`round ${lock.round}: ${error.message}`);
    return null;
  }
}

/** Follows the commitment until it can no longer be undone: by its own signature, else by any transaction with its text. */
async function awaitFinality(context: RoundContext, record: RoundRecord, lock: LockRecord): Promise<Step> {
  const { now, rounds, rpc, pursue } = context;
  const isBeforeEnd = now() / 1000 < lock.endsAt;
  const sent = await pursue({
    key: `commit:${lock.round}`,
    maySign: async () => false,
    mayResend: isBeforeEnd,
    sign: () => Promise.reject(new Error('no commitment is signed after the first was seen')),
  });
  let final: SeenCommitment | null = null;
  if (sent.kind === 'final') {
    const blockTime = await rpc.read((node) => readBlockTime(node, sent.slot));
    if (isInTime(lock, blockTime)) final = { signature: sent.row.signature, slot: sent.slot, blockTime, final: true };
  }
  if (final === null && sent.kind !== 'pending') {
    const { foreign, inTime } = await searchCommitment(context, lock, lock.endsAt - COMMIT_LEAD_SECONDS + 1);
    if (foreign !== null) return holdRound(context, record, 'foreign-commitment');
    // Seen confirmed once, and now every attempt is dead and the chain past the deadline has no trace: a fork dropped it.
    if (inTime === null) return holdRound(context, record, 'commitment-lost');
    final = inTime.final ? inTime : null;
  }
  if (final === null) return waitFor(context, isBeforeEnd ? BEFORE_END_POLL_MS : FINALITY_POLL_MS);
  await rounds.commitmentFinal(lock.round, final);
  return AGAIN;
}
