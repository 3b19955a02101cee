import { useId } from 'react';
import { dayText } from '../format/dayText.ts';
import { barHeight, scaleText, scaleTop } from '../format/plotScale.ts';
import type { TaxDay } from './taxDays.ts';

/** The drawing's height in its own units; a day is 1 wide. */
const HEIGHT = 100;
const GAP = 0.14;

interface DayPlotProps {
  /** Oldest first, without gaps; null while nothing is known. */
  readonly days: readonly TaxDay[] | null;
  readonly of: 'withdrawn' | 'distributed';
  readonly title: string;
  readonly unit: string;
  readonly text: (amount: number) => string;
}

/** A bar a day. The labels are text beside the drawing, which may then be stretched to any width. */
export function DayPlot({ days, of, title, unit, text }: DayPlotProps) {
  const id = useId();
  const values = days?.map((day) => day[of]) ?? [];
  const largest = Math.max(0, ...values);
  const top = scaleTop(largest);
  return (
    <figure className={`plot ${of}`}>
      <figcaption>
        <h3>{title}</h3>
        <p className="dim">{largest > 0 ? `up to ${text(largest)} ${unit} a day` : '–'}</p>
      </figcaption>
      <div className="area">
        <svg
          viewBox={`0 0 ${values.length || 1} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}t ${id}d`}
        >
          <title id={`${id}t`}>{`${title} per day`}</title>
          <desc id={`${id}d`}>{describe(days, of, (amount) => `${text(amount)} ${unit}`)}</desc>
          {days?.map((day, index) => {
            const height = barHeight(day[of], top) * HEIGHT;
            return (
              height > 0 && (
                <rect key={day.day} x={index + GAP} width={1 - 2 * GAP} y={HEIGHT - height} height={height}>
                  <title>{`${dayText(day.day)}: ${text(day[of])} ${unit}`}</title>
                </rect>
              )
            );
          })}
        </svg>
        {largest > 0 && (
          <>
            <span className="at full">{scaleText(top)}</span>
            <span className="at half">{scaleText(top / 2)}</span>
          </>
        )}
      </div>
      <p className="days dim">
        <span>{days?.[0] ? dayText(days[0].day) : '–'}</span>
        <span>today</span>
      </p>
    </figure>
  );
}

/** The plot in a sentence. */
function describe(days: DayPlotProps['days'], of: DayPlotProps['of'], text: (amount: number) => string): string {
  const active = days?.filter((day) => day[of] > 0) ?? [];
  const [first] = active;
  if (!days || !first) return 'Nothing in these days.';
  const most = active.reduce((best, day) => (day[of] > best[of] ? day : best), first);
  const today = days.at(-1)?.[of] ?? 0;
  return `A bar for each of ${days.length} days, ${active.length} of them not empty. Most on ${dayText(most.day)}: ${text(most[of])}. Today so far: ${text(today)}. All values are in the table below.`;
}
