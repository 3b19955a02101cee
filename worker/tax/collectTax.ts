import type { CycleInFlight } from '../../src/tax/cycle.ts';
import { SignerRefusal } from '../chain/signer.ts';
import { attempt } from '../engine/attempt.ts';
import { type Step, waitFor } from '../engine/step.ts';
import type { TaxCycle } from '../store/taxRows.ts';
import { createMayBegin } from './afterRestore.ts';
import { createAgreeInTime } from './agreeInTime.ts';
import type { TaxContext, TaxInput } from './context.ts';
import { distributeTax } from './distributeTax.ts';
import { harvestTax } from './harvestTax.ts';
import { createLookedAt } from './lookedAt.ts';
import { createPollAgain } from './pollAgain.ts';
import { createStartCycle } from './startCycle.ts';
import { swapTax } from './swapTax.ts';
import { withdrawTax } from './withdrawTax.ts';

/** A run stops taking further steps after this long; the next one goes on. */
const RUN_MS = 25_000;
const REFUSED_RETRY_MS = 60_000;
/** Nothing under way: the next cron begins. This is only the alarm that stands behind it. */
const IDLE_MS = 30 * 60_000;
/** A cycle that takes longer tells a person. */
const OVERDUE_MS = 15 * 60_000;

const STEPS = {
  harvest: harvestTax,
  withdraw: withdrawTax,
  swap: swapTax,
  distribute: distributeTax,
} as const satisfies Record<CycleInFlight, unknown>;

export interface CollectResult {
  /** When there will be something to do next, unix milliseconds. */
  readonly wakeAt: number;
  /** What keeps the tax from moving on, as a sentence; null when nothing does. */
  readonly problem: string | null;
}

/**
 * The one idempotent way the tax moves: an unfinished cycle is continued, and only when there is none may another begin
 * (`mayStart`: the cron asks). What to do follows from the database and the chain alone.
 */
export function createCollectTax(input: TaxInput): (mayStart: boolean) => Promise<CollectResult> {
  const { tax, now } = input;
  const context: TaxContext = {
    ...input,
    agree: createAgreeInTime(input),
    mayBegin: createMayBegin(input),
    pollAgain: createPollAgain(now),
    lookedAt: createLookedAt(),
  };
  const startCycle = createStartCycle(context);

  async function advance(cycle: TaxCycle): Promise<Step> {
    if (now() - cycle.startedAt > OVERDUE_MS) {
      await context.raiseAlert(
        `tax-late:${cycle.id}`,
        `Tax cycle ${cycle.id} is still at "${cycle.state}" 15 minutes after its start.`,
      );
    }
    try {
      return await STEPS[cycle.state as CycleInFlight](context, cycle);
    } catch (error) {
      if (!(error instanceof SignerRefusal)) throw error;
      await context.raiseAlert(`tax-refused:${cycle.id}:${cycle.state}`, error.message);
      return waitFor(
        context,
        REFUSED_RETRY_MS,
        'The signer refused a step of the tax cycle. An operator has to look at it.',
      );
    }
  }

  return async (mayStart) => {
    const deadline = now() + RUN_MS;
    let wanted = mayStart;
    for (;;) {
      const step = await attempt(async () => {
        const cycle = await tax.inFlight();
        if (cycle !== null) return advance(cycle);
        if (!wanted) return waitFor(context, IDLE_MS);
        wanted = false;
        return (await startCycle()) ?? waitFor(context, IDLE_MS);
      }, context);
      if (step.kind === 'wait') return { wakeAt: step.until, problem: step.problem ?? null };
      if (now() >= deadline) return { wakeAt: now(), problem: null };
    }
  };
}
