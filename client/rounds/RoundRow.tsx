import { memo } from 'react';
import type { RoundSummary } from '../../src/contract/round.ts';
import { RANKS } from '../../src/round/placeWords.ts';
import { describeReason } from '../../src/round/reasonText.ts';
import { countText } from '../format/countText.ts';
import { prizeText } from '../format/solText.ts';
import { utcText } from '../format/timeText.ts';
import { WalletLink } from '../ui/WalletLink.tsx';
import { stateBadge } from './roundState.ts';

interface RoundRowProps {
  readonly round: RoundSummary;
  /** The wallet whose wins are listed; empty for none. */
  readonly won: string;
  /** Server time in ms. */
  readonly now: number;
}

/** One round in the list: number, end, state or reason, prizes, and who won. */
export function RoundRow({ round, won, now }: RoundRowProps) {
  const { tone, text } = stateBadge(round, now);
  return <Row round={round} won={won} tone={tone} badge={text} />;
}

interface RowProps extends Omit<RoundRowProps, 'now'> {
  readonly tone: string;
  readonly badge: string;
}

/** Renders again only for another round or badge: answers that are the same keep their objects. */
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
        {entries !== null && (
          <span className="dim"> · {entries === 1 ? '1 wallet' : `${countText(entries)} wallets`}</span>
        )}
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
