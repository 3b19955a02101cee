import { useId, useState } from 'react';
import { type Currency, previewUnits } from '../../../src/distribution/amount.ts';
import { problemText } from '../../../src/distribution/problemText.ts';
import { validatePercentages } from '../../../src/distribution/validateWallets.ts';
import { AdminFault } from '../console/AdminFault.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { type Draft, isUnsaved } from '../console/nextDraft.ts';
import { PreviewLines } from './PreviewLines.tsx';
import { RecentTransactions } from './RecentTransactions.tsx';
import { sameFigures } from './sameFigures.ts';

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

/** What each wallet would receive of an amount, reckoned here to the last base unit, and by the server on request. */
export function PreviewPanel({ draft, asked, onAsk }: PreviewPanelProps) {
  const { wallets } = draft;
  const { test, isTesting } = useTest(draft, asked);
  const field = useId();
  const units =
    asked.amount.trim() === '' ? 'Amount must be greater than 0' : previewUnits(Number(asked.amount), asked.currency);
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
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            value={asked.amount}
            aria-invalid={problem !== null}
            aria-describedby={`${field}p`}
            onChange={(event) => onAsk({ ...asked, amount: event.target.value })}
            onWheel={(event) => event.currentTarget.blur()}
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
                onChange={() => onAsk({ ...asked, currency })}
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
              aria-pressed={Number(asked.amount) === Number(amount)}
              onClick={() => onAsk({ ...asked, amount })}
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
          <p className="blank">Type an amount to see who would receive how much.</p>
        )}
      </section>
      <RecentTransactions />
    </>
  );
}

/** Asks the server for the same and compares, unit by unit. */
function useTest({ wallets }: Draft, { amount, currency }: PreviewAsked) {
  const { api, notify } = useConsole();
  const [isTesting, setIsTesting] = useState(false);
  const test = async () => {
    if (isTesting) return;
    const fail = (error: string) => notify({ tone: 'bad', lines: [`Test failed: ${error}`] });
    const units = previewUnits(Number(amount), currency);
    if (typeof units === 'string') return fail(units);
    setIsTesting(true);
    try {
      const preview = await api.preview(Number(amount), currency, wallets);
      const shown = `${preview.totalAmount.toLocaleString('en-US', { maximumFractionDigits: 9 })} ${preview.currency}`;
      if (sameFigures(preview, units, wallets))
        notify({ tone: 'good', lines: [`Test successful! Distribution calculated for ${shown}`] });
      else fail('the server reckons other figures than this page. Load the page again before you trust either.');
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
