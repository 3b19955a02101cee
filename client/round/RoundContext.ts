import { createContext, useContext } from 'react';
import type { Stats } from '../../src/contract/stats.ts';
import type { Figures } from '../data/useFigures.ts';
import type { Outcome, RoundInView, Stage } from './RoundView.ts';

interface Jackpot {
  readonly lamports: string;
  /** The last SOL price that was known; null before there was one. */
  readonly price: Stats['solPrice'] | null;
}

/** The round the page shows, and the figures around it. */
export interface RoundState {
  readonly round: RoundInView | null;
  readonly stage: Stage;
  readonly outcome: Outcome | null;
  readonly figures: Figures;
  readonly jackpot: Jackpot;
}

export const RoundContext = createContext<RoundState | null>(null);

export function useRound(): RoundState {
  const round = useContext(RoundContext);
  if (!round) throw new Error('useRound needs a RoundProvider above it');
  return round;
}
