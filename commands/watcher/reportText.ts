import { godUnitsToGod } from '../../src/money/god.ts';
import type { Accusation } from '../../src/witness/accuse.ts';
import type { NotJudged } from '../../src/witness/judgeList.ts';

/** What a watcher found out about one round. Times are unix seconds. */
export interface RoundReport {
  readonly round: number;
  readonly endsAt: number;
  /**
   * `same`: no fault of the list was found. `differs`: a fault was found. `no-list`: nothing was committed. `withheld`:
   * the committed list is not shown. `unjudged`: the list could not be checked.
   */
  readonly verdict: 'same' | 'differs' | 'no-list' | 'withheld' | 'unjudged';
  /** Roots, hex, of the published list and of the list that the watcher saw; null when there is no such list. */
  readonly publishedRoot: string | null;
  readonly root: string | null;
  readonly entries: number | null;
  readonly accused: readonly Accusation[];
  readonly notJudged: readonly NotJudged[];
  /** For how many wallets no reading confirms what the list says of them. */
  readonly suspects: number;
  /** Calls to the RPC server. */
  readonly calls: number;
  /** The testimony's transaction; null when none was written. */
  readonly signature: string | null;
  /** What went wrong, as a sentence; null when nothing did. */
  readonly problem: string | null;
}

/**
 * What a watcher says about a round: one line for the round, one for each fault of the list, one for each wallet that
 * could not be judged, and one for a problem.
 */
export function reportText(report: RoundReport): string {
  const { round, accused, notJudged, problem } = report;
  return [
    `round ${round}: ${verdictText(report)}`,
    ...accused.map((each) => `  ${accusationText(each)}`),
    ...notJudged.map(({ owner, why }) => `  not judged: ${owner} (${why})`),
    ...(problem === null || report.verdict === 'no-list' ? [] : [`  ${problem}`]),
  ].join('\n');
}

function verdictText(report: RoundReport): string {
  const { verdict, entries, root, publishedRoot, suspects, notJudged, calls, signature } = report;
  const looked = `${suspects} wallets looked at, ${notJudged.length} not judged, ${calls} calls`;
  const said = signature === null ? 'not testified' : `testified ${signature}`;
  switch (verdict) {
    case 'same':
      return `the list is whole: ${entries} entries, root ${root}; ${looked}; ${said}`;
    case 'differs':
      return `ANOTHER LIST: published root ${publishedRoot}, seen root ${root}, ${entries} entries; ${looked}; ${said}`;
    case 'no-list':
      return `nothing to see: ${report.problem}`;
    case 'withheld':
      return `NO LIST IS SHOWN; ${said}`;
    case 'unjudged':
      return 'COULD NOT CHECK';
  }
}

function accusationText({ kind, owner, found, why }: Accusation): string {
  const because = why === null ? '' : ` (${why})`;
  switch (kind) {
    case 'missing':
      return `missing: ${owner} held ${god(found)} and is not in the list${because}`;
    case 'invented':
      return `invented: ${owner} is in the list and held ${god(found)}${because}`;
  }
}

const god = (units: bigint) => `${godUnitsToGod(units).toLocaleString('en-GB')} GOD`;
