import { type RefObject, useEffect } from 'react';
import { ALL_SHOWN, type Reveal } from '../clock/revealTimeline.ts';
import { useMotion } from '../ui/MotionProvider.tsx';
import type { Outcome } from './RoundView.ts';

/** How long after the page's start the animations are loaded, ms. */
const LOAD_AFTER_MS = 1500;

interface RevealStage {
  readonly ticket: RefObject<HTMLElement | null>;
  readonly outcome: Outcome | null;
  readonly reveal: Reveal;
}

/** Loads the animations of a reveal after the page's start. Celebrates when the first place gets its crown. */
export function useRevealStage({ ticket, outcome, reveal }: RevealStage): void {
  const { moving } = useMotion();
  useEffect(() => {
    const timer = setTimeout(() => void load(), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  // A result that is shown whole at once is not celebrated.
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

type Celebrate = (ticket: HTMLElement) => () => void;
let loading: Promise<Celebrate | null> | null = null;

/**
 * Loads the animations once; after a failure, the next call tries again. Resolves to null if they cannot be loaded:
 * without them, the winners are shown all at once.
 */
function load() {
  loading ??= fetchStage();
  return loading;
}

async function fetchStage(): Promise<Celebrate | null> {
  if (import.meta.env.SSR) return null;
  try {
    const { celebrate, dressReveal } = await import('./celebrate.ts');
    dressReveal();
    return celebrate;
  } catch (error) {
    console.warn('The reveal stays without motion.', error);
    loading = null;
    return null;
  }
}
