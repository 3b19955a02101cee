import { godUnitsToGod } from '../../src/money/god.ts';
import type { Accusation } from '../../src/witness/accuse.ts';
import type { RoundReport } from './RoundReport.ts';

/** What a watcher says about a round: one line, and another for each wallet that is accused or not judged. */
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
  const looked = `${suspects} looked at, ${notJudged.length} not judged, ${calls} calls`;
  const said = signature === null ? 'not testified' : `testified ${signature}`;
  switch (verdict) {
    case 'same':
      return `the list is whole: ${entries} entries, root ${root}; ${looked}; ${said}`;
    case 'differs':
      return `ANOTHER LIST: published root ${publishedRoot}, seen ${root} of ${entries} entries; ${looked}; ${said}`;
    case 'no-list':
      return `nothing to see: ${report.problem}`;
    case 'withheld':
      return `NO LIST IS SHOWN; ${said}`;
    case 'unjudged':
      return 'COULD NOT CHECK';
  }
}

/** An accusation as a sentence. */
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
