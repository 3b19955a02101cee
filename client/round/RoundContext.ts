import { createContext, useContext } from 'react';
import type { Stats } from '../../src/contract/stats.ts';
import { ALL_SHOWN, type Reveal } from '../clock/revealTimeline.ts';
import type { Figures } from '../data/useFigures.ts';
import type { Prize } from '../data/useJackpot.ts';
import type { Outcome, RoundInView, Stage } from './RoundView.ts';

interface Jackpot {
  /** What the shown round pays, lamports; null when not known yet. */
  readonly lamports: string | null;
  /** What each place of the shown round gets, according to the server; null when not known. */
  readonly prizes: readonly Prize[] | null;
  /** The last known SOL price; null while none is known. */
  readonly price: Stats['solPrice'] | null;
}

/** The round the page shows, and the figures around it. */
export interface RoundState {
  readonly round: RoundInView | null;
  /** The stage that the page speaks of. It becomes `complete` only when the ticket prints the first name. */
  readonly stage: Stage;
  /** The result of the round in view, from the moment it is known. */
  readonly outcome: Outcome | null;
  readonly figures: Figures;
  readonly jackpot: Jackpot;
}

export const RoundContext = createContext<RoundState | null>(null);

/** The round in view. Throws outside of its provider. */
export function useRound(): RoundState {
  const round = useContext(RoundContext);
  if (!round) throw new Error('useRound needs a RoundProvider above it');
  return round;
}

/**
 * What can be seen of the result. This is a context of its own, because only a few parts follow each step of a reveal.
 */
export const RevealContext = createContext<Reveal>(ALL_SHOWN);
