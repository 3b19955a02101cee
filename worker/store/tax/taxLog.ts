import type { TellTransition, Transition } from '../journal/tellTransition.ts';
import type { StepKey, StepOutcome } from './taxSteps.ts';

/** The log of the tax cycles' transitions: one line for each transition that was made. */
export interface TaxLog {
  /** Notes a transaction of a cycle. The line of the cycle's next transition names the newest noted one. */
  sent(step: Pick<StepKey, 'cycle'>, outcome: Pick<StepOutcome, 'signature'>): void;
  /** Resolves to whether the transition was made, and logs it if so. */
  moved(made: Promise<boolean>, transition: Omit<Transition, 'of' | 'dueAt'>): Promise<boolean>;
}

export function createTaxLog(tell: TellTransition): TaxLog {
  /** In memory only: the newest transaction of the cycle under way. */
  let newest: { readonly cycle: number; readonly signature: string } | null = null;
  return {
    sent({ cycle }, { signature }) {
      if (signature !== null) newest = { cycle, signature };
    },
    async moved(made, transition) {
      const isMade = await made;
      const { number } = transition;
      const signature = newest?.cycle === number ? newest.signature : null;
      // The id of a cycle is the unix second of its start, and a cycle is due from then on.
      if (isMade) tell({ of: 'tax', dueAt: number * 1000, signature, ...transition });
      return isMade;
    },
  };
}

/** For code that writes cycles and logs nothing. */
export const NO_TAX_LOG: TaxLog = { sent: () => {}, moved: (made) => made };
