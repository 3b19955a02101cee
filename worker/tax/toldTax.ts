import type { TellTransition, Transition } from '../engine/tellTransitions.ts';
import type { TaxStore } from '../store/tax/taxCycles.ts';
import type { StepKey, StepOutcome } from '../store/tax/taxSteps.ts';

/** The tax's store, with a line in the log for every transition that it made. A cycle is due from its start on. */
export function toldTax(tax: TaxStore, tell: TellTransition): TaxStore {
  /** Memory only: the newest transaction of the cycle under way. */
  let newest: { readonly cycle: number; readonly signature: string } | null = null;

  function note({ cycle }: Pick<StepKey, 'cycle'>, { signature }: Pick<StepOutcome, 'signature'>): void {
    if (signature !== null) newest = { cycle, signature };
  }

  async function told(made: Promise<boolean>, transition: Omit<Transition, 'of' | 'dueAt'>): Promise<boolean> {
    const isMade = await made;
    const { number } = transition;
    const signature = newest?.cycle === number ? newest.signature : null;
    // The id of a cycle is the unix second of its start.
    if (isMade) tell({ of: 'tax', dueAt: number * 1000, signature, ...transition });
    return isMade;
  }

  return {
    ...tax,
    async settleStep(step, outcome, lines) {
      await tax.settleStep(step, outcome, lines);
      note(step, outcome);
    },
    async settleSteps(settled) {
      await tax.settleSteps(settled);
      for (const { step, outcome } of settled) note(step, outcome);
    },
    start: (cycle) => told(tax.start(cycle), { number: cycle.id, from: null, to: 'harvest' }),
    move: (id, from, to) => told(tax.move(id, from, to), { number: id, from, to }),
    swapped(id, swap) {
      note({ cycle: id }, swap);
      return told(tax.swapped(id, swap), { number: id, from: 'swap', to: 'distribute' });
    },
    fail: (id, failure) =>
      told(tax.fail(id, failure), { number: id, from: failure.from, to: 'failed', reason: failure.reason }),
    finish: (id, outcome) => told(tax.finish(id, outcome), { number: id, from: 'distribute', to: 'done' }),
  };
}
