import { isRecent } from '../../src/round/isRecent.ts';
import type { TaxLine, TaxStep } from '../store/rows/taxRows.ts';
import type { CycleWork, TaxStore } from '../store/tax/taxCycles.ts';

/** A cycle that only waits is not read again for this long. */
const KNOWN_MS = 10_000;

interface Known {
  readonly work: CycleWork;
  readonly readAt: number;
}

export interface RememberingTax {
  readonly tax: TaxStore;
  /** Called when somebody else may have changed the cycle. The next look then reads the database. */
  forget(): void;
}

/**
 * The store of tax cycles with a memory: while the cycle in flight waits for the chain, it is kept with its steps and
 * lines. Each write through this store clears the memory. The memory decides nothing: each write takes effect only if
 * the row is still as it was, and the journal lets each transaction be signed once.
 */
export function rememberCycle(tax: TaxStore, now: () => number): RememberingTax {
  let known: Known | null = null;
  let forgotten = 0;
  const forget = () => {
    forgotten += 1;
    known = null;
  };
  const written = <T>(write: Promise<T>): Promise<T> => write.finally(forget);

  async function work(): Promise<CycleWork | null> {
    if (known !== null && isRecent(known.readAt, now(), KNOWN_MS)) return known.work;
    const before = forgotten;
    const read = await tax.work();
    known = read === null || before !== forgotten ? null : { work: read, readAt: now() };
    return read;
  }

  /** The work of the cycle `id`, remembered or read anew; null when this cycle is not in flight. */
  async function workOf(id: number): Promise<CycleWork | null> {
    const current = await work();
    return current?.cycle.id === id ? current : null;
  }

  async function steps(id: number): Promise<readonly TaxStep[]> {
    return (await workOf(id))?.steps ?? tax.steps(id);
  }

  async function lines(id: number): Promise<TaxLine[]> {
    const current = await workOf(id);
    return current === null ? tax.lines(id) : [...current.lines];
  }

  return {
    forget,
    tax: {
      ...{ get: tax.get, newestEnded: tax.newestEnded, lastSwap: tax.lastSwap, carriedOver: tax.carriedOver },
      ...{ work, lines },
      inFlight: async () => (await work())?.cycle ?? null,
      steps: async (id, name) => (await steps(id)).filter((step) => name === undefined || step.name === name),
      start: (cycle) => written(tax.start(cycle)),
      recordEmpty: (look) => written(tax.recordEmpty(look)),
      move: (id, from, to, landed) => written(tax.move(id, from, to, landed)),
      fail: (id, failure) => written(tax.fail(id, failure)),
      refused: (id, state, detail) => written(tax.refused(id, state, detail)),
      swapped: (id, swap) => written(tax.swapped(id, swap)),
      look: (id, offer) => written(tax.look(id, offer)),
      pinConfig: (id, version) => written(tax.pinConfig(id, version)),
      plan: (id, plan) => written(tax.plan(id, plan)),
      finish: (id, outcome) => written(tax.finish(id, outcome)),
      addStep: (step) => written(tax.addStep(step)),
      settleSteps: (settled) => written(tax.settleSteps(settled)),
      settleStep: (step, outcome, status) => written(tax.settleStep(step, outcome, status)),
      splitPart: (cycle, part, moves) => written(tax.splitPart(cycle, part, moves)),
    },
  };
}
