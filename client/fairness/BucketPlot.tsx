import { useId } from 'react';
import { barHeight, scaleText, scaleTop } from '../format/plotScale.ts';
import type { Bucket } from './chiSquare.ts';

/** The drawing's height in its own units; a bucket is 1 wide. */
const HEIGHT = 100;
const GAP = 0.12;
const LINE = 1.2;

/** A bucket with its name; `expected` is null where nothing is. */
export interface NamedBucket extends Omit<Bucket, 'expected'> {
  readonly name: string;
  readonly expected: number | null;
}

interface BucketPlotProps {
  readonly title: string;
  /** The plot in a sentence, for those who do not see it. */
  readonly description: string;
  readonly buckets: readonly NamedBucket[];
}

/** A bar for each bucket, and a line across it where it should end. The names stand in the table below. */
export function BucketPlot({ title, description, buckets }: BucketPlotProps) {
  const id = useId();
  const top = scaleTop(Math.max(0, ...buckets.flatMap(({ wins, expected }) => [wins, expected ?? 0])));
  return (
    <figure className="plot buckets">
      <div className="area">
        <svg
          viewBox={`0 0 ${buckets.length || 1} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}t ${id}d`}
        >
          <title id={`${id}t`}>{title}</title>
          <desc id={`${id}d`}>{description}</desc>
          {buckets.map(({ name, wins }, index) => {
            const height = barHeight(wins, top) * HEIGHT;
            return (
              <rect key={name} x={index + GAP} width={1 - 2 * GAP} y={HEIGHT - height} height={height}>
                <title>{`${name}: ${wins}`}</title>
              </rect>
            );
          })}
          {buckets.map(
            ({ name, expected }, index) =>
              expected !== null && (
                <rect
                  key={name}
                  className="expected"
                  x={index}
                  width={1}
                  y={HEIGHT - (expected / top) * HEIGHT - LINE / 2}
                  height={LINE}
                />
              ),
          )}
        </svg>
        <span className="at full">{scaleText(top)}</span>
        <span className="at half">{scaleText(top / 2)}</span>
      </div>
      <p className="days dim">
        <span>{buckets[0]?.name}</span>
        <span>{buckets.at(-1)?.name}</span>
      </p>
    </figure>
  );
}
