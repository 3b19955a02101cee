import { waitUntil } from 'cloudflare:workers';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import {
  pauseBody,
  reasonBody,
  recoverBody,
  resumeBody,
  roundExitBody,
  type SeenPayment,
} from '../../../src/contract/operations.ts';
import { errorText } from '../../../src/errorText.ts';
import type { RoundExit } from '../../../src/round/exits.ts';
import type { CycleExit } from '../../../src/tax/cycle.ts';
import { composeOutflow } from '../../answers/console/readOperations.ts';
import { isoOfMs } from '../../answers/isoTime.ts';
import { operatorServices } from '../../compose/operatorServices.ts';
import type { AppEnv } from '../../http/appEnv.ts';
import { ApiFault } from '../../http/fault.ts';
import { cursorParam, limitParam, parseBody, parseParams, parseQuery, roundParam } from '../../http/parseInput.ts';
import { requireRole } from '../../http/requireAdminKey.ts';
import { roundsObject, taxObject } from '../../objects/stubs.ts';

/**
 * What an operator can do: pause the rounds or the tax, let them go on, wake the rounds' object, put a lost round back
 * as committed, and decide how a waiting round or tax cycle goes on. None of it changes who has won.
 */
export const operationsRoutes = new Hono<AppEnv>()
  .use(requireRole('operate', 'changes'))
  .get('/', async (c) => c.json({ success: true, data: await operatorOf(c).operations() } as const))
  .get('/actions', async (c) => {
    const { limit, cursor } = parseQuery(c, z.object({ limit: limitParam, cursor: cursorParam.optional() }));
    return c.json({ success: true, ...(await operatorOf(c).actions(limit, cursor ?? null)) } as const);
  })
  .post('/pause', async (c) => {
    const { reason, part } = await parseBody(c, pauseBody);
    const by = c.get('admin');
    if (part === 'tax') {
      await operatorOf(c).pauseTax({ by, reason });
      // The tax object remembers its cycle. This call makes it read the database, where it finds the pause.
      await wake(taxObject(c.env).collect());
    } else {
      await operatorOf(c).pause(by, reason);
      await wake(roundsObject(c.env).advance());
    }
    return c.json({ success: true });
  })
  .post('/resume', async (c) => {
    const { reason, part, acknowledge } = await parseBody(c, resumeBody);
    const by = c.get('admin');
    if (part === 'tax') {
      await operatorOf(c).resumeTax({ by, reason });
      await wake(taxObject(c.env).collect());
    } else {
      requireResumed(await operatorOf(c).resume({ by, reason, acknowledge }));
      await wake(roundsObject(c.env).advance());
      // An acknowledged outflow has to be in a checkpoint before the next lock, which may come before the next cron.
      if (acknowledge.length > 0) waitUntil(roundsObject(c.env).tick());
    }
    return c.json({ success: true });
  })
  .post('/advance', async (c) => {
    await roundsObject(c.env).advance();
    return c.json({ success: true });
  })
  .post('/recover', async (c) => {
    const { reason, signature, copy } = await parseBody(c, recoverBody, { mostBytes: MOST_COPY_BYTES });
    const by = c.get('admin');
    requireDone('It', await operatorOf(c).recoverRound({ by, reason, signature, copy }));
    await wake(roundsObject(c.env).advance());
    return c.json({ success: true });
  })
  .post('/rounds/:round/release', (c) => exitRound(c, 'release'))
  .post('/rounds/:round/close', (c) => exitRound(c, 'close'))
  .post('/rounds/:round/shelve', (c) => exitRound(c, 'shelve'))
  .post('/cycles/:cycle/release', (c) => exitCycle(c, 'release'))
  .post('/cycles/:cycle/close', (c) => exitCycle(c, 'close'));

/** The most bytes of a copy of a full list, in JSON. */
const MOST_COPY_BYTES = 8 * 1024 * 1024;

const operatorOf = (c: Context<AppEnv>) => operatorServices(c.env, c.get('settings'));

async function exitRound(c: Context<AppEnv>, exit: RoundExit) {
  const { round } = parseParams(c, z.object({ round: roundParam }));
  const { reason, signature } = await parseBody(c, roundExitBody);
  const outcome = await operatorOf(c).exitRound({ round, exit, by: c.get('admin'), reason, signature });
  requireDone(`Round ${round}`, outcome);
  await wake(roundsObject(c.env).advance());
  return c.json({ success: true });
}

async function exitCycle(c: Context<AppEnv>, exit: CycleExit) {
  // A cycle's id has the form of a round's number.
  const { cycle } = parseParams(c, z.object({ cycle: roundParam }));
  const { reason } = await parseBody(c, reasonBody);
  requireDone(`Tax cycle ${cycle}`, await taxObject(c.env).exit({ cycle, exit, by: c.get('admin'), reason }));
  await wake(taxObject(c.env).collect());
  return c.json({ success: true });
}

/**
 * Makes an object look at once whether an order is stored for it. Never throws: if this call fails, the object finds
 * the order at its next look.
 */
async function wake(looked: Promise<void>): Promise<void> {
  try {
    await looked;
  } catch (error) {
    console.warn(`operations: an object was not woken: ${errorText(error)}`);
  }
}

type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'paid'; readonly payments: readonly Payment[] };
interface Payment {
  readonly signature: string;
  readonly to: string;
  readonly lamports: bigint;
  /** Unix seconds. */
  readonly blockTime: number | null;
}

/** Throws a fault for an exit that changed nothing. The fault says why, or names the payments that prevent it. */
function requireDone(subject: string, outcome: Outcome): void {
  switch (outcome.kind) {
    case 'done':
      return;
    case 'refused':
      throw new ApiFault('EXIT_REFUSED', outcome.sentence);
    case 'paid': {
      const payments = outcome.payments.map(({ signature, to, lamports, blockTime }): SeenPayment => {
        const at = blockTime === null ? null : isoOfMs(blockTime * 1000);
        return { signature, to, lamports: lamports.toString(), blockTime: at };
      });
      const named = [...new Set(payments.map(({ signature }) => signature))].join(', ');
      throw new ApiFault(
        'ALREADY_PAID',
        `${subject} has been paid already, at least in part: ${named}. It is not paid again; close it instead.`,
        { data: { payments } },
      );
    }
  }
}

/**
 * Throws a fault for a resume that changed nothing. The fault names the outflows that are still to be acknowledged, or
 * the acknowledged signatures that are not among the outflows found.
 */
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
