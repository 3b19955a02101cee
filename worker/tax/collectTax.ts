import { SignerRefusal } from '../chain/signing/signer.ts';
import { createPollAgain } from '../engine/pollAgain.ts';
import { tellOverdue } from '../engine/raiseAlerts.ts';
import { type RunResult, runSteps, type Step, waitFor } from '../engine/runSteps.ts';
import type { TaxCycleInFlight } from '../store/rows/taxRows.ts';
import { POLL_MS, type TaxContext, type TaxInput } from './context.ts';
import { distributeTax } from './distributeTax.ts';
import { harvestTax } from './harvestTax.ts';
import { rememberCycle } from './rememberCycle.ts';
import { createStartCycle } from './startCycle.ts';
import { swapTax } from './swapTax.ts';
import { withdrawTax } from './withdrawTax.ts';

const REFUSED_RETRY_MS = 60_000;
/**
 * How long to wait when no cycle is under way, or when the tax is paused. The alarm that comes then begins no cycle:
 * only a cron or an operator begins one.
 */
const IDLE_MS = 30 * 60_000;
const PAUSED = 'An operator has paused the tax.';

/**
 * The one idempotent way in which the tax moves. An unfinished cycle is continued. A new one begins only if there is
 * none, and only if `mayStart` is true, which says that a cron or an operator asks for one.
 */
export function createCollectTax(input: TaxInput): (mayStart: boolean) => Promise<RunResult> {
  const { now } = input;
  const { tax, forget } = rememberCycle(input.tax, now);
  const context: TaxContext = {
    ...input,
    tax,
    pollAgain: createPollAgain(now, POLL_MS),
  };
  const startCycle = createStartCycle(context);

  /** Takes the step that the cycle's state waits for. */
  async function move(cycle: TaxCycleInFlight): Promise<Step> {
    const { id, startedAt, state } = cycle;
    const message = `Tax cycle ${id} is still at "${state}" 15 minutes after its start.`;
    await tellOverdue(context, { at: startedAt, key: `tax-late:${id}`, message });
    try {
      return await takeStep(context, cycle);
    } catch (error) {
      // Perhaps another instance has ended the cycle: the journal then takes no attempt of it. The next look reads the
      // cycle from the database.
      forget();
      if (!(error instanceof SignerRefusal)) throw error;
      console.error(error.message);
      return waitForOperator(cycle, error.message);
    }
  }

  /** A cycle is never given up because a signer refused something: it waits, and the refusal is stored. */
  async function waitForOperator({ id, state }: TaxCycleInFlight, cause: string): Promise<Step> {
    await tax.refused(id, state, cause);
    await context.raiseAlert(`tax-refused:${id}:${state}`, cause);
    const problem = 'The signer refused a step of the tax cycle. An operator has to look at it.';
    return waitFor(context, REFUSED_RETRY_MS, problem);
  }

  return async (mayStart) => {
    let isWanted = mayStart;
    // A cron or an operator calls, so what others wrote meanwhile has to be seen.
    if (mayStart) forget();
    return runSteps(async () => {
      const work = await tax.work();
      // Even what was sent is not followed here during the pause, because the tax promises no deadline.
      if (work?.isPaused) return waitFor(context, IDLE_MS, PAUSED);
      if (work !== null) {
        await context.firstHand.meet(work.cycle);
        return move(work.cycle);
      }
      // While rounds are only rehearsed, no cycle begins. A cycle under way is continued, because it has moved its
      // receivers' money.
      if (!isWanted || context.settings.payouts === 'shadow') return waitFor(context, IDLE_MS);
      isWanted = false;
      if (await input.isPaused()) return waitFor(context, IDLE_MS, PAUSED);
      return (await startCycle()) ?? waitFor(context, IDLE_MS);
    }, now);
  };
}

function takeStep(context: TaxContext, cycle: TaxCycleInFlight): Promise<Step> {
  switch (cycle.state) {
    case 'harvest':
      return harvestTax(context, cycle);
    case 'withdraw':
      return withdrawTax(context, cycle);
    case 'swap':
      return swapTax(context, cycle);
    case 'distribute':
      return distributeTax(context, cycle);
  }
}
