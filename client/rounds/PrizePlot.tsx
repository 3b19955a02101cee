import type { RoundSummary } from '../../src/contract/round.ts';
import { CLOSED } from '../../src/round/state.ts';
import { countText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';
import { barHeight, scaleTop } from '../format/plotScale.ts';
import { dayText, utcText } from '../format/timeText.ts';
import { type Bar, BarPlot, HEIGHT, PlotTable } from '../ui/BarPlot.tsx';
import { stateWord } from './roundState.ts';

const GAP = 0.12;
/** The least height of a bar. The bar of a round without prizes has this height. */
const STUMP = 3;
const LAMPORTS_PER_SOL = 1e9;

/** A round's prizes in SOL; null where none were locked. */
function solOf({ totalLamports }: RoundSummary): number | null {
  return totalLamports === null ? null : Number(totalLamports) / LAMPORTS_PER_SOL;
}

/** The prizes of the listed rounds as a plot and a table. `rounds` begins with the newest. */
export function PrizePlot({ rounds }: { readonly rounds: readonly RoundSummary[] }) {
  const bars = rounds.toReversed();
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return null;
  const top = scaleTop(Math.max(0, ...bars.map((round) => solOf(round) ?? 0)));
  return (
    <section className="panel plots" aria-labelledby="plot-title">
      <div className="ph">
        <h2 id="plot-title">Prizes over time</h2>
        <p className="dim">{bars.length === 1 ? 'The round below' : `The ${bars.length} rounds below, oldest left`}</p>
      </div>
      <div className="pair single">
        <BarPlot
          className="prizes"
          title="Prizes of each round"
          description={describe(bars)}
          columns={bars.map((round) => ({ key: round.roundNumber, bars: [barOf(round, top)] }))}
          top={top}
          unit="SOL"
          ends={[endText(first), endText(last)]}
        />
      </div>
      <PlotTable
        heads={['Round', 'Ended, UTC', 'State', 'Prizes, SOL']}
        rows={rounds.map((round) => ({
          ...{ key: round.roundNumber, head: `#${countText(round.roundNumber)}` },
          cells: [
            utcText(Date.parse(round.endsAt)).replace(' UTC', ''),
            stateWord(round),
            round.totalLamports === null ? '–' : prizeText(round.totalLamports),
          ],
        }))}
      />
    </section>
  );
}

function endText({ roundNumber, endsAt }: RoundSummary): string {
  return `#${countText(roundNumber)} · ${dayText(endsAt)}`;
}

function barOf(round: RoundSummary, top: number): Bar {
  // The bar of a closed round is grey, as that of a rolled-over one.
  const height = Math.max(STUMP, barHeight(solOf(round) ?? 0, top) * HEIGHT);
  return {
    className: round.reason === CLOSED ? 'rolled-over' : round.state,
    x: GAP,
    width: 1 - 2 * GAP,
    height,
    text: barText(round),
  };
}

function barText(round: RoundSummary): string {
  const prizes = round.totalLamports === null ? 'no prizes' : `${prizeText(round.totalLamports)} SOL`;
  return `Round #${countText(round.roundNumber)}: ${prizes}, ${stateWord(round).toLowerCase()}`;
}

function describe(bars: readonly RoundSummary[]): string {
  const most = bars.reduce<RoundSummary | null>((best, round) => {
    return (solOf(round) ?? 0) > (best === null ? 0 : (solOf(best) ?? 0)) ? round : best;
  }, null);
  const paid = bars.filter(({ state }) => state === 'paid').length;
  const mostText = most?.totalLamports
    ? `Most in round ${most.roundNumber}: ${prizeText(most.totalLamports)} SOL. `
    : 'No prizes in these rounds. ';
  const barsText = bars.length === 1 ? 'one round' : `each of ${bars.length} rounds, ${paid} of them paid`;
  return `A bar for ${barsText}. ${mostText}All values are in the table below.`;
}
