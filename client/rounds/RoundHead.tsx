import { useEffect, useRef } from 'react';
import type { RoundDetail } from '../../src/contract/round.ts';
import { countText } from '../format/countText.ts';
import { clockText, spokenClock, utcText } from '../format/timeText.ts';
import { ShareButton } from '../share/ShareButton.tsx';
import { type Shared, sharedRound } from '../share/shareTexts.ts';
import { useNotices } from '../ui/NoticeProvider.tsx';
import { OwnTime } from '../ui/Times.tsx';
import { stateBadge, stateSentence } from './roundState.ts';
import { differing, witnessWords } from './WitnessLine.tsx';

interface RoundHeadProps {
  readonly round: RoundDetail;
  readonly isFailing: boolean;
  /** Server time in ms. */
  readonly now: number;
}

/** The round's number, its state in a badge and a sentence, and before its end the time that is left. */
export function RoundHead({ round, isFailing, now }: RoundHeadProps) {
  const { roundNumber, endsAt, state } = round;
  const end = Date.parse(endsAt);
  const badge = stateBadge(round, now);
  const sentence = stateSentence(round, now);
  const left = Math.ceil((end - now) / 1000);
  const alarm = alarmOf(round);
  useAnnounced(`Round ${roundNumber}: ${sentence}`, `${state} ${badge.text}`);
  return (
    <header>
      <p className="eyebrow">
        <span className={`badge ${alarm === null ? badge.tone : 'ruby'}`}>{badge.text}</span>{' '}
        {alarm !== null && <span className="badge ruby">{alarm}</span>} <time dateTime={endsAt}>{utcText(end)}</time>{' '}
        <OwnTime time={end} />
      </p>
      <h1>Round #{countText(roundNumber)}</h1>
      <p className="lede muted">
        {sentence}
        {now < end && (
          <span role="timer" className="left">
            {' '}
            <span aria-hidden="true" data-unit="min">
              {clockText(left)}
            </span>
            <span className="sr">Ends in {spokenClock(left)}</span>
          </span>
        )}
      </p>
      <div className="row">
        <ShareButton shared={sharedOf(round, sentence)} className="btn" hint={`round ${roundNumber}`} />
        <p className="failing" role="status">
          {isFailing && 'This round could not be read again just now. What stands here is from before.'}
        </p>
      </div>
    </header>
  );
}

/** The words of the alarm when a watcher saw another list than the published one; null when none did. */
function alarmOf({ witnesses, root }: RoundDetail): string | null {
  if (root === null || differing(witnesses, root).length === 0) return null;
  return witnessWords(witnesses, root).text.toUpperCase();
}

function sharedOf(round: RoundDetail, sentence: string): Shared {
  const { roundNumber, winners } = round;
  if (winners.length > 0) return sharedRound(round);
  return { text: `Game of Draws, round #${countText(roundNumber)}: ${sentence}`, path: `/rounds/${roundNumber}` };
}

/** Announces `sentence` to screen readers whenever `about` changes. */
function useAnnounced(sentence: string, about: string): void {
  const { announce } = useNotices();
  const told = useRef(about);
  useEffect(() => {
    if (told.current === about) return;
    told.current = about;
    announce(sentence);
  }, [about, sentence, announce]);
}
