import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Statement } from '../../../src/contract/statement.ts';
import { ledgerText } from '../../format/godText.ts';
import { utcText } from '../../format/timeText.ts';
import { downloadText } from '../../ui/downloadText.ts';
import { faultLines } from '../console/AdminFault.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { AddressLink } from '../console/ExplorerLinks.tsx';
import { TaxFigures } from '../console/TaxFigures.tsx';
import { ErrorBox } from '../ui/Notices.tsx';
import { useAddressText } from '../ui/useAddressChoice.ts';
import { PoolTable } from './PoolTable.tsx';

/** The Statements tab: the statement of a month, and a button that saves it as a file. */
export function StatementsPanel() {
  const { api } = useConsole();
  const running = monthOf(Date.now());
  const [asked, ask] = useAddressText('month');
  // The default is the last month that is over.
  const month = asked !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : monthBefore(running);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['statement', month],
    queryFn: ({ signal }) => api.readStatement(month, signal),
  });
  const months = monthsBack(running, data?.earliest ?? null);
  return (
    <div className="panel" aria-busy={isFetching}>
      <div className="tools">
        <div className="f month">
          <label htmlFor="statement-month">Month (UTC)</label>
          <select id="statement-month" className="field" value={month} onChange={(event) => ask(event.target.value)}>
            {(months.includes(month) ? months : [...months, month]).map((one) => (
              <option key={one} value={one}>
                {monthText(one)}
              </option>
            ))}
          </select>
        </div>
        <FileButton month={month} />
      </div>
      {isError && <ErrorBox text="Failed to load the statement" onRetry={() => void refetch()} />}
      {!data && !isError && <p className="blank">Loading the statement...</p>}
      {data && <StatementOfMonth statement={data} />}
    </div>
  );
}

/** For each pool wallet, what it got and paid in the month; then the tax, also if no pool wallet is on record. */
export function StatementOfMonth({ statement }: { readonly statement: Statement }) {
  const { month, pools, isOver, tax, receivers } = statement;
  return (
    <>
      {pools.length === 0 && (
        <div className="blank">
          <h2>No Statement For {monthText(month)}</h2>
          <p>The pool’s balance is not on record in this month.</p>
        </div>
      )}
      {pools.map((pool) => (
        <PoolTable key={pool.address} pool={pool} isOver={isOver} isOnly={pools.length === 1} />
      ))}
      {(pools.length > 0 || tax.cycles > 0 || receivers.length > 0) && <TaxOfMonth statement={statement} />}
    </>
  );
}

function FileButton({ month }: { readonly month: string }) {
  const { api, notify } = useConsole();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      downloadText(`statement-${month}.csv`, 'text/csv;charset=utf-8', await api.readStatementFile(month));
      notify({ tone: 'good', lines: [`The statement of ${monthText(month)} is saved as statement-${month}.csv.`] });
    } catch (error) {
      notify({ tone: 'bad', lines: faultLines(error, 'Failed to load the statement') });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <button type="button" className="btn" aria-disabled={isBusy} onClick={() => void save()}>
      {isBusy ? 'Saving…' : 'Save as CSV'}
    </button>
  );
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

/** The month before `month`, as `2026-10`. */
function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 2, 1));
}

/** The months from `last` back to `first`, newest first. `first` is null while no month has a balance or tax. */
function monthsBack(last: string, first: string | null): readonly string[] {
  const months = [last];
  for (let month = last; first !== null && month > first; ) {
    month = monthBefore(month);
    months.push(month);
  }
  return months;
}

/** `November 2026`. */
function monthText(month: string): string {
  const [year = '', number = '1'] = month.split('-');
  return `${MONTHS[Number(number) - 1]} ${year}`;
}

function TaxOfMonth({ statement: { tax, receivers, pools } }: { readonly statement: Statement }) {
  return (
    <section className="statement" aria-label="The tax">
      <h2>The tax</h2>
      <p className="dim">Cycles that began in the month and have ended.</p>
      <TaxFigures sums={tax} className="facts" />
      {receivers.length > 0 && <p className="dim">{paidText(pools)}</p>}
      {receivers.length > 0 && (
        <table className="lines">
          <caption className="sr">Who was paid how much of the tax</caption>
          <thead>
            <tr>
              <th scope="col">Receiver</th>
              <th scope="col" className="num">
                <span className="dim">SOL</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {receivers.map(({ address, label, lamports }) => (
              <tr key={address}>
                <th scope="row">
                  <bdi className="name">{label}</bdi> <AddressLink address={address} />
                </th>
                <td className="num">{ledgerText(BigInt(lamports), 'SOL')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/**
 * The sentence that says which payments of the tax are listed: those between the first opening and the last closing
 * balance of all pool wallets. If no balance is known, those of the month's cycles are listed.
 */
function paidText(pools: Statement['pools']): string {
  const bySlot = (one: Balance, other: Balance) => one.slot - other.slot;
  const [first] = pools.map(({ opening }) => opening).toSorted(bySlot);
  const last = pools
    .map(({ closing }) => closing)
    .toSorted(bySlot)
    .at(-1);
  if (first === undefined || last === undefined) return 'Paid by these cycles.';
  const [from, to] = [first, last].map(({ at }) => utcText(Date.parse(at)));
  return `Paid from ${from} to ${to}, between the balances above.`;
}

type Balance = Statement['pools'][number]['opening'];
