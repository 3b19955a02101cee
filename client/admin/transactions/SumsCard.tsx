import { useQuery } from '@tanstack/react-query';
import { useConsole } from '../console/ConsoleContext.ts';
import { TaxFigures } from '../console/TaxFigures.tsx';
import { ErrorBox } from '../ui/ErrorBox.tsx';
import { dayText } from '../ui/lastDays.ts';

/** Before the first round of any lottery. */
const FIRST_DAY = '2020-01-01';

interface SumsCardProps {
  /** UTC days; null: no end on this side. */
  readonly from: string | null;
  readonly to: string | null;
}

/** What the tax of some days came to. */
export function SumsCard({ from, to }: SumsCardProps) {
  const { api } = useConsole();
  const days = { from: from ?? FIRST_DAY, to: to ?? dayText(Date.now()) };
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
