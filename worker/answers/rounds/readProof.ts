import type { Proof } from '../../../src/contract/round.ts';
import { knownProtocol } from '../../../src/protocol/protocolOf.ts';
import type { LockDocuments, LockRecord } from '../../../src/protocol/terms/lock.ts';
import { type RoundClock, roundAt, roundEndsAt } from '../../../src/round/clock.ts';
import type { Reads } from '../../store/rows/reads.ts';
import { readDocuments } from '../../store/views/rounds/roundDocuments.ts';
import { type RoundView, roundView } from '../../store/views/rounds/roundViews.ts';
import type { LotteryNamed } from '../../terms/countMade.ts';
import { isoOfSeconds } from '../isoTime.ts';
import { witnessClaims } from '../state/showWitnesses.ts';
import { readBook, shownInProof } from './answerTerms.ts';
import { composeOnChain, stepTimes } from './composeOnChain.ts';

export interface ReadProofInput {
  readonly db: Reads;
  readonly lottery: LotteryNamed;
  readonly clock: RoundClock;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** A proof without its entries and rules: a few rows, which show whether the whole proof has changed. */
export interface ProofOutline {
  readonly shown: Omit<Proof, 'rules' | 'snapshot'>;
  readonly lock: LockRecord | null;
}

/**
 * The proof of a round in two steps: the outline, which is cheap, and the documents, which may have half a megabyte.
 * Equal outlines have equal proofs: an outline contains the lock's memo, and a lock's documents never change.
 */
export function createReadProof({ db, lottery, clock, now }: ReadProofInput) {
  return {
    /** Null for a round that the clock has not reached. */
    async outline(round: number): Promise<ProofOutline | null> {
      if (round > roundAt(clock, now() / 1000)) return null;
      const [view, book] = await Promise.all([roundView(db, round), readBook(db, lottery)]);
      const outline = await composeOutline(view, { round, endsAt: roundEndsAt(clock, round) });
      return { ...outline, shown: { ...outline.shown, terms: shownInProof(book) } };
    },

    async whole({ shown, lock }: ProofOutline): Promise<Proof> {
      const documents = lock === null ? null : await readDocuments(db, lock.round);
      return { ...shown, ...composeDocuments(lock, documents) };
    },
  };
}

interface WithoutTerms extends Pick<ProofOutline, 'lock'> {
  readonly shown: Omit<ProofOutline['shown'], 'terms'>;
}

/** `timetable`: the round's number, and its end by the clock, which is shown where the round has no row. */
async function composeOutline(
  { record, winners, testimonies }: RoundView,
  timetable: { readonly round: number; readonly endsAt: number },
): Promise<WithoutTerms> {
  const lock = record?.lock ?? null;
  const protocol = lock && knownProtocol(lock.rules);
  const shown = {
    roundNumber: timetable.round,
    endsAt: isoOfSeconds(record?.endsAt ?? timetable.endsAt),
    state: record?.state ?? 'open',
    reason: record?.reason ?? null,
    rulesHash: lock?.rulesHash ?? null,
    ...(await composeOnChain(record, winners.length)),
    prize: lock &&
      protocol && {
        poolLamports: lock.pool.toString(),
        totalLamports: lock.total.toString(),
        lamports: protocol.splitPrize(lock.pool).places.map(String),
      },
    winners:
      winners.length === 0
        ? null
        : winners.map(({ place, address, lamports }) => ({ place, address, lamports: lamports.toString() })),
    notes: stepTimes(record?.times ?? null),
    witnesses: witnessClaims(testimonies),
  } as const;
  return { shown, lock };
}

function composeDocuments(lock: LockRecord | null, documents: LockDocuments | null): Pick<Proof, 'rules' | 'snapshot'> {
  const protocol = lock && knownProtocol(lock.rules);
  if (lock === null || documents === null || protocol === null) return { rules: null, snapshot: null };
  const entries = protocol.entriesFromList(documents.list);
  return {
    rules: { ...documents.rules, excluded: documents.rules.excluded.map(([wallet, reason]) => [wallet, reason]) },
    snapshot: {
      slot: lock.slot,
      takenAt: new Date(lock.takenAt).toISOString(),
      entries: entries.map(({ owner }) => owner),
      amounts: entries.map(({ amount }) => amount.toString()),
      root: lock.root,
    },
  };
}
