import { useQuery } from '@tanstack/react-query';
import { useConsole } from '../console/ConsoleContext.ts';
import { NoTransactions, TransactionItem } from '../transactions/TransactionItem.tsx';
import { ErrorBox } from '../ui/Notices.tsx';

const RECENT = 10;

/** The last ten distributions. */
export function RecentTransactions() {
  const { api } = useConsole();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['transactions', 'all', RECENT, null],
    queryFn: ({ signal }) => api.readTransactions({ limit: RECENT, status: 'all', cursor: null }, signal),
  });
  return (
    <section className="panel" aria-labelledby="recent-title" aria-busy={isFetching}>
      <div className="ph">
        <h2 id="recent-title">Recent transactions</h2>
        <p className="muted">The last {RECENT}</p>
      </div>
      {isError && <ErrorBox text="Failed to load transactions" onRetry={() => void refetch()} />}
      {!data && !isError && <p className="blank">Loading transactions...</p>}
      {data?.data.length === 0 && !isError && <NoTransactions />}
      {data && data.data.length > 0 && (
        <ul className="rows">
          {data.data.map((transaction) => (
            <TransactionItem key={transaction.id} transaction={transaction} />
          ))}
        </ul>
      )}
    </section>
  );
}
