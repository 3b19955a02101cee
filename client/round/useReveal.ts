import { useLayoutEffect, useRef, useState } from 'react';
import { ALL_SHOWN, nextCueAfter, type Reveal, revealAt } from '../clock/revealTimeline.ts';
import { useMotion } from '../ui/MotionProvider.tsx';
import type { Outcome } from './RoundView.ts';

const NOTHING_YET = { of: null, reveal: ALL_SHOWN };

/** How much of a result is shown now. When motion stops, as it does in a hidden tab, all is shown, and stays shown. */
export function useReveal(outcome: Outcome | null): Reveal {
  const { moving } = useMotion();
  const [shown, setShown] = useState<{ readonly of: Outcome | null; readonly reveal: Reveal }>(NOTHING_YET);
  const shownWhole = useRef<Outcome | null>(null);

  useLayoutEffect(() => {
    if (outcome === null || shownWhole.current === outcome) return;
    const showAll = () => {
      shownWhole.current = outcome;
      setShown({ of: outcome, reveal: ALL_SHOWN });
    };
    if (!moving) return showAll();
    const startedAt = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      const passed = Math.round(performance.now() - startedAt);
      setShown({ of: outcome, reveal: revealAt(passed, outcome.winners.length) });
      const next = nextCueAfter(passed, outcome.winners.length);
      if (next !== null) timer = setTimeout(follow, next - passed);
    };
    follow();
    return () => {
      clearTimeout(timer);
      showAll();
    };
  }, [outcome, moving]);

  // The first rendering with a result shows none of it. Otherwise the reel would go to the first place at once.
  const isFresh = outcome !== null && shown.of !== outcome && moving;
  return isFresh ? revealAt(0, outcome.winners.length) : shown.reveal;
}
