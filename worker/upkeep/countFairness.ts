import { errorText } from '../../src/errorText.ts';
import { knownProtocol } from '../../src/protocol/protocolOf.ts';
import { DECILES, listPosition } from '../../src/round/listPosition.ts';
import { paymentTimes } from '../../src/round/paymentTimes.ts';
import { countRounds, type RoundEnds, roundsToCount, storeFairness } from '../store/rounds/roundCounts.ts';
import { countPositions, insertPositions, roundsWithoutPositions } from '../store/rounds/winPositions.ts';
import type { FairnessCounts } from '../store/views/rounds/fairness.ts';
import { readDocuments } from '../store/views/rounds/roundDocuments.ts';
import { winnersOfRound } from '../store/views/rounds/winners.ts';

/** How many lists one call reads. A list may have half a megabyte, and rounds in flight must not wait for it. */
const AT_ONCE = 3;
const PERCENT = 100;

export interface CountFairnessInput {
  readonly db: D1Database;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Stores where the winners of drawn rounds stood in the round's list: of `AT_ONCE` rounds at most in each call, in one
 * minute the newest and in the next one the oldest, so that a few lists that cannot be read keep back no other round.
 * Makes the counts over all rounds again when it has stored positions, or when a round has changed.
 */
export function createCountFairness({ db, now }: CountFairnessInput): () => Promise<void> {
  /** Rounds of which the log says already that their list could not be read. */
  const told = new Set<number>();
  /** The rounds that were under way or held when the counts were last made. */
  let counted = '';

  return async () => {
    const end = Math.floor(now() / 60_000) % 2 === 0 ? 'newest' : 'oldest';
    let hasPlaced = false;
    for (const round of await roundsWithoutPositions(db, end, AT_ONCE)) {
      try {
        hasPlaced = (await placeWinners(db, round)) || hasPlaced;
      } catch (error) {
        if (!told.has(round)) console.warn(`fairness: the list of round ${round} is left out: ${errorText(error)}`);
        told.add(round);
      }
    }
    const { hasEnded, open } = await roundsToCount(db);
    if (!hasPlaced && !hasEnded && open === counted) return;
    await storeFairness({ db, at: now() }, await countAll(db));
    counted = open;
  };
}

/** False when the list is lost, or when only another version can read it: nothing can be said of it then. */
async function placeWinners(db: D1Database, round: number): Promise<boolean> {
  const [documents, winners] = await Promise.all([readDocuments(db, round), winnersOfRound(db, round)]);
  const protocol = documents && knownProtocol(documents.rules.rules);
  if (documents === null || protocol === null) return false;
  const entries = protocol.entriesFromList(documents.list);
  const positions = winners.flatMap(({ place, address }) => {
    const position = listPosition(entries, address);
    return position === null ? [] : [{ place, ...position }];
  });
  await insertPositions(db, round, positions);
  return true;
}

async function countAll(db: D1Database): Promise<FairnessCounts> {
  const [{ ends, payments }, { byIndex, byAmount }] = await Promise.all([countRounds(db), countPositions(db)]);
  const edge = (decile: number) => (decile * PERCENT) / DECILES;
  const times = paymentTimes(payments);
  return {
    ...countEnds(ends),
    winsByRank: byIndex.map(({ wins, expected }, i) => ({ from: edge(i), to: edge(i + 1), expected, wins })),
    winsByBalance: byAmount.map(({ wins, expected }, bucket) => ({ bucket, wins, expected })),
    payment: { ...times, histogram: [...times.histogram] },
  };
}

function countEnds(ends: readonly RoundEnds[]): Pick<FairnessCounts, 'rounds' | 'reasons'> {
  const sumOf = (...states: readonly RoundEnds['state'][]) =>
    ends.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0);
  return {
    rounds: {
      paid: sumOf('paid'),
      rolledOver: sumOf('rolled-over'),
      held: sumOf('held'),
      other: sumOf('locked', 'committed', 'drawn'),
    },
    reasons: ends.flatMap(({ state, reason, count }) =>
      (state === 'rolled-over' || state === 'held') && reason !== null ? [{ state, reason, count }] : [],
    ),
  };
}
