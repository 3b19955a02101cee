import { useNow } from '../clock/useNow.ts';
import { durationText, utcText } from '../format/timeText.ts';
import type { TaxView } from './useTax.ts';

/** How old the figures are; while they cannot be refreshed, that, and a way to try again. */
export function TaxAge({ view }: { readonly view: TaxView }) {
  const now = useNow();
  if (view.kind === 'loading')
    return (
      <p className="dim">
        <span className="scripted">Loading…</span>
        <noscript>The figures need JavaScript.</noscript>
      </p>
    );
  if (view.kind === 'failed') return <p className="dim">No data</p>;
  const { answer: report, isFailing, retry } = view;
  const readAt = Date.parse(report.updatedAt);
  return (
    <div className="age">
      <p className={isFailing ? 'stale' : 'dim'}>
        <span role="status">{isFailing && 'The figures could not be refreshed.'}</span>{' '}
        <time dateTime={report.updatedAt} title={utcText(readAt)}>
          {isFailing ? 'They are' : 'As of'} {durationText(now - readAt)} {isFailing ? 'old.' : 'ago'}
        </time>
      </p>
      {isFailing && (
        <button type="button" className="btn sm" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
