import { type RefObject, useEffect } from 'react';
import { useMotion } from '../ui/MotionContext.ts';
import type { RoundState } from './RoundContext.ts';
import { ALL_SHOWN } from './revealTimeline.ts';

/** After the page's start, and long before a draw that anybody watches. */
const LOAD_AFTER_MS = 1500;

/** The sweep of brass and the coins that the crowned winner gets: in code of their own, loaded when there is time. */
export function useCoins(ticket: RefObject<HTMLElement | null>, { outcome, reveal }: RoundState): void {
  const { moving } = useMotion();
  useEffect(() => {
    const timer = setTimeout(() => void load(), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  // A result that is shown all at once has had its moment.
  const isMoment = moving && outcome?.kind === 'complete' && reveal.crowned && reveal !== ALL_SHOWN;
  useEffect(() => {
    if (!isMoment) return;
    let stop: (() => void) | null = null;
    let isOver = false;
    void load().then((celebrate) => {
      if (!isOver && ticket.current) stop = celebrate?.(ticket.current) ?? null;
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isMoment, ticket]);
}

/** Without it the winners are shown all the same. */
async function load() {
  if (import.meta.env.SSR) return null;
  try {
    return (await import('./celebrate.ts')).celebrate;
  } catch (error) {
    console.warn('The coins could not be loaded.', error);
    return null;
  }
}
