import { percentText } from '../../../src/distribution/percentage.ts';
import { NO_POOL_SHARE } from '../../../src/distribution/poolShare.ts';
import { problemText } from '../../../src/distribution/problemText.ts';
import type { DistributionProblem } from '../../../src/distribution/validateWallets.ts';

/** The problems that Auto Balance can solve. It changes only percentages. */
const OF_PERCENTAGES: ReadonlySet<DistributionProblem['kind']> = new Set([
  'negative-percentage',
  'percentage-over-100',
  'percentage-decimals',
  'total-not-100',
]);

interface ProblemsProps {
  readonly problems: readonly DistributionProblem[];
  readonly endsPrizes: boolean;
  readonly balance: Balance;
  readonly onBalance: () => void;
}

/** What an equal split would give. */
export interface Balance {
  /** How many wallets are active; they get equal shares. */
  readonly wallets: number;
  /** The pool's share in percent, before and after. */
  readonly from: number;
  readonly to: number;
}

/** Every problem because of which the list cannot be saved, and a warning when the lottery's pool gets nothing. */
export function Problems({ problems, endsPrizes, balance, onBalance }: ProblemsProps) {
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
        <div className="balance">
          <button type="button" className="btn sm" aria-describedby="balance-means" onClick={onBalance}>
            Auto Balance
          </button>
          <p id="balance-means" className={balance.to < balance.from ? 'warn' : 'muted'}>
            Splits 100% equally over{' '}
            {balance.wallets === 1 ? 'the 1 active wallet' : `the ${balance.wallets} active wallets`}. The pool’s share
            goes from {percentText(balance.from)} to {percentText(balance.to)}.
          </p>
        </div>
      )}
    </div>
  );
}
