import { PlotTable } from '../ui/BarPlot.tsx';
import { BucketPlot, type NamedBucket } from './BucketPlot.tsx';
import { chiSquare } from './chiSquare.ts';
import { figuresText, verdictOf } from './verdict.ts';

export interface FairBucket extends NamedBucket {
  readonly expected: number;
}

interface WinsPanelProps {
  /** The panel's name, for the id of its heading. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** What the wins are called, `first places`. */
  readonly counted: string;
  /** What a bucket is called, in the table's head. */
  readonly of: string;
  readonly buckets: readonly FairBucket[];
}

/** Wins beside what a fair draw gives, what the difference means, and all of it as a table. */
export function WinsPanel({ id, title, text, counted, of, buckets }: WinsPanelProps) {
  const test = chiSquare(buckets);
  const verdict = verdictOf(test, counted);
  return (
    <section className="panel plots" aria-labelledby={id}>
      <div className="ph">
        <h2 id={id}>{title}</h2>
        <span className={`badge ${verdict.tone}`}>{verdict.word}</span>
      </div>
      <div className="says">
        <p>{verdict.sentence}</p>
        <p className="muted">{text}</p>
      </div>
      {test && (
        <div className="single">
          <BucketPlot title={title} description={describe(buckets, counted)} buckets={buckets} />
          <p className="dim key">Bars: real winners. Line: what fairness predicts.</p>
        </div>
      )}
      <PlotTable
        heads={[of, 'Wins', 'Expected', 'Difference']}
        rows={buckets.map(({ name, wins, expected }) => ({
          ...{ key: name, head: name },
          cells: [wins, expected.toFixed(1), signed(wins - expected)],
        }))}
      >
        {test && <p className="dim">{figuresText(test, counted)}</p>}
      </PlotTable>
    </section>
  );
}

function signed(difference: number): string {
  return `${difference >= 0 ? '+' : '−'}${Math.abs(difference).toFixed(1)}`;
}

function describe(buckets: readonly FairBucket[], counted: string): string {
  const total = buckets.reduce((sum, { wins }) => sum + wins, 0);
  if (total === 0) return `No ${counted} yet.`;
  const wins = buckets.map((bucket) => bucket.wins);
  return `${total} ${counted} in ${buckets.length} parts, from ${Math.min(...wins)} to ${Math.max(...wins)} in each. All values are in the table below.`;
}
