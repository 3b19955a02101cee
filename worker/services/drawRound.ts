import { placeWinners } from '../../src/draw/fixRound.ts';
import type { RoundRecord } from '../../src/round/record.ts';
import { readDocuments } from '../store/roundDocuments.ts';
import { AGAIN, lockOf, type RoundContext, type Step, waitFor } from './context.ts';
import { holdRound } from './holdRound.ts';
import { searchCommitment } from './searchRound.ts';

const BEFORE_END_POLL_MS = 1_000;
const FINALITY_POLL_MS = 300;
/** How soon after the draw's moment the beacon is asked for again: eager at first, patient when it is late. */
const BEACON_POLLS = [
  { lateBy: 15_000, every: 200 },
  { lateBy: 120_000, every: 1_000 },
  { lateBy: Number.POSITIVE_INFINITY, every: 5_000 },
];

/** `committed → drawn`: a final commitment, the beacon of the round's end, and the arithmetic. Never another randomness. */
export async function drawRound(context: RoundContext, record: RoundRecord): Promise<Step> {
  const { now, rounds, fetchBeacon, db } = context;
  const lock = lockOf(record);
  const late = now() - lock.endsAt * 1000;
  if (late < 0 && record.commitment?.final) return { kind: 'wait', until: lock.endsAt * 1000 };
  const [search, beacon, documents] = await Promise.all([
    searchCommitment(context, lock),
    late < 0 ? null : fetchBeacon(lock.beaconRound),
    readDocuments(db, lock.round),
  ]);
  if (search.foreign !== null) return holdRound(context, record, 'foreign-commitment');
  if (search.inTime === null) return seekLostCommitment(context, record);
  if (!search.inTime.final) return waitFor(context, late < 0 ? BEFORE_END_POLL_MS : FINALITY_POLL_MS);
  if (!record.commitment?.final) {
    await rounds.commitmentFinal(lock.round, search.inTime);
    if (beacon === null) return AGAIN;
  }
  if (beacon === null)
    return waitFor(context, BEACON_POLLS.find((poll) => late < poll.lateBy)?.every ?? BEFORE_END_POLL_MS);
  if (documents === null) return holdRound(context, record, 'record-mismatch');
  await rounds.draw(lock.round, beacon, placeWinners(lock, documents.leaves, beacon.randomness));
  return AGAIN;
}

/**
 * The commitment was seen confirmed and is not in the history now. A fork may have dropped it, and it may yet come back: only when
 * every attempt is proven dead is it lost.
 */
async function seekLostCommitment(context: RoundContext, record: RoundRecord): Promise<Step> {
  const { now, pursue } = context;
  const inTime = now() / 1000 <= record.endsAt;
  const pursuit = await pursue({
    key: `commit:${record.round}`,
    maySign: async () => false,
    mayResend: inTime,
    sign: () => Promise.reject(new Error('no commitment is signed after the first was seen')),
  });
  if (pursuit.kind === 'idle') return holdRound(context, record, 'commitment-lost');
  return waitFor(context, BEFORE_END_POLL_MS);
}
