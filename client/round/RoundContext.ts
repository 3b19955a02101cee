import { createContext, useContext } from 'react';
import type { Stats } from '../../src/contract/stats.ts';
import { ALL_SHOWN, type Reveal } from '../clock/revealTimeline.ts';
import type { Figures } from '../data/useFigures.ts';
import type { Prize } from '../data/useJackpot.ts';
import type { Outcome, RoundInView, Stage } from './RoundView.ts';

interface Jackpot {
  /** The sum of the shown round's prizes, lamports; null while it is not known. */
  readonly lamports: string | null;
  /** The server's amount for each place of the shown round; null while it is not known. */
  readonly prizes: readonly Prize[] | null;
  readonly price: Stats['solPrice'] | null;
}

/** The round that the page shows, and the figures around it. */
export interface RoundState {
  readonly round: RoundInView | null;
  /** The stage that the page names. It becomes `complete` when the ticket prints the first name. */
  readonly stage: Stage;
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

/** How much of the result is revealed. A context of its own: a step of a reveal renders only the parts that use it. */
export const RevealContext = createContext<Reveal>(ALL_SHOWN);
