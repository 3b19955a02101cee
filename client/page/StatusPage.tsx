import '../styles/pages.css';
import '../ui/plot.css';
import '../status/status.css';
import type { PageData } from '../../src/contract/pageData.ts';
import { PartsPanel, stateSentence } from '../status/PartsPanel.tsx';
import { UptimePanel } from '../status/UptimePanel.tsx';
import { useStatus } from '../status/useStatus.ts';
import { Ago } from '../ui/Times.tsx';
import { Unread } from '../ui/Unread.tsx';
import { Frame } from './Frame.tsx';

/** How the lottery runs: its parts right now, and how the rounds of the last 90 days were played. */
export function StatusPage({ data: { shown } }: { readonly data: PageData }) {
  const view = useStatus(shown?.kind === 'status' ? shown.answer : null);
  return (
    <Frame>
      <div className="wrap page sheet status">
        <header>
          <p className="eyebrow">
            Status
            {view.kind === 'known' && (
              <>
                {' '}
                · as of <Ago time={view.answer.updatedAt} />
              </>
            )}
          </p>
          <h1>{view.kind === 'known' ? stateSentence(view.answer.parts) : 'Is the lottery running?'}</h1>
          <p className="lede muted">
            A round is on time when its prizes were paid within a minute of its end. It is late when they were paid
            later or are still owed. It is not paid when it was called off, for example because its entry list was not
            ready in time, the lottery was paused, or nobody held enough GOD: then the prizes stay in the pool.
          </p>
        </header>
        {view.kind === 'known' && view.isFailing && (
          <p className="unfresh" role="status">
            The status could not be read again. This is from an earlier reading.
          </p>
        )}
        {view.kind === 'known' && (
          <>
            <PartsPanel parts={view.answer.parts} />
            <UptimePanel days={view.answer.days} />
          </>
        )}
        {view.kind === 'loading' && (
          <p className="blank">
            Reading the status...
            <noscript>The status could not be read just now. Please reload this page in a few seconds.</noscript>
          </p>
        )}
        {view.kind === 'failed' && <Unread sentence="The status could not be read." onRetry={view.retry} />}
      </div>
    </Frame>
  );
}
