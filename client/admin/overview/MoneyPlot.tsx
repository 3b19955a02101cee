import { useId } from 'react';
import type { Overview } from '../../../src/contract/overview.ts';
import { dateText, dayText } from '../../format/dayText.ts';
import { barHeight, scaleText, scaleTop } from '../../format/plotScale.ts';
import { unitsText } from '../ui/unitsText.ts';

/** The drawing's height in its own units; a day is 1 wide. */
const HEIGHT = 100;
const GAP = 0.1;
/** Lamports in a SOL, for heights alone. */
const SOL = 1e9;

type Day = Overview['days'][number];

/** What the pool got of the tax and what it paid as prizes, a pair of bars a day; the table has every figure. */
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
      <figure className="plot">
        <div className="area">
          <svg
            viewBox={`0 0 ${days.length || 1} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-labelledby={`${id}t ${id}d`}
          >
            <title id={`${id}t`}>SOL in and out of the pool per day</title>
            <desc id={`${id}d`}>{describe(days)}</desc>
            {days.map(({ day, inLamports, outLamports }, index) => (
              <g key={day}>
                <Bar className="in" x={index + GAP} width={width} height={bar(inLamports)}>
                  {`${dayText(day)}: in ${sol(inLamports)}`}
                </Bar>
                <Bar className="out" x={index + GAP + width} width={width} height={bar(outLamports)}>
                  {`${dayText(day)}: out ${sol(outLamports)}`}
                </Bar>
              </g>
            ))}
          </svg>
          {largest > 0 && (
            <>
              <span className="at full">{scaleText(top)} SOL</span>
              <span className="at half">{scaleText(top / 2)}</span>
            </>
          )}
        </div>
        <p className="days dim">
          <span>{days[0] ? dayText(days[0].day) : '–'}</span>
          <span>today</span>
        </p>
      </figure>
      <details>
        <summary>The same as a table</summary>
        <table className="lines">
          <caption className="sr">SOL in and out of the pool by UTC day, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className="num">
                In <span className="dim">SOL</span>
              </th>
              <th scope="col" className="num">
                Out <span className="dim">SOL</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, inLamports, outLamports }) => (
              <tr key={day}>
                <th scope="row">{dateText(day)}</th>
                <td className="num">{unitsText(BigInt(inLamports), 'SOL')}</td>
                <td className="num">{unitsText(BigInt(outLamports), 'SOL')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

interface BarProps {
  readonly className: string;
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly children: string;
}

function Bar({ className, x, width, height, children }: BarProps) {
  if (height === 0) return null;
  return (
    <rect className={className} x={x} width={width} y={HEIGHT - height} height={height}>
      <title>{children}</title>
    </rect>
  );
}

const sol = (lamports: string) => `${unitsText(BigInt(lamports), 'SOL')} SOL`;

/** The plot in a sentence. */
function describe(days: readonly Day[]): string {
  const sum = (of: 'inLamports' | 'outLamports') => days.reduce((total, day) => total + BigInt(day[of]), 0n);
  const [all, paid] = [sum('inLamports'), sum('outLamports')];
  if (all === 0n && paid === 0n) return 'Nothing in these days.';
  return `Two bars for each of ${days.length} days. In all ${sol(`${all}`)} came in and ${sol(`${paid}`)} went out. All values are in the table below.`;
}
