import { memo } from 'react';
import type { RoundSummary } from '../../src/contract/round.ts';
import { RANKS } from '../../src/round/placeWords.ts';
import { describeReason } from '../../src/round/reasonText.ts';
import { type RoundsAsked, roundsPath } from '../../src/round/roundsAsked.ts';
import { countText, walletsText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';
import { utcText } from '../format/timeText.ts';
import { WalletLink } from '../ui/Addresses.tsx';
import { Unread } from '../ui/Unread.tsx';
import { stateBadge } from './roundState.ts';
import type { RoundsView } from './useRounds.ts';

interface RoundListProps {
  readonly view: RoundsView;
  readonly asked: RoundsAsked;
  /** Server time in ms. */
  readonly now: number;
}

/** The rounds that were asked for, the newest first, and a link to older ones. */
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

interface RoundRowProps {
  readonly round: RoundSummary;
  /** The wallet whose wins were asked for; empty when none was. */
  readonly won: string;
  /** Server time in ms. */
  readonly now: number;
}

function RoundRow({ round, won, now }: RoundRowProps) {
  const { tone, text } = stateBadge(round, now);
  return <Row round={round} won={won} tone={tone} badge={text} />;
}

interface RowProps extends Omit<RoundRowProps, 'now'> {
  readonly tone: string;
  readonly badge: string;
}

/** Memoised, because the query client keeps a round's object as long as newer answers equal it. */
const Row = memo(function Row({ round, won, tone, badge }: RowProps) {
  const { roundNumber, endsAt, entries, totalLamports, winners, reason } = round;
  return (
    <li>
      <h3>
        <a href={`/rounds/${roundNumber}`}>#{countText(roundNumber)}</a>
      </h3>
      <time dateTime={endsAt}>{utcText(Date.parse(endsAt))}</time>
      <span className={`badge ${tone}`}>{badge}</span>
      <p className="sum">
        {totalLamports === null ? (
          <span className="dim">–</span>
        ) : (
          <>
            <strong>{prizeText(totalLamports)}</strong> SOL
          </>
        )}
        {entries !== null && <span className="dim"> · {walletsText(entries)}</span>}
      </p>
      {winners.length > 0 ? (
        <ol className="by">
          {winners.map(({ place, address, prizeLamports }) => (
            <li key={place} className={address === won ? 'own' : undefined}>
              <span className="dim">{RANKS[place]}</span> <WalletLink address={address} />{' '}
              <span className="dim">{prizeText(prizeLamports)}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="why">{reason !== null && (describeReason(reason) || reason)}</p>
      )}
    </li>
  );
});
