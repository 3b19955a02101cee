import type { ChainView } from '../../client/audit/chain/chainView.ts';
import { findLottery, timeText } from '../../client/audit/check/checkLottery.ts';
import { hoursText } from '../../client/audit/check/Hour.ts';
import type { Report, Verdict } from '../../client/audit/check/Report.ts';
import { auditedRounds, marksOf } from '../../client/audit/thread/auditedRounds.ts';
import { judgeSiteList, readSiteList } from '../../client/audit/thread/siteList.ts';
import type { Options } from './readOptions.ts';
import type { Source } from './readSource.ts';
import { closingLine, exitCode, stepLine } from './reportLines.ts';
import { verifyText } from './verifyText.ts';

interface AuditInput {
  readonly view: ChainView;
  readonly options: Options;
  readonly source: Source;
  /** Called after each round. `done` is how many rounds are checked by now, `of` how many there are in all. */
  readonly onRound?: (done: number, of: number) => void;
}

/** The verdicts, the worst first. */
const WORST: readonly Verdict[] = ['failed', 'owed', 'could-not-check', 'not-reached', 'called-off', 'proven'];

/**
 * Checks every round whose prizes are due by now. The terms announced on chain say which rounds these are. Without a
 * site, the chain alone says what was promised, paid, owed and called off. Returns the exit code, and lines: one about
 * all rounds; with a site, one about whether it lists all rounds; then the lines of each round.
 */
export async function auditAll({ view, options, source, onRound }: AuditInput) {
  const shown = await source.shown();
  const { lottery: asked, network } = options;
  const { lottery, finding } = await findLottery({ view, asked, network, round: 1, shown });
  if (lottery === null)
    return { code: exitCode({ verdict: 'could-not-check' }), lines: [`could not check: ${finding.value}`] };
  const rounds = auditedRounds(lottery, null).toReversed();
  await view.readMarks(marksOf(lottery, rounds));
  const reports: Report[] = [];
  for (const round of rounds) {
    reports.push(await verifyText({ text: await source.proof(round), round, options, shown, view }));
    onRound?.(reports.length, rounds.length);
  }
  const count = (verdict: Verdict) => reports.filter((report) => report.verdict === verdict).length;
  const counts = WORST.filter((verdict) => count(verdict) > 0).map((verdict) => `${count(verdict)} ${verdict}`);
  const span =
    rounds.length === 0
      ? 'no round has ended yet'
      : `rounds ${rounds[0]} to ${rounds.at(-1)}: ${hoursText(reports)}; verdicts: ${counts.join(', ')}`;
  // A site whose list is not whole counts as "could not check". A worse verdict of a round stays.
  const site = source.list && rounds.length > 0 && judgeSiteList(reports, await readSiteList(rounds, source.list));
  const worst = WORST.find((verdict) => count(verdict) > 0 || (verdict === 'could-not-check' && site && !site.isWhole));
  const { hash, mint, since } = lottery;
  return {
    code: codeOf(worst, view.servers.length),
    lines: [
      `${span}; lottery ${hash} of mint ${mint} since ${timeText(since)}`,
      ...(site ? [site.text] : []),
      ...reports.flatMap(roundLines),
    ],
  };
}

/**
 * The exit code for the worst verdict of all rounds. "Called off" counts as proven only with two servers, because a
 * single server may hide a mark.
 */
function codeOf(worst: Verdict = 'could-not-check', servers: number): number {
  const isEnough = worst !== 'called-off' || servers > 1;
  return exitCode({ verdict: !isEnough ? 'could-not-check' : worst === 'called-off' ? 'proven' : worst });
}

/** What the chain says of a round, and the verdict. */
function roundLines(report: Report): readonly string[] {
  const marks = report.steps.find(({ id }) => id === 'marks');
  const said = marks ? [stepLine(marks).replace(' marks: ', ` round ${report.roundNumber}: `)] : [];
  return [...said, closingLine(report)];
}
