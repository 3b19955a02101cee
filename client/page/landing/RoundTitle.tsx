import { useContext, useEffect, useState } from 'react';
import { useNow } from '../../clock/ServerClock.ts';
import { useMine } from '../../mine/useMine.ts';
import { RevealContext, useRound } from '../../round/RoundContext.ts';
import { titleText } from './titleText.ts';

/** Keeps the countdown and the jackpot in the tab's title. In a hidden tab, timers run late, and so does the title. */
export function RoundTitle() {
  const mine = useMine();
  // The tab names no winner before the ticket has printed all winners.
  const { crowned } = useContext(RevealContext);
  const title = titleText(useRound(), useNow(), crowned ? mine : null);
  const [original] = useState(() => (import.meta.env.SSR ? '' : document.title));
  useEffect(() => {
    document.title = title ?? original;
  }, [title, original]);
  useEffect(
    () => () => {
      document.title = original;
    },
    [original],
  );
  return null;
}
