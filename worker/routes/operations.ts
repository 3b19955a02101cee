import { type Context, Hono } from 'hono';
import { reasonBody, resumeBody } from '../../src/contract/operations.ts';
import { operatorServices } from '../compose/operatorServices.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { ApiFault } from '../http/fault.ts';
import { roundsObject } from '../http/objects.ts';
import { parseBody } from '../http/parseInput.ts';
import { composeOutflow } from '../services/readOperations.ts';

/**
 * What an operator can do to the rounds (behind the guard of `adminRoutes`): hold new locks off, let them go on, and
 * wake the lock. Never touch a result.
 */
export const operationsRoutes = new Hono<AppEnv>()
  .get('/', async (c) => c.json({ success: true, data: await operatorOf(c).operations() } as const))
  .post('/pause', async (c) => {
    const { reason } = await parseBody(c, reasonBody);
    await operatorOf(c).pause(c.get('admin'), reason);
    await roundsObject(c.env).advance();
    return c.json({ success: true });
  })
  .post('/resume', async (c) => {
    const { reason, acknowledge } = await parseBody(c, resumeBody);
    requireResumed(await operatorOf(c).resume({ by: c.get('admin'), reason, acknowledge }));
    await roundsObject(c.env).advance();
    return c.json({ success: true });
  })
  .post('/advance', async (c) => {
    await roundsObject(c.env).advance();
    return c.json({ success: true });
  });

const operatorOf = (c: Context<AppEnv>) => operatorServices(c.env, c.get('settings'));

/** Faults of a resume that changed nothing, with the outflows that stand in its way. */
function requireResumed(outcome: Awaited<ReturnType<ReturnType<typeof operatorOf>['resume']>>): void {
  switch (outcome.kind) {
    case 'resumed':
      return;
    case 'unknown':
      throw new ApiFault(
        'UNKNOWN_OUTFLOW',
        `acknowledge: ${outcome.signatures.join(', ')} ${outcome.signatures.length === 1 ? 'is' : 'are'} not among the outflows that were found.`,
      );
    case 'unacknowledged': {
      const outflows = outcome.outflows.map(composeOutflow);
      const named = outflows.map((outflow) => outflow.signature).join(', ');
      throw new ApiFault(
        'UNACKNOWLEDGED_OUTFLOWS',
        `The pool signed what is not in the journal. To resume, acknowledge each of these by its signature: ${named}.`,
        { data: { outflows } },
      );
    }
  }
}
