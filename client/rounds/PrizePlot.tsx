import { useId } from 'react';
import type { RoundSummary } from '../../src/contract/round.ts';
import { countText } from '../format/countText.ts';
import { dayText } from '../format/dayText.ts';
import { barHeight, scaleText, scaleTop } from '../format/plotScale.ts';
import { prizeText } from '../format/solText.ts';
import { utcText } from '../format/timeText.ts';
import { STATE_WORDS } from './roundState.ts';

/** The drawing's height in its own units; a round is 1 wide. */
const HEIGHT = 100;
const GAP = 0.12;
/** What a round without prizes to show is drawn as. */
const STUMP = 3;
const LAMPORTS_PER_SOL = 1e9;

/** What is drawn of a round, in SOL; null where nothing was locked. */
function solOf({ totalLamports }: RoundSummary): number | null {
  return totalLamports === null ? null : Number(totalLamports) / LAMPORTS_PER_SOL;
}

/** The prizes of the listed rounds, oldest left, and the same as a table. `rounds` are newest first. */
export function PrizePlot({ rounds }: { readonly rounds: readonly RoundSummary[] }) {
  const bars = rounds.toReversed();
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return null;
  return (
    <section className="panel plots" aria-labelledby="plot-title">
      <div className="ph">
        <h2 id="plot-title">Prizes over time</h2>
        <p className="dim">{bars.length === 1 ? 'The round below' : `The ${bars.length} rounds below`}, oldest left</p>
      </div>
      <div className="pair single">
        <figure className="plot prizes">
          <Bars bars={bars} />
          <p className="days dim">
            <span>
              #{countText(first.roundNumber)} · {dayText(first.endsAt)}
            </span>
            <span>
              #{countText(last.roundNumber)} · {dayText(last.endsAt)}
            </span>
          </p>
        </figure>
      </div>
      <details>
        <summary>Show as table</summary>
        <PrizeTable rounds={rounds} />
      </details>
    </section>
  );
}

function Bars({ bars }: { readonly bars: readonly RoundSummary[] }) {
  const id = useId();
  const top = scaleTop(Math.max(0, ...bars.map((round) => solOf(round) ?? 0)));
  return (
    <div className="area">
      <svg
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}t ${id}d`}
      >
        <title id={`${id}t`}>Prizes of each round</title>
        <desc id={`${id}d`}>{describe(bars)}</desc>
        {bars.map((round, index) => {
          const height = Math.max(STUMP, barHeight(solOf(round) ?? 0, top) * HEIGHT);
          return (
            <rect
              key={round.roundNumber}
              className={round.state}
              x={index + GAP}
              width={1 - 2 * GAP}
              y={HEIGHT - height}
              height={height}
            >
              <title>{barText(round)}</title>
            </rect>
          );
        })}
      </svg>
      <span className="at full">{scaleText(top)} SOL</span>
      <span className="at half">{scaleText(top / 2)}</span>
    </div>
  );
}

function barText(round: RoundSummary): string {
  const prizes = round.totalLamports === null ? 'no prizes' : `${prizeText(round.totalLamports)} SOL`;
  return `Round #${countText(round.roundNumber)}: ${prizes}, ${STATE_WORDS[round.state].toLowerCase()}`;
}

/** The plot in a sentence or two. */
function describe(bars: readonly RoundSummary[]): string {
  const most = bars.reduce<RoundSummary | null>((best, round) => {
    return (solOf(round) ?? 0) > (best === null ? 0 : (solOf(best) ?? 0)) ? round : best;
  }, null);
  const paid = bars.filter(({ state }) => state === 'paid').length;
  const mostText = most?.totalLamports
    ? `Most in round ${most.roundNumber}: ${prizeText(most.totalLamports)} SOL. `
    : 'No prizes in these rounds. ';
  return `A bar for each of ${bars.length} rounds, ${paid} of them paid. ${mostText}All values are in the table below.`;
}

function PrizeTable({ rounds }: { readonly rounds: readonly RoundSummary[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Round</th>
          <th scope="col">Ended, UTC</th>
          <th scope="col">State</th>
          <th scope="col">Prizes, SOL</th>
        </tr>
      </thead>
      <tbody>
        {rounds.map(({ roundNumber, endsAt, state, totalLamports }) => (
          <tr key={roundNumber}>
            <th scope="row">#{countText(roundNumber)}</th>
            <td>{utcText(Date.parse(endsAt)).replace(' UTC', '')}</td>
            <td>{STATE_WORDS[state]}</td>
            <td>{totalLamports === null ? '–' : prizeText(totalLamports)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
