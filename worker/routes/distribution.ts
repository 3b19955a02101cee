import { type Context, Hono } from 'hono';
import * as z from 'zod';
import {
  activateBody,
  type DistributionConfig,
  type Preview,
  previewBody,
  saveBody,
} from '../../src/contract/distribution.ts';
import { previewUnits } from '../../src/distribution/amount.ts';
import { shownLabel } from '../../src/distribution/label.ts';
import { problemText } from '../../src/distribution/problemText.ts';
import { validatePercentages } from '../../src/distribution/validateWallets.ts';
import { distributionServices } from '../compose/distributionServices.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { ApiFault } from '../http/fault.ts';
import { versionAsked } from '../http/ifMatch.ts';
import { cursorParam, optionalLimitParam, parseBody, parseQuery } from '../http/parseInput.ts';
import { composeConfiguration, composePreview } from '../services/composeDistribution.ts';
import type { EditOutcome } from '../services/editDistribution.ts';
import { streamHistory } from '../services/streamHistory.ts';

/** Who receives the collected tax: looking, saving, activating, trying out. */
export const distributionRoutes = new Hono<AppEnv>()
  .get('/config', async (c) => answerState(c, await servicesOf(c).state()))
  .put('/config/:id', async (c) => {
    requireKnown(c);
    const from = versionAsked(c);
    const { wallets } = await parseBody(c, saveBody);
    return answerState(c, stateAfter(await servicesOf(c).save({ wallets, from, by: c.get('admin') })));
  })
  .post('/config/:id/activate', async (c) => {
    requireKnown(c);
    const from = versionAsked(c);
    await parseBody(c, activateBody, { whenEmpty: '{}' });
    return answerState(c, stateAfter(await servicesOf(c).activate({ from, by: c.get('admin') })));
  })
  .get('/config/:id/history', async (c) => {
    requireKnown(c);
    const { limit, cursor } = parseQuery(c, z.object({ limit: optionalLimitParam, cursor: cursorParam.optional() }));
    const { history } = servicesOf(c);
    if (limit === undefined) {
      c.header('Content-Type', 'application/json');
      return c.body(await streamHistory(history, cursor ?? null));
    }
    const { page, nextCursor } = await history(limit, cursor ?? null);
    return c.json({ success: true, data: page, nextCursor } as const);
  })
  .post('/preview', async (c) => {
    const { amount, wallets, currency } = await parseBody(c, previewBody);
    const total = previewUnits(amount, currency);
    const errors = [
      ...(typeof total === 'string' ? [total] : []),
      ...validatePercentages(wallets).map((problem) => problemText(problem)),
    ];
    if (typeof total === 'string' || errors.length > 0) throw brokenRules(errors);
    return c.json({ success: true, data: composePreview(total, currency, wallets) satisfies Preview } as const);
  });

type Edge = Context<AppEnv>;
type DistributionState = EditOutcome extends infer O ? (O extends { readonly state: infer S } ? S : never) : never;

const servicesOf = (c: Edge) => distributionServices(c.env, c.get('settings'));

function answerState(c: Edge, state: DistributionState) {
  c.header('ETag', `"${state.version}"`);
  return c.json({ success: true, data: composeConfiguration(state) satisfies DistributionConfig } as const);
}

function requireKnown(c: Edge): void {
  const id = c.req.param('id') ?? '';
  const { configId } = servicesOf(c);
  if (id !== configId)
    throw new ApiFault(
      'NOT_FOUND',
      `There is no configuration ${shownLabel(id)}. The one there is has id ${configId}.`,
    );
}

/** What is stored after an edit; one that was refused is answered as a fault. */
function stateAfter(outcome: EditOutcome): DistributionState {
  switch (outcome.kind) {
    case 'done':
      return outcome.state;
    case 'broken-rules':
      throw brokenRules(outcome.problems.map((problem) => problemText(problem)));
    case 'stale': {
      const { version, madeBy } = outcome.state;
      const sentence = `Version ${outcome.from} is not the newest: version ${version} was saved by ${madeBy}. Look at what changed, then try again.`;
      throw new ApiFault('STALE_VERSION', sentence, { data: composeConfiguration(outcome.state) });
    }
  }
}

function brokenRules(errors: readonly string[]): ApiFault {
  return new ApiFault('BROKEN_RULES', errors.join('; '), { errors });
}
