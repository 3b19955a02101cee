import { roundAt } from '../../../src/round/clock.ts';
import { announcedOf, announceMemo } from '../../../src/terms/announceMemo.ts';
import { announcers } from '../../../src/terms/announcement.ts';
import type { CountedTerms, MadeRow } from '../../../src/terms/countTerms.ts';
import { type Terms, termsHash } from '../../../src/terms/Terms.ts';
import { termsProblems } from '../../../src/terms/termsProblems.ts';
import type { Settings } from '../../../worker/settings/Settings.ts';
import { countMade, lotteryOf } from '../../../worker/terms/countMade.ts';
import { type TermsLink, termsOfSettings } from '../../../worker/terms/termsOfSettings.ts';

/** What would be announced next. */
export type TermsPlan =
  | { readonly kind: 'announce'; readonly terms: Terms; readonly hash: string; readonly before: CountedTerms | null }
  /** The settings contain exactly what was announced last. */
  | { readonly kind: 'same'; readonly terms: Terms; readonly hash: string }
  | { readonly kind: 'refused'; readonly why: string };

export interface PlanInput {
  readonly settings: Settings;
  /** Every announcement that the chain shows, in the order of their numbers. */
  readonly made: readonly MadeRow[];
  readonly authorities: TermsLink['authorities'];
  /** The first round for which the new terms hold; null: the first for which an announcement made now can hold. */
  readonly from: number | null;
  /** Unix seconds. */
  readonly now: number;
}

/** The seconds that an announcement may take to land. */
const LANDING = 120;

/** What the settings would announce, and whether it would count if it lands in time. */
export function planTerms({ settings, made, authorities, from, now }: PlanInput): TermsPlan {
  const lottery = lotteryOf(settings);
  const { counted } = countMade(made, new Map(), lottery);
  const before = counted.at(-1)?.said ?? null;
  const pools = counted.map(({ said }) => said.pool);
  if (before !== null) {
    const link = {
      ...{ terms: before.k, from: before.from, previous: counted.at(-2)?.said.hash ?? null },
      ...{ authorities, formerPools: pools.slice(0, -1) },
    };
    const terms = termsOfSettings(settings, link);
    if (termsHash(terms) === before.hash) return { kind: 'same', terms, hash: before.hash };
  }
  const first = from ?? firstRound(settings, before, now);
  const next = { terms: made.length + 1, from: first, previous: before?.hash ?? null };
  const link = { ...next, authorities, formerPools: pools };
  const terms = termsOfSettings(settings, link);
  const [problem = countProblem(terms, { made, before, settings, now })] = termsProblems(terms);
  if (problem !== null && problem !== undefined)
    return { kind: 'refused', why: `These terms would not count: ${problem}.` };
  return { kind: 'announce', terms, hash: termsHash(terms), before };
}

/** The first round for which an announcement made now can hold. */
function firstRound({ clock }: Settings, before: CountedTerms | null, now: number): number {
  const { genesisTime, roundSeconds, entryLockSeconds } = clock;
  const ahead = before === null ? entryLockSeconds : roundSeconds + Math.max(entryLockSeconds, before.lock);
  // Rounds shorter than two minutes exist only in tests, where two minutes would be many rounds.
  const landing = Math.min(LANDING, roundSeconds);
  const round = Math.max(1, Math.floor((now + landing + ahead - genesisTime) / roundSeconds) + 1);
  return Math.max(round, (before?.from ?? 0) + 1, before === null ? 1 : roundAt(clock, now));
}

/** Why an announcement would not count, though it uses up its number; null when it would count. */
function countProblem(
  terms: Terms,
  {
    made,
    before,
    settings,
    now,
  }: Pick<PlanInput, 'made' | 'settings' | 'now'> & { readonly before: CountedTerms | null },
): string | null {
  const said = announcedOf(terms);
  const signers = announcers(terms.authority, terms.pool, before?.pool ?? null);
  const row: MadeRow = {
    ...{ k: terms.terms, signature: '', slot: (made.at(-1)?.slot ?? 0) + 1, blockTime: now },
    ...{ memo: announceMemo(said), signers },
  };
  const { spent } = countMade([...made, row], new Map(), lotteryOf(settings));
  return spent.find(({ k }) => k === terms.terms)?.why ?? null;
}
