import { useId } from 'react';
import type { StatusDay } from '../../src/contract/status.ts';
import { dayText } from '../format/dayText.ts';
import { barHeight } from '../format/plotScale.ts';
import { describeDays } from './uptime.ts';

/** The drawing's height in its own units; a day is 1 wide. */
const HEIGHT = 100;
const GAP = 0.12;
/** From the top down. */
const KINDS = ['missed', 'late', 'onTime'] as const;

/**
 * A column for each day, all of the same height, cut by the shares of its rounds. Those that were not on time stand on
 * top, and are never too low to be seen.
 */
export function UptimePlot({ days }: { readonly days: readonly StatusDay[] }) {
  const id = useId();
  return (
    <figure className="plot uptime">
      <div className="area">
        <svg
          viewBox={`0 0 ${days.length || 1} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}t ${id}d`}
        >
          <title id={`${id}t`}>Rounds by day</title>
          <desc id={`${id}d`}>{describeDays(days)}</desc>
          {days.map((day, index) => (
            <g key={day.date}>
              <title>{`${dayText(day.date)}: ${day.onTime} on time, ${day.late} late, ${day.missed} missed`}</title>
              {columnOf(day).map(({ kind, y, height }) => (
                <rect key={kind} className={kind} x={index + GAP} width={1 - 2 * GAP} y={y} height={height} />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <p className="days dim">
        <span>{days[0] === undefined ? '–' : dayText(days[0].date)}</span>
        <span>today</span>
      </p>
    </figure>
  );
}

interface Piece {
  readonly kind: (typeof KINDS)[number];
  readonly y: number;
  readonly height: number;
}

/** A day's pieces; a day without a round has none. */
function columnOf(day: StatusDay): readonly Piece[] {
  const played = day.onTime + day.late + day.missed;
  let top = 0;
  return KINDS.flatMap((kind) => {
    if (day[kind] === 0) return [];
    const y = top;
    const height = kind === 'onTime' ? HEIGHT - y : Math.min(HEIGHT - y, barHeight(day[kind], played) * HEIGHT);
    top += height;
    return [{ kind, y, height }];
  });
}
