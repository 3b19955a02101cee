import { NO_POOL_SHARE } from '../../../src/distribution/poolShare.ts';
import { problemText } from '../../../src/distribution/problemText.ts';
import type { DistributionProblem } from '../../../src/distribution/validateWallets.ts';

/** What Auto Balance can put right: it changes percentages and nothing else. */
const OF_PERCENTAGES: ReadonlySet<DistributionProblem['kind']> = new Set([
  'negative-percentage',
  'percentage-over-100',
  'percentage-decimals',
  'total-not-100',
]);

interface ProblemsProps {
  readonly problems: readonly DistributionProblem[];
  /** No tax would reach the lottery's pool. */
  readonly endsPrizes: boolean;
  readonly onBalance: () => void;
}

/** Every problem that keeps the list from being saved. */
export function Problems({ problems, endsPrizes, onBalance }: ProblemsProps) {
  const texts = [...new Set(problems.map(problemText))];
  return (
    <div className="problems">
      <div role="status" className="problem-list">
        {texts.length === 0 && <p className="good">The full 100% is allocated.</p>}
        {texts.length === 1 && <p className="err">{texts[0]}</p>}
        {texts.length > 1 && (
          <ul className="err">
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        {endsPrizes && <p className="note amber">{NO_POOL_SHARE}</p>}
      </div>
      {problems.some(({ kind }) => OF_PERCENTAGES.has(kind)) && (
        <button type="button" className="btn sm" onClick={onBalance}>
          Auto Balance
        </button>
      )}
    </div>
  );
}
