import type { TaxReport } from '../../src/contract/tax.ts';
import { countText } from '../format/countText.ts';
import { barHeight, scaleTop } from '../format/plotScale.ts';
import { dayText } from '../format/timeText.ts';
import { BarPlot, HEIGHT, PlotTable } from '../ui/BarPlot.tsx';

type TaxDay = TaxReport['days'][number];

const DAYS = 30;
const DAY_MS = 86_400_000;
const GAP = 0.14;
const sol = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
  roundingMode: 'trunc',
});
const solOf = (amount: number) => sol.format(amount);

/** The tax of the last days, in two plots and a table. */
export function TaxPlots({ report }: { readonly report: TaxReport | null }) {
  const days = report && lastDays(report.days, Date.parse(report.updatedAt), DAYS);
  const rows = (report?.days ?? []).toReversed().map(({ day, cycles, withdrawn, distributed }) => ({
    key: day,
    head: <time dateTime={day}>{dayText(day)}</time>,
    cells: [countText(cycles), countText(withdrawn), solOf(distributed)],
  }));
  return (
    <section className="panel plots" aria-labelledby="plots-title">
      <div className="ph">
        <h2 id="plots-title">Tax per day</h2>
        <p className="dim">The last {DAYS} days, UTC</p>
      </div>
      <div className="pair">
        <DayPlot days={days} of="withdrawn" title="GOD withdrawn" unit="GOD" text={countText} />
        <DayPlot days={days} of="distributed" title="SOL distributed" unit="SOL" text={solOf} />
      </div>
      <PlotTable
        heads={['Day', 'Cycles', 'GOD withdrawn', 'SOL distributed']}
        rows={rows}
        empty={report !== null && 'No cycle on these days.'}
      />
    </section>
  );
}

interface DayPlotProps {
  /** The oldest first, without gaps; null while nothing is known. */
  readonly days: readonly TaxDay[] | null;
  readonly of: 'withdrawn' | 'distributed';
  readonly title: string;
  readonly unit: string;
  readonly text: (amount: number) => string;
}

function DayPlot({ days, of, title, unit, text }: DayPlotProps) {
  const largest = Math.max(0, ...(days ?? []).map((day) => day[of]));
  const top = scaleTop(largest);
  const columns = (days ?? []).map((day) => ({
    key: day.day,
    bars: [
      {
        ...{ x: GAP, width: 1 - 2 * GAP, height: barHeight(day[of], top) * HEIGHT },
        text: `${dayText(day.day)}: ${text(day[of])} ${unit}`,
      },
    ],
  }));
  return (
    <BarPlot
      className={of}
      caption={
        <figcaption>
          <h3>{title}</h3>
          <p className="dim">{largest > 0 ? `up to ${text(largest)} ${unit} a day` : '–'}</p>
        </figcaption>
      }
      title={`${title} per day`}
      description={describe(days, of, (amount) => `${text(amount)} ${unit}`)}
      columns={columns}
      top={largest > 0 ? top : null}
      ends={[days?.[0] ? dayText(days[0].day) : '–', 'today']}
    />
  );
}

function describe(days: DayPlotProps['days'], of: DayPlotProps['of'], text: (amount: number) => string): string {
  const active = days?.filter((day) => day[of] > 0) ?? [];
  const [first] = active;
  if (!days || !first) return 'Nothing in these days.';
  const most = active.reduce((best, day) => (day[of] > best[of] ? day : best), first);
  const today = days.at(-1)?.[of] ?? 0;
  return `A bar for each of ${days.length} days, ${active.length} of them not empty. Most on ${dayText(most.day)}: ${text(most[of])}. Today so far: ${text(today)}. All values are in the table below.`;
}

/** The `count` UTC days up to the day of `now`, the oldest first. `now` is in ms. A day without a cycle has zeros. */
export function lastDays(days: readonly TaxDay[], now: number, count: number): readonly TaxDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(now - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, withdrawn: 0, distributed: 0, cycles: 0 };
  });
}
