import { type RoundsAsked, roundsPath } from '../../src/round/roundsAsked.ts';
import { Unread } from '../ui/Unread.tsx';
import { RoundRow } from './RoundRow.tsx';
import type { RoundsView } from './useRounds.ts';

interface RoundListProps {
  readonly view: RoundsView;
  readonly asked: RoundsAsked;
  /** Server time in ms. */
  readonly now: number;
}

/** The rounds that were asked for, newest first, and the way to older ones. */
export function RoundList({ view, asked, now }: RoundListProps) {
  switch (view.kind) {
    case 'loading':
      return (
        <p className="blank awaited">
          Loading rounds...
          <noscript>They could not be read just now. Please reload this page in a few seconds.</noscript>
        </p>
      );
    case 'failed':
      return <Unread sentence="The rounds could not be read." onRetry={view.retry} />;
    case 'refused':
      return (
        <p className="blank">
          <a href="/rounds">Show all rounds</a>
        </p>
      );
    case 'known':
      return (
        <>
          {view.rounds.length === 0 ? (
            <NoRounds asked={asked} />
          ) : (
            <ol className="rl">
              {view.rounds.map((round) => (
                <RoundRow key={round.roundNumber} round={round} won={asked.address} now={now} />
              ))}
            </ol>
          )}
          <Pager asked={asked} nextCursor={view.nextCursor} />
        </>
      );
  }
}

function NoRounds({ asked }: { readonly asked: RoundsAsked }) {
  const isNarrowed = asked.state !== '' || asked.date !== '' || asked.address !== '';
  return (
    <div className="blank">
      <h3>{isNarrowed ? 'No such round' : 'No round yet'}</h3>
      <p className="muted">
        {isNarrowed ? 'No round is like that so far.' : 'The first one stands here as soon as its entries are locked.'}
      </p>
    </div>
  );
}

interface PagerProps {
  readonly asked: RoundsAsked;
  readonly nextCursor: string | null;
}

function Pager({ asked, nextCursor }: PagerProps) {
  if (asked.cursor === '' && nextCursor === null) return null;
  return (
    <nav className="pages" aria-label="Pages of rounds">
      {asked.cursor !== '' && (
        <a className="btn" rel="start" href={roundsPath({ ...asked, cursor: '' })}>
          Newest rounds
        </a>
      )}
      {nextCursor !== null && (
        <a className="btn" rel="next" href={roundsPath({ ...asked, cursor: nextCursor })}>
          Older rounds
        </a>
      )}
    </nav>
  );
}
