import type { StatusDay } from '../../src/contract/health.ts';
import { roundsPath } from '../../src/round/roundsAsked.ts';
import { countText } from '../format/countText.ts';
import { barHeight } from '../format/plotScale.ts';
import { dateText, dayText } from '../format/timeText.ts';
import { type Bar, BarPlot, HEIGHT, type PlotRow, PlotTable } from '../ui/BarPlot.tsx';

const GAP = 0.12;
/** The pieces of a column, from top to bottom. */
const KINDS = ['missed', 'late', 'onTime'] as const;

/** How many rounds of the last days were on time, late or not paid: in figures, a plot and a table. */
export function UptimePanel({ days }: { readonly days: readonly StatusDay[] }) {
  const all = sumOf(days);
  const figures = [
    { name: 'Uptime', kind: 'share', text: uptimeText(all) },
    { name: 'On time', kind: 'onTime', text: countText(all.onTime) },
    { name: 'Late', kind: 'late', text: countText(all.late) },
    { name: 'Not paid', kind: 'missed', text: countText(all.missed) },
  ];
  return (
    <section className="panel plots" aria-labelledby="uptime-title">
      <div className="ph">
        <h2 id="uptime-title">The last {days.length} days</h2>
        <p className="dim">Rounds, UTC</p>
      </div>
      <dl>
        {figures.map(({ name, kind, text }) => (
          <div key={name}>
            <dt className={`kind ${kind}`}>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="single">
        <UptimePlot days={days} />
      </div>
      <PlotTable heads={['Day', 'On time', 'Late', 'Not paid', 'Rounds']} rows={days.toReversed().map(rowOf)} />
    </section>
  );
}

function rowOf({ date, onTime, late, missed, total }: StatusDay): PlotRow {
  const day = <time dateTime={date}>{dateText(date)}</time>;
  const marked = (value: number, className: string) => ({ value, className: value > 0 ? className : undefined });
  return {
    key: date,
    head: <a href={roundsPath({ date })}>{day}</a>,
    cells: [onTime, marked(late, 'late'), marked(missed, 'missed'), total],
  };
}

/**
 * A column for each day, with the shares of late, missed and on-time rounds. Late and missed rounds are always visible.
 */
function UptimePlot({ days }: { readonly days: readonly StatusDay[] }) {
  return (
    <BarPlot
      className="uptime"
      title="Rounds by day"
      description={describeDays(days)}
      columns={days.map((day) => ({
        key: day.date,
        bars: barsOf(day),
        text: `${dayText(day.date)}: ${day.onTime} on time, ${day.late} late, ${day.missed} missed`,
      }))}
      ends={[days[0] === undefined ? '–' : dayText(days[0].date), 'today']}
    />
  );
}

function barsOf(day: StatusDay): readonly Bar[] {
  const played = day.onTime + day.late + day.missed;
  let top = 0;
  return KINDS.flatMap((kind) => {
    if (day[kind] === 0) return [];
    const y = top;
    const height = kind === 'onTime' ? HEIGHT - y : Math.min(HEIGHT - y, barHeight(day[kind], played) * HEIGHT);
    top += height;
    return [{ className: kind, x: GAP, width: 1 - 2 * GAP, y, height }];
  });
}

type Counts = Omit<StatusDay, 'date'>;

/** The sums over some days. */
export function sumOf(days: readonly StatusDay[]): Counts {
  const sum = (of: keyof Counts) => days.reduce((all, day) => all + day[of], 0);
  return { onTime: sum('onTime'), late: sum('late'), missed: sum('missed'), total: sum('total') };
}

/** The share of rounds that were on time, cut off after two decimals: `99.86%`. A dash when there was no round. */
export function uptimeText({ onTime, total }: Pick<Counts, 'onTime' | 'total'>): string {
  if (total === 0) return '–';
  const hundredths = Math.floor((10_000 * onTime) / total);
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}%`;
}

/** The plot in words, for screen readers. */
export function describeDays(days: readonly StatusDay[]): string {
  const { onTime, late, missed, total } = sumOf(days);
  if (total === 0) return 'No round has ended in these days.';
  const first = `${countText(onTime)} of ${countText(total)} rounds were paid on time, ${countText(late)} later or not yet, and ${countText(missed)} ended without a payment.`;
  const worst = worstOf(days);
  const second =
    worst === null
      ? 'There was no day with a late or an unpaid round.'
      : `Most went wrong on ${dayText(worst.date)}: ${worst.late} late, ${worst.missed} without a payment.`;
  return `${first} ${second} All values are in the table below.`;
}

/** The latest day with the most late or missed rounds; null when there were none. */
function worstOf(days: readonly StatusDay[]): StatusDay | null {
  const wrong = (day: StatusDay) => day.late + day.missed;
  return days.reduce<StatusDay | null>(
    (worst, day) => (wrong(day) > 0 && (worst === null || wrong(day) >= wrong(worst)) ? day : worst),
    null,
  );
}
