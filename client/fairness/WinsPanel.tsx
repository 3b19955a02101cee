import { countText } from '../format/countText.ts';
import { PlotTable } from '../ui/BarPlot.tsx';
import { BucketPlot, type NamedBucket } from './BucketPlot.tsx';
import { type ChiSquare, chiSquare } from './chiSquare.ts';

export interface FairBucket extends NamedBucket {
  readonly expected: number;
}

interface WinsPanelProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** What the wins are called, `first places`. */
  readonly counted: string;
  readonly of: string;
  readonly buckets: readonly FairBucket[];
}

/** The wins and the expected wins in a plot and a table, with a sentence about their difference. */
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

/** Each bucket needs at least this many expected wins: with fewer, a chi-square test means nothing. */
const LEAST_EXPECTED = 5;
const UNUSUAL = 0.05;
const ALARMING = 0.001;

interface Verdict {
  readonly tone: 'mint' | 'amber' | 'ruby' | 'grey';
  readonly word: string;
  readonly sentence: string;
}

/** What a test says about the draws, in words. `counted` is the name of what was counted: `first places`. */
export function verdictOf(test: ChiSquare | null, counted: string): Verdict {
  if (test === null) return { tone: 'grey', word: 'NO DATA', sentence: 'Nothing has been drawn yet.' };
  const { chance, total, least } = test;
  if (least < LEAST_EXPECTED) {
    const needed = countText(Math.ceil((total * LEAST_EXPECTED) / least));
    const sentence = `The figures say something from about ${needed} ${counted} on, and there ${total === 1 ? 'is' : 'are'} ${countText(total)} so far. Until then chance alone makes large differences.`;
    return { tone: 'grey', word: 'TOO FEW', sentence };
  }
  if (chance >= UNUSUAL) {
    const sentence = `Of 100 lotteries that are fair, ${Math.round(chance * 100)} differ this much or more. Nothing here points to a favourite.`;
    return { tone: 'mint', word: 'AS EXPECTED', sentence };
  }
  if (chance >= ALARMING) {
    const sentence = `Of 1,000 lotteries that are fair, ${Math.round(chance * 1000)} differ this much or more. It can be chance: at any time, one fair lottery in twenty looks like this.`;
    return { tone: 'amber', word: 'UNUSUAL', sentence };
  }
  const sentence =
    'Of 1,000 lotteries that are fair, fewer than one differs this much. This is hardly chance: check the draws one by one.';
  return { tone: 'ruby', word: 'ALARMING', sentence };
}

/** The figures of a test, with which a reader can recompute it. */
export function figuresText({ statistic, degrees, chance, total }: ChiSquare, counted: string): string {
  const p = chance < ALARMING ? 'below 0.001' : chance.toFixed(3);
  return `Chi-square ${statistic.toFixed(2)} with ${degrees} degrees of freedom, p ${p}, from ${countText(total)} ${counted}.`;
}
