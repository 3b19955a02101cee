import { barHeight, scaleTop } from '../format/plotScale.ts';
import { type Bar, BarPlot, HEIGHT } from '../ui/BarPlot.tsx';
import type { Bucket } from './chiSquare.ts';

const GAP = 0.12;
const LINE = 1.2;

/** A bucket with its name; `expected` is null when there is no expected count. */
export interface NamedBucket extends Omit<Bucket, 'expected'> {
  readonly name: string;
  readonly expected: number | null;
}

interface BucketPlotProps {
  readonly title: string;
  readonly description: string;
  readonly buckets: readonly NamedBucket[];
}

/** A bar for each bucket, and across it a line at the expected count. */
export function BucketPlot({ title, description, buckets }: BucketPlotProps) {
  const top = scaleTop(Math.max(0, ...buckets.flatMap(({ wins, expected }) => [wins, expected ?? 0])));
  const barsOf = ({ name, wins, expected }: NamedBucket): readonly Bar[] => [
    { x: GAP, width: 1 - 2 * GAP, height: barHeight(wins, top) * HEIGHT, text: `${name}: ${wins}` },
    ...(expected === null ? [] : [lineAt((expected / top) * HEIGHT)]),
  ];
  return (
    <BarPlot
      className="buckets"
      title={title}
      description={description}
      columns={buckets.map((bucket) => ({ key: bucket.name, bars: barsOf(bucket) }))}
      top={top}
      ends={[buckets[0]?.name, buckets.at(-1)?.name]}
    />
  );
}

function lineAt(height: number): Bar {
  return { className: 'expected', x: 0, width: 1, y: HEIGHT - height - LINE / 2, height: LINE };
}
