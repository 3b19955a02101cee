import { useQuery } from '@tanstack/react-query';
import type { DistributionConfig } from '../../../src/contract/distribution.ts';
import { utcText } from '../../format/timeText.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { useOperations } from '../console/useOperations.ts';
import { ErrorBox } from '../ui/ErrorBox.tsx';
import { Figures } from './Figures.tsx';
import { MoneyPlot } from './MoneyPlot.tsx';
import { NeedsYou } from './NeedsYou.tsx';

const POLL_MS = 30_000;

/** What an operator looks at first: whether anything waits, the next draw, the last payment, and the money. */
export function OverviewPanel({ config }: { readonly config: DistributionConfig }) {
  const { api } = useConsole();
  const { data, isError, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => api.readOverview(signal),
    refetchInterval: POLL_MS,
  });
  const operations = useOperations(POLL_MS);
  return (
    <>
      {operations.isError && <ErrorBox text="Failed to load operations" onRetry={() => void operations.refetch()} />}
      {operations.data && <NeedsYou operations={operations.data} config={config} />}
      {isError && <ErrorBox text="Failed to load the overview" onRetry={() => void refetch()} />}
      {!data && !isError && <p className="panel blank">Loading the overview...</p>}
      {data && (
        <>
          <Figures overview={data} wallets={operations.data?.wallets ?? null} />
          <MoneyPlot days={data.days} />
          <p className="dim">Updated {utcText(Date.parse(data.serverTime))}; refreshes every 30 s.</p>
        </>
      )}
    </>
  );
}
