import { useId, useState } from 'react';
import type { Preview } from '../../../src/contract/distribution.ts';
import { amountOf, type Currency, previewUnits } from '../../../src/distribution/amount.ts';
import { distribute } from '../../../src/distribution/distribute.ts';
import { problemText } from '../../../src/distribution/problemText.ts';
import { typedNumber } from '../../../src/distribution/typedNumber.ts';
import { validatePercentages } from '../../../src/distribution/validateWallets.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import { AdminFault } from '../console/AdminFault.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { type Draft, isUnsaved } from '../console/nextDraft.ts';
import { sentenceText } from '../ui/unitsText.ts';
import { ForecastPanel } from './ForecastPanel.tsx';
import { PreviewLines } from './PreviewLines.tsx';
import { RecentTransactions } from './RecentTransactions.tsx';

/** What the calculator is asked, as typed. */
export interface PreviewAsked {
  readonly amount: string;
  readonly currency: Currency;
}

export const DEFAULT_PREVIEW: PreviewAsked = { amount: '1000000', currency: 'GOD' };
const QUICK = [
  ['100k', '100000'],
  ['500k', '500000'],
  ['1M', '1000000'],
  ['5M', '5000000'],
  ['10M', '10000000'],
] as const;
const CURRENCIES = ['GOD', 'SOL'] as const;

interface PreviewPanelProps {
  readonly draft: Draft;
  readonly asked: PreviewAsked;
  readonly onAsk: (asked: PreviewAsked) => void;
}

/** What each wallet would receive of an amount. The page computes it; a button has the server compute it too. */
export function PreviewPanel({ draft, asked, onAsk }: PreviewPanelProps) {
  const { wallets } = draft;
  const { retract } = useConsole();
  const { test, isTesting } = useTest(draft, asked);
  // The notice about a test is removed, because the test was about what was typed before.
  const ask = (next: PreviewAsked) => {
    retract('calculator');
    onAsk(next);
  };
  const field = useId();
  const units = unitsOf(asked);
  const problem = typeof units === 'string' ? units : null;
  const broken = validatePercentages(wallets).map(problemText);
  return (
    <>
      <form
        className="panel calc"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void test();
        }}
      >
        <h2>Calculator</h2>
        <div className="f">
          <label htmlFor={field}>Amount</label>
          <input
            id={field}
            className="field"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={asked.amount}
            aria-invalid={problem !== null}
            aria-describedby={`${field}p`}
            onChange={(event) => ask({ ...asked, amount: event.target.value })}
          />
        </div>
        <fieldset className="seg">
          <legend>Currency</legend>
          {CURRENCIES.map((currency) => (
            <label key={currency}>
              <input
                type="radio"
                name="currency"
                checked={asked.currency === currency}
                onChange={() => ask({ ...asked, currency })}
              />
              <span>{currency}</span>
            </label>
          ))}
        </fieldset>
        <fieldset className="quick">
          <legend>Quick amounts</legend>
          {QUICK.map(([name, amount]) => (
            <button
              key={name}
              type="button"
              className="btn sm"
              aria-pressed={asked.amount.trim() === amount}
              onClick={() => ask({ ...asked, amount })}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <button type="submit" className="btn primary" aria-disabled={isTesting}>
          {isTesting ? 'Testing…' : 'Test'}
        </button>
        <p id={`${field}p`} role="status" className="err">
          {problem}
        </p>
      </form>
      <section className="panel result" aria-labelledby="result-title">
        <div className="ph">
          <h2 id="result-title">Distribution</h2>
          <p className="muted">{isUnsaved(draft) ? 'By your unsaved changes' : `By version ${draft.base.version}`}</p>
        </div>
        {broken.length > 0 ? (
          <ul className="err inset">
            {broken.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        ) : typeof units === 'bigint' ? (
          <PreviewLines units={units} currency={asked.currency} wallets={wallets} />
        ) : (
          <p className="blank">Type an amount to see who receives how much.</p>
        )}
      </section>
      {broken.length === 0 && <ForecastPanel wallets={wallets} />}
      <RecentTransactions />
    </>
  );
}

function unitsOf({ amount, currency }: PreviewAsked): bigint | string {
  const read = typedNumber(amount, 'amount');
  if (read.kind === 'unclear') return read.sentence;
  return previewUnits(read.kind === 'empty' ? 0 : read.value, currency);
}

/** `test` asks the server for the same preview, and shows a notice that says whether its figures equal the page's. */
function useTest({ wallets }: Draft, asked: PreviewAsked) {
  const { api, notify } = useConsole();
  const [isTesting, setIsTesting] = useState(false);
  const test = async () => {
    if (isTesting) return;
    const fail = (error: string) => notify({ tone: 'bad', lines: [`Test failed: ${error}`], about: 'calculator' });
    const { currency } = asked;
    const units = unitsOf(asked);
    if (typeof units === 'string') return fail(units);
    setIsTesting(true);
    try {
      const preview = await api.preview(amountOf(units, currency), currency, wallets);
      if (!sameFigures(preview, units, wallets))
        return fail('the server calculates other figures than this page. Reload the page before you trust either.');
      const shown = sentenceText(units, currency);
      notify({
        tone: 'good',
        lines: [`Test successful! Distribution calculated for ${shown}`],
        about: 'calculator',
      });
    } catch (error) {
      fail(failureText(error));
    } finally {
      setIsTesting(false);
    }
  };
  return { test, isTesting };
}

function failureText(error: unknown): string {
  if (error instanceof AdminFault && error.errors.length > 0) return error.errors.join('; ');
  return (error instanceof Error && error.message) || 'Unknown error';
}

/** Whether the server's preview gives every wallet exactly the same as this page. */
export function sameFigures(
  { totalUnits, distributions }: Preview,
  units: bigint,
  wallets: readonly DistributionWallet[],
): boolean {
  const { lines } = distribute(units, wallets);
  return (
    BigInt(totalUnits) === units &&
    lines.length === distributions.length &&
    lines.every(({ walletId, amount }, index) => {
      const theirs = distributions[index];
      return theirs?.walletId === walletId && BigInt(theirs.units) === amount;
    })
  );
}
