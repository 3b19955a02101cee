import { type Context, Hono } from 'hono';
import * as z from 'zod';
import {
  activateBody,
  type DistributionConfig,
  decideBody,
  lookUpBody,
  type Preview,
  previewBody,
  saveBody,
} from '../../../src/contract/distribution.ts';
import { previewUnits } from '../../../src/distribution/amount.ts';
import { shownLabel } from '../../../src/distribution/label.ts';
import { problemText } from '../../../src/distribution/problemText.ts';
import { validatePercentages } from '../../../src/distribution/validateWallets.ts';
import { composePreview } from '../../answers/tax/composeDistribution.ts';
import { streamHistory } from '../../answers/tax/streamHistory.ts';
import { distributionServices, KNOWN_CONFIG } from '../../compose/distributionServices.ts';
import type { AppEnv } from '../../http/appEnv.ts';
import { ApiFault } from '../../http/fault.ts';
import { handAlert } from '../../http/handAlert.ts';
import { cursorParam, optionalLimitParam, parseBody, parseQuery, versionAsked } from '../../http/parseInput.ts';
import { requireRole } from '../../http/requireAdminKey.ts';

/** The routes about who receives the collected tax. */
export const distributionRoutes = new Hono<AppEnv>()
  .get('/config', async (c) => answerState(c, await (await servicesOf(c)).state()))
  .put('/config/:id', requireRole('distribute'), async (c) => {
    requireKnown(c);
    const from = versionAsked(c);
    const { wallets } = await parseBody(c, saveBody);
    return answerState(c, await stateAfter(c, await (await servicesOf(c)).save({ wallets, from, by: c.get('admin') })));
  })
  .post('/config/:id/activate', requireRole('distribute'), async (c) => {
    requireKnown(c);
    const from = versionAsked(c);
    await parseBody(c, activateBody, { whenEmpty: '{}' });
    return answerState(c, await stateAfter(c, await (await servicesOf(c)).activate({ from, by: c.get('admin') })));
  })
  .post('/config/:id/confirm', requireRole('distribute'), async (c) => {
    requireKnown(c);
    const { ask } = await parseBody(c, decideBody);
    return answerDecision(c, await (await servicesOf(c)).confirm(ask, c.get('admin')));
  })
  // Any key may do this: stopping moves no money.
  .post('/config/:id/stop', async (c) => {
    requireKnown(c);
    const { ask } = await parseBody(c, decideBody);
    return answerDecision(c, await (await servicesOf(c)).stop(ask, c.get('admin')));
  })
  .post('/lookup', async (c) => {
    const { addresses } = await parseBody(c, lookUpBody);
    return c.json({ success: true, data: await (await servicesOf(c)).lookUp(addresses) } as const);
  })
  .get('/config/:id/history', async (c) => {
    requireKnown(c);
    const { limit, cursor } = parseQuery(c, z.object({ limit: optionalLimitParam, cursor: cursorParam.optional() }));
    const { history } = await servicesOf(c);
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
type EditOutcome = Awaited<ReturnType<Awaited<ReturnType<typeof distributionServices>>['save']>>;
type DistributionState = EditOutcome extends infer O ? (O extends { readonly state: infer S } ? S : never) : never;

const servicesOf = (c: Edge) => distributionServices(c.env, c.get('settings'), (alert) => handAlert(c.env, alert));

async function answerState(c: Edge, state: DistributionState) {
  return answerConfig(c, await (await servicesOf(c)).compose(state));
}

function answerConfig(c: Edge, config: DistributionConfig) {
  c.header('ETag', `"${config.version}"`);
  return c.json({ success: true, data: config } as const);
}

type Decided = Awaited<ReturnType<Awaited<ReturnType<typeof servicesOf>>['confirm']>>;

/** The stored state after a confirmation or a stop. Throws a fault if nothing was changed. */
function answerDecision(c: Edge, { outcome, config }: Decided) {
  switch (outcome) {
    case 'done':
      return answerConfig(c, config);
    case 'own':
      throw new ApiFault(
        'FORBIDDEN',
        `${c.get('admin')} asked for this activation. A key with another name has to confirm it.`,
      );
    case 'confirmed':
      throw new ApiFault('NOT_WAITING', 'The activation needs no other key any more, and waits for its time.', {
        data: config,
      });
    case 'gone':
      throw new ApiFault(
        'NOT_WAITING',
        'The activation does not wait any more. Look at what is in force, and at what waits now.',
        { data: config },
      );
  }
}

function requireKnown(c: Edge): void {
  const id = c.req.param('id') ?? '';
  if (id !== KNOWN_CONFIG)
    throw new ApiFault(
      'NOT_FOUND',
      `There is no configuration ${shownLabel(id)}. The only one has the id ${KNOWN_CONFIG}.`,
    );
}

/** The stored state after an edit. Throws a fault if the edit was refused. */
async function stateAfter(c: Edge, outcome: EditOutcome): Promise<DistributionState> {
  switch (outcome.kind) {
    case 'done':
      return outcome.state;
    case 'broken-rules':
      throw brokenRules(outcome.problems.map((problem) => problemText(problem)));
    case 'stale': {
      const { version, madeBy } = outcome.state;
      const sentence = `Version ${outcome.from} is not the newest: version ${version} was saved by ${madeBy}. Look at what changed, then try again.`;
      throw new ApiFault('STALE_VERSION', sentence, { data: await (await servicesOf(c)).compose(outcome.state) });
    }
  }
}

function brokenRules(errors: readonly string[]): ApiFault {
  return new ApiFault('BROKEN_RULES', errors.join('; '), { errors });
}
