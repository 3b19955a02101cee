import { useId } from 'react';
import type { Overview } from '../../../src/contract/overview.ts';
import { barHeight, scaleTop } from '../../format/plotScale.ts';
import { dateText, dayText } from '../../format/timeText.ts';
import { BarPlot, HEIGHT, PlotTable } from '../../ui/BarPlot.tsx';
import { unitsText } from '../ui/unitsText.ts';

const GAP = 0.1;
/** Lamports in a SOL, used for heights only. */
const SOL = 1e9;

type Day = Overview['days'][number];

/** Plots for each day what the pool got from the tax and what it paid as prizes. A table has the same figures. */
export function MoneyPlot({ days }: { readonly days: readonly Day[] }) {
  const id = useId();
  const largest =
    Math.max(0, ...days.flatMap(({ inLamports, outLamports }) => [Number(inLamports), Number(outLamports)])) / SOL;
  const top = scaleTop(largest);
  const bar = (lamports: string) => barHeight(Number(lamports) / SOL, top) * HEIGHT;
  const width = (1 - 2 * GAP) / 2;
  return (
    <section className="panel money" aria-labelledby={`${id}h`}>
      <div className="ph">
        <h2 id={`${id}h`}>Money in and out</h2>
        <p className="legend">
          <span className="in">In: the pool’s share of the tax</span> <span className="out">Out: prizes</span>
        </p>
      </div>
      <BarPlot
        title="SOL in and out of the pool per day"
        description={describe(days)}
        columns={days.map(({ day, inLamports, outLamports }) => ({
          key: day,
          bars: [
            { className: 'in', x: GAP, width, height: bar(inLamports), text: `${dayText(day)}: in ${sol(inLamports)}` },
            {
              ...{ className: 'out', x: GAP + width, width, height: bar(outLamports) },
              text: `${dayText(day)}: out ${sol(outLamports)}`,
            },
          ],
        }))}
        top={largest > 0 ? top : null}
        unit="SOL"
        ends={[days[0] ? dayText(days[0].day) : '–', 'today']}
      />
      {largest === 0 && <p className="muted none">Nothing came in and nothing went out in these days.</p>}
      <PlotTable
        summary="The same as a table"
        className="lines"
        cell="num"
        caption={<caption className="sr">SOL in and out of the pool by UTC day, newest first</caption>}
        heads={['Day', head('In'), head('Out')]}
        rows={days.toReversed().map(({ day, inLamports, outLamports }) => ({
          ...{ key: day, head: dateText(day) },
          cells: [inLamports, outLamports].map((lamports) => unitsText(BigInt(lamports), 'SOL')),
        }))}
      />
    </section>
  );
}

const head = (name: string) => (
  <>
    {name} <span className="dim">SOL</span>
  </>
);

const sol = (lamports: string) => `${unitsText(BigInt(lamports), 'SOL')} SOL`;

function describe(days: readonly Day[]): string {
  const sum = (of: 'inLamports' | 'outLamports') => days.reduce((total, day) => total + BigInt(day[of]), 0n);
  const [all, paid] = [sum('inLamports'), sum('outLamports')];
  if (all === 0n && paid === 0n) return 'Nothing in these days.';
  return `Two bars for each of ${days.length} days. In all ${sol(`${all}`)} came in and ${sol(`${paid}`)} went out. All values are in the table below.`;
}
