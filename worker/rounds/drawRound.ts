import { protocolOf } from '../../src/protocol/protocolOf.ts';
import type { LockRecord } from '../../src/protocol/terms/lock.ts';
import type { RoundInFlight } from '../../src/round/record.ts';
import { agreeOnBlockTime, agreeOnMarksAfter } from '../chain/accounts/readChain.ts';
import { AGAIN, type Step, waitFor } from '../engine/runSteps.ts';
import { commitmentsNamed } from '../store/rounds/commitmentsNamed.ts';
import type { RoundContext } from './context.ts';
import { holdRound } from './holdRound.ts';
import { commitmentOf, promiseOf, saysTextOf } from './marks/commitmentOf.ts';
import { commitTimes, hourOfLock, isInTime, marksOf } from './marks/hourMarks.ts';

/** How often it is asked whether the commitment is final, once the draw waits for nothing else. */
const FINALITY_POLL_MS = 300;
/**
 * Until the beacon is `lateBy` ms late, relays are asked for it every `every` ms, and a relay has `patience` ms to
 * answer.
 */
const BEACON_POLLS = [
  { lateBy: 15_000, every: 200, patience: 1_000 },
  { lateBy: 120_000, every: 1_000, patience: 5_000 },
  { lateBy: Number.POSITIVE_INFINITY, every: 5_000, patience: 5_000 },
] as const;
const LAST_POLL = BEACON_POLLS[2];

/** `committed → drawn`: needs a final commitment and the beacon of the round's end. There is no other randomness. */
export async function drawRound(context: RoundContext, record: RoundInFlight): Promise<Step> {
  const { now, rounds, fetchBeacon, documentsOf } = context;
  const { lock } = record;
  const protocol = protocolOf(lock.rules);
  const late = now() - lock.endsAt * 1000;
  if (!record.commitment?.final) return awaitFinality(context, record, lock);
  if (late < 0) return { kind: 'wait', until: lock.endsAt * 1000 };

  const poll = BEACON_POLLS.find(({ lateBy }) => late < lateBy) ?? LAST_POLL;
  const [beacon, documents] = await Promise.all([
    fetchBeacon({ protocol, network: lock.beacon, round: lock.beaconRound, patienceMs: poll.patience }).then(
      (fetched) => fetched && { ...fetched, receivedAt: now() },
    ),
    documentsOf(lock),
  ]);
  if (beacon === null) return waitFor(context, poll.every);
  if (documents === null) return holdRound(context, record, 'record-mismatch', 'its entries and rules are not stored');
  if (!protocol.isFaithful(lock, documents))
    return holdRound(
      context,
      record,
      'record-mismatch',
      'its stored entries, rules or prizes do not match its commitment',
    );
  await rounds.draw(lock.round, beacon, protocol.placeWinners(lock, documents.list, beacon.randomness));
  return AGAIN;
}

/** Follows the commitment until it can no longer be undone: by its signature in the journal, or else by the mark. */
async function awaitFinality(context: RoundContext, record: RoundInFlight, lock: LockRecord): Promise<Step> {
  const { now, rounds, rpc, pursue } = context;
  const sent = await pursue({
    key: `commit:${lock.round}`,
    maySign: async () => false,
    mayResend: now() / 1000 < lock.endsAt,
    sign: () => Promise.reject(new Error('no commitment is signed after the first was seen')),
  });
  if (sent.kind === 'pending') {
    const left = lock.endsAt * 1000 - now();
    return waitFor(context, left > 0 ? Math.min(left, context.pollAgain(sent)) : FINALITY_POLL_MS);
  }
  if (sent.kind === 'final' && saysTextOf(lock, sent.row)) {
    const { slot, row } = sent;
    // A slot has only one time, which was read when the commitment was first seen in it.
    const { commitment } = record;
    const blockTime = commitment?.slot === slot ? commitment.blockTime : await agreeOnBlockTime(rpc, slot);
    if (isInTime(commitTimes(lock), blockTime)) {
      await rounds.commitmentFinal(lock.round, { signature: row.signature, slot, blockTime, final: true });
      return AGAIN;
    }
  }
  return askMark(context, record, lock);
}

/**
 * Called when a commitment was seen, but no attempt in the journal that has this lock's text is final and in time. The
 * mark shows what became of the commitment.
 */
async function askMark(context: RoundContext, record: RoundInFlight, lock: LockRecord): Promise<Step> {
  const { rounds, rpc } = context;
  const hour = hourOfLock(lock);
  const marks = await agreeOnMarksAfter(rpc, marksOf(hour), hour.times.until);
  if (!marks[0]) return holdRound(context, record, 'commitment-lost', lostText(record));
  const made = await commitmentOf(rpc, hour, await commitmentsNamed(context.db, record));
  if (made.kind === 'promise' && made.memo === lock.memo) {
    await rounds.commitmentFinal(lock.round, made.seen);
    return AGAIN;
  }
  const { why, lamports } = promiseOf(made, marks);
  return holdRound(context, record, 'mark-without-record', why, lamports);
}

const lostText = ({ commitment }: RoundInFlight) =>
  `${commitment?.signature ?? 'the commitment'} was seen at slot ${commitment?.slot ?? 'unknown'}, and the mark of its hour is not made`;
