import { useState } from 'react';
import { useConsole } from '../console/ConsoleContext.ts';
import { PagedList, usePages } from '../console/PagedList.tsx';
import { useAddressChoice } from '../ui/useAddressChoice.ts';
import { ChoiceForm, NO_CHOICE } from './ChoiceForm.tsx';
import { ExportButton } from './ExportButton.tsx';
import { SumsCard } from './SumsCard.tsx';
import { NoTransactions, TransactionItem } from './TransactionItem.tsx';

const STATUSES = ['all', 'completed', 'failed', 'pending'] as const;
const NAMES = { all: 'All', completed: 'Completed', failed: 'Failed', pending: 'Pending' } as const;
/** The usual one first. */
const SIZES = ['50', '25', '100'] as const;
const SORTED = ['25', '50', '100'] as const;

/** All distributions of collected tax. */
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
        empty={<NoTransactions isFiltered={status !== 'all' || choice !== NO_CHOICE} />}
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
