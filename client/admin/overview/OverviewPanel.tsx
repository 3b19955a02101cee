import { useQuery } from '@tanstack/react-query';
import type { DistributionConfig } from '../../../src/contract/distribution.ts';
import type { Operations } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { useConsole, useOperations } from '../console/ConsoleContext.ts';
import { ErrorBox } from '../ui/Notices.tsx';
import { changeAddress } from '../ui/useAddressChoice.ts';
import { Figures } from './Figures.tsx';
import { MoneyPlot } from './MoneyPlot.tsx';
import { needsOf } from './needs.ts';

const POLL_MS = 30_000;

/** The Overview tab: what waits for a person, and the figures of the lottery. */
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

interface NeedsYouProps {
  readonly operations: Operations;
  readonly config: DistributionConfig;
}

function NeedsYou({ operations, config }: NeedsYouProps) {
  const needs = needsOf(operations, config);
  const isUrgent = needs.some(({ tone }) => tone === 'ruby');
  return (
    <section className={`panel group needs${isUrgent ? ' raised' : ''}`} aria-labelledby="needs-title">
      <h2 id="needs-title">What needs you</h2>
      {needs.length === 0 && <p className="good">Nothing waits for you.</p>}
      {needs.length > 0 && (
        <ul>
          {needs.map(({ key, tone, badge, text, look, address, runbook }) => (
            <li key={key}>
              <span className={`badge ${tone}`}>{badge}</span>
              <span className="says">{text}</span>
              {runbook !== null && (
                <ExternalLink className="runbook" href={runbook} hint={`about: ${text}`}>
                  What to do
                </ExternalLink>
              )}
              <button type="button" className="btn sm" onClick={() => changeAddress(address)}>
                {look}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
