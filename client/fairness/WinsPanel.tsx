import { BucketPlot, type NamedBucket } from './BucketPlot.tsx';
import { chiSquare } from './chiSquare.ts';
import { figuresText, verdictOf } from './verdict.ts';

export interface FairBucket extends NamedBucket {
  readonly expected: number;
}

interface WinsPanelProps {
  /** Of the panel, for its heading's id. */
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
      <details>
        <summary>Show as table</summary>
        {test && <p className="dim">{figuresText(test, counted)}</p>}
        <table>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">Wins</th>
              <th scope="col">Expected</th>
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            {buckets.map(({ name, wins, expected }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{wins}</td>
                <td>{expected.toFixed(1)}</td>
                <td>{signed(wins - expected)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
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
