import { protocolOf } from '../../src/protocol/protocolOf.ts';
import type { LockRecord } from '../../src/protocol/terms/lock.ts';
import type { RoundInFlight, SeenCommitment } from '../../src/round/record.ts';
import { agreeOnBlockTime } from '../chain/readChain.ts';
import type { FoundMemo } from '../chain/weighMemos.ts';
import { AGAIN, type Step, waitFor } from '../engine/step.ts';
import type { RoundContext } from './context.ts';
import { holdRound } from './holdRound.ts';
import {
  type CommitmentSearch,
  countsUntil,
  foreignText,
  isInTime,
  searchCommitment,
  searchOrNull,
} from './searchRound.ts';

const BEFORE_END_POLL_MS = 1_000;
const FINALITY_POLL_MS = 300;
/** How soon the beacon is asked for again, and how long a relay may take: eager at first, patient when it is late. */
const BEACON_POLLS = [
  { lateBy: 15_000, every: 200, patience: 1_000 },
  { lateBy: 120_000, every: 1_000, patience: 5_000 },
  { lateBy: Number.POSITIVE_INFINITY, every: 5_000, patience: 5_000 },
] as const;
const LAST_POLL = BEACON_POLLS[2];

/**
 * `committed → drawn`: a final commitment, the beacon of the round's end, and the arithmetic. Never another
 * randomness.
 */
export async function drawRound(context: RoundContext, record: RoundInFlight): Promise<Step> {
  const { now, rounds, fetchBeacon, documentsOf } = context;
  const { lock } = record;
  const protocol = protocolOf(lock.rules);
  const late = now() - lock.endsAt * 1000;
  if (!record.commitment?.final) return awaitFinality(context, record, lock);
  if (late < 0) return { kind: 'wait', until: lock.endsAt * 1000 };

  const poll = BEACON_POLLS.find(({ lateBy }) => late < lateBy) ?? LAST_POLL;
  const [search, beacon, documents] = await Promise.all([
    searchForDraw(context, lock),
    fetchBeacon({ protocol, network: lock.beacon, round: lock.beaconRound, patienceMs: poll.patience }).then(
      (fetched) => fetched && { ...fetched, receivedAt: now() },
    ),
    documentsOf(lock),
  ]);
  // The commitment is final, so the draw is owed: a history that cannot be read now does not stop it, a second text
  // does.
  if (search?.foreign) return holdRound(context, record, 'foreign-commitment', foreignText(search.foreign));
  if (search !== null && search.unreadable.length > 0) await tellUnreadable(context, lock.round, search.unreadable);
  if (beacon === null) return waitFor(context, poll.every);
  if (documents === null) return holdRound(context, record, 'record-mismatch', 'its entries and rules are not stored');
  if (!protocol.isFaithful(lock, documents))
    return holdRound(
      context,
      record,
      'record-mismatch',
      'its stored entries, rules or prizes do not match its commitment',
    );
  await rounds.draw(lock.round, beacon, protocol.placeWinners(lock, documents.leaves, beacon.randomness));
  return AGAIN;
}

const MOST_NAMED = 3;

/**
 * Look-alikes that no node can read stop nothing, but a person may want to read them elsewhere. Once a round, however
 * many there are.
 */
function tellUnreadable({ raiseAlert }: RoundContext, round: number, signatures: readonly string[]): Promise<void> {
  const named = signatures.slice(0, MOST_NAMED).join(', ');
  return raiseAlert(
    `unreadable:${round}`,
    `${signatures.length} transactions that look like commitments of round ${round} can be read on no node, and were passed over: ${named}.`,
  );
}

/** The beacon is asked for several times a second: one look at the history serves all of these. */
const SEARCH_AGAIN_MS = 5_000;

async function searchForDraw(context: RoundContext, lock: LockRecord): Promise<CommitmentSearch | null> {
  const { lastSearch, now } = context;
  if (lastSearch.round !== lock.round || now() - lastSearch.at > SEARCH_AGAIN_MS) {
    Object.assign(lastSearch, { round: lock.round, at: now(), found: searchOrNull(context, lock) });
  }
  return lastSearch.found;
}

/**
 * Follows the commitment until it can no longer be undone: by the journal's own signature, which no lagging index can
 * deny, and by the wallet's history where the journal has lost it.
 */
async function awaitFinality(context: RoundContext, record: RoundInFlight, lock: LockRecord): Promise<Step> {
  const { now, rounds } = context;
  const final = await finalCommitment(context, lock);
  if (final !== null && final !== 'lost' && 'foreign' in final)
    return holdRound(context, record, 'foreign-commitment', foreignText(final.foreign));
  if (final === 'lost') return holdRound(context, record, 'commitment-lost', lostText(record));
  if (final === null) return waitFor(context, now() / 1000 < lock.endsAt ? BEFORE_END_POLL_MS : FINALITY_POLL_MS);
  await rounds.commitmentFinal(lock.round, final);
  return AGAIN;
}

const lostText = ({ commitment }: RoundInFlight) =>
  `${commitment?.signature ?? 'the commitment'} was seen at slot ${commitment?.slot ?? 'unknown'}, and no node has it any more`;

/** `lost` once every attempt is dead and the chain past the deadline has no trace of the text: a fork dropped it. */
async function finalCommitment(
  context: RoundContext,
  lock: LockRecord,
): Promise<SeenCommitment | { readonly foreign: FoundMemo } | 'lost' | null> {
  const { now, rpc, pursue } = context;
  const sent = await pursue({
    key: `commit:${lock.round}`,
    maySign: async () => false,
    mayResend: now() / 1000 < lock.endsAt,
    sign: () => Promise.reject(new Error('no commitment is signed after the first was seen')),
  });
  if (sent.kind === 'pending') return null;
  if (sent.kind === 'final') {
    const blockTime = await agreeOnBlockTime(rpc, sent.slot);
    if (isInTime(lock, blockTime)) return { signature: sent.row.signature, slot: sent.slot, blockTime, final: true };
  }
  const { foreign, inTime } = await searchCommitment(context, lock, countsUntil(lock) + 1);
  if (foreign !== null) return { foreign };
  if (inTime === null) return 'lost';
  return inTime.final ? inTime : null;
}
