import { useLayoutEffect, useRef, useState } from 'react';
import { ALL_SHOWN, nextCueAfter, type Reveal, revealAt } from '../clock/revealTimeline.ts';
import { useMotion } from '../ui/MotionProvider.tsx';
import type { Outcome } from './RoundView.ts';

/**
 * Follows the timeline from the moment a result is known. Whatever stops motion, also a hidden tab, shows everything at
 * once. What was shown once is never hidden again.
 */
export function useReveal(outcome: Outcome | null): Reveal {
  const { moving } = useMotion();
  const [reveal, setReveal] = useState(ALL_SHOWN);
  const shownWhole = useRef<Outcome | null>(null);

  useLayoutEffect(() => {
    if (outcome === null || shownWhole.current === outcome) return;
    const showAll = () => {
      shownWhole.current = outcome;
      setReveal(ALL_SHOWN);
    };
    if (!moving) return showAll();
    const startedAt = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      const passed = Math.round(performance.now() - startedAt);
      setReveal(revealAt(passed, outcome.winners.length));
      const next = nextCueAfter(passed, outcome.winners.length);
      if (next !== null) timer = setTimeout(follow, next - passed);
    };
    follow();
    return () => {
      clearTimeout(timer);
      showAll();
    };
  }, [outcome, moving]);

  return reveal;
}
