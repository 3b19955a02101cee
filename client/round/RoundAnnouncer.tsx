import { useEffect, useRef } from 'react';
import { POSITIONS } from '../../src/protocol/terms/places.ts';
import { capital } from '../../src/round/placeWords.ts';
import { useNow } from '../clock/ServerClock.ts';
import { prizeText } from '../format/moneyText.ts';
import { useNotices } from '../ui/NoticeProvider.tsx';
import { type RoundState, useRound } from './RoundContext.ts';
import { secondsLeft } from './RoundView.ts';
import { reasonSentence, stageText } from './stageText.ts';

const CALLS = [
  { at: 600, text: 'Ten minutes to the next draw.' },
  { at: 60, text: 'One minute to the next draw.' },
] as const;

/** Tells screen readers when ten minutes and one minute are left, and the result as soon as it is known. */
export function RoundAnnouncer() {
  const state = useRound();
  const { round, outcome } = state;
  const { announce } = useNotices();
  const left = secondsLeft(round?.endsAt ?? 0, useNow());
  const before = useRef(left);

  useEffect(() => {
    const call = CALLS.find(({ at }) => before.current > at && left <= at && left > 0);
    before.current = left;
    if (call) announce(call.text);
  }, [left, announce]);

  useEffect(() => {
    if (outcome) announce(resultText(outcome));
  }, [outcome, announce]);

  return null;
}

function resultText({ kind, reason, winners }: NonNullable<RoundState['outcome']>): string {
  if (kind !== 'complete') return `${stageText(kind, reason)}. ${reasonSentence(reason)}`;
  const lines = winners.map(
    ({ place, address, prizeLamports }) =>
      `${capital(POSITIONS[place])}: ${address.slice(0, 4)} … ${address.slice(-4)}, ${prizeText(prizeLamports)} SOL.`,
  );
  return `Round Complete. ${lines.join(' ')}`;
}
