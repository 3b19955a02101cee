import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../console/ConsoleContext.ts';
import { PagedList, usePages } from '../console/PagedList.tsx';
import { TaxFigures } from '../console/TaxFigures.tsx';
import { ErrorBox } from '../ui/Notices.tsx';
import { useAddressChoice } from '../ui/useAddressChoice.ts';
import { ChoiceForm, isChosen, NO_CHOICE } from './ChoiceForm.tsx';
import { ExportButton } from './ExportButton.tsx';
import { NoTransactions, TransactionItem } from './TransactionItem.tsx';

const STATUSES = ['all', 'completed', 'failed', 'pending'] as const;
const NAMES = { all: 'All', completed: 'Completed', failed: 'Failed', pending: 'Pending' } as const;
/** The default comes first. */
const SIZES = ['50', '25', '100'] as const;
const SORTED = ['25', '50', '100'] as const;

/** The Transaction History tab: all distributions of collected tax. */
export function TransactionsPanel() {
  const { api } = useConsole();
  const [status, setStatus] = useAddressChoice('status', STATUSES);
  const [size, setSize] = useAddressChoice('size', SIZES);
  const [choice, setChoice] = useState(NO_CHOICE);
  const limit = Number(size);
  const pages = usePages(['transactions', status, limit, choice], (cursor, signal) =>
    api.readTransactions({ ...choice, limit, status, cursor }, signal),
  );
  return (
    <div className="panel" aria-busy={pages.isBusy}>
      <div className="tools">
        <fieldset className="seg">
          <legend>Status</legend>
          {STATUSES.map((choice) => (
            <label key={choice}>
              <input type="radio" name="status" checked={status === choice} onChange={() => setStatus(choice)} />
              <span>{NAMES[choice]}</span>
            </label>
          ))}
        </fieldset>
        <div className="f">
          <label htmlFor="page-size">Page size</label>
          <select
            id="page-size"
            className="field"
            value={size}
            onChange={(event) => setSize(SIZES.find((choice) => choice === event.target.value) ?? SIZES[0])}
          >
            {SORTED.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </div>
        <ExportButton chosen={{ ...choice, status }} isEmpty={pages.items?.length === 0} />
      </div>
      <ChoiceForm choice={choice} onChoose={setChoice} />
      <SumsCard from={choice.from} to={choice.to} />
      <PagedList
        pages={pages}
        name="transactions"
        failure="Failed to load transactions"
        empty={<NoTransactions isFiltered={status !== 'all' || isChosen(choice)} />}
      >
        {(transactions) => (
          <ul className="rows">
            {transactions.map((transaction) => (
              <TransactionItem key={transaction.id} transaction={transaction} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

/** The days that are sent where none is chosen. The last day is not today, because this device's clock may be slow. */
const [FIRST_DAY, LAST_DAY] = ['2020-01-01', '2099-12-31'];

interface SumsCardProps {
  /** The first and the last UTC day; null where no day is chosen. */
  readonly from: string | null;
  readonly to: string | null;
}

function SumsCard({ from, to }: SumsCardProps) {
  const { api } = useConsole();
  const days = { from: from ?? FIRST_DAY, to: to ?? LAST_DAY };
  const { data, isError, refetch } = useQuery({
    queryKey: ['sums', days.from, days.to],
    queryFn: ({ signal }) => api.readSums(days, signal),
    enabled: days.from <= days.to,
  });
  if (isError) return <ErrorBox text="Failed to load sums" onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  return (
    <section className="sums" aria-label="Sums">
      <h3>{titleOf(from, to)}</h3>
      <TaxFigures sums={data} />
    </section>
  );
}

function titleOf(from: string | null, to: string | null): string {
  if (from === null && to === null) return 'Sums of all days';
  if (from !== null && to !== null) return from === to ? `Sums of ${from}` : `Sums from ${from} to ${to}`;
  return from !== null ? `Sums since ${from}` : `Sums up to ${to}`;
}
