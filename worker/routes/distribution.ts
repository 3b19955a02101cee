import { type Context, Hono } from 'hono';
import * as z from 'zod';
import {
  activateBody,
  type ChangeRecord,
  type DistributionConfig,
  type Preview,
  previewBody,
  saveBody,
} from '../../src/contract/distribution.ts';
import { previewUnits } from '../../src/distribution/amount.ts';
import { shownLabel } from '../../src/distribution/label.ts';
import { problemText } from '../../src/distribution/problemText.ts';
import { validatePercentages } from '../../src/distribution/validateWallets.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { ApiFault } from '../http/fault.ts';
import { versionAsked } from '../http/ifMatch.ts';
import { cursorParam, limitParam, parseBody, parseQuery } from '../http/parseInput.ts';
import { composeChange, composeConfiguration, composePreview } from '../services/composeDistribution.ts';
import { createEditDistribution, type EditOutcome } from '../services/editDistribution.ts';
import { CONFIG_ID, createDistributionStore } from '../store/distribution.ts';
import { distributionHistory } from '../store/distributionHistory.ts';
import type { DistributionState } from '../store/distributionRows.ts';

/** Who receives the collected tax: looking, saving, activating, trying out. */
export const distributionRoutes = new Hono<AppEnv>()
  .get('/config', async (c) => answerState(c, await storeOf(c).state()))
  .put('/config/:id', async (c) => {
    requireKnown(c.req.param('id'));
    const from = versionAsked(c);
    const { wallets } = await parseBody(c, saveBody);
    return answerState(c, stateAfter(await editorOf(c).save({ wallets, from, by: c.get('admin') })));
  })
  .post('/config/:id/activate', async (c) => {
    requireKnown(c.req.param('id'));
    const from = versionAsked(c);
    await parseBody(c, activateBody, '{}');
    return answerState(c, stateAfter(await editorOf(c).activate({ from, by: c.get('admin') })));
  })
  .get('/config/:id/history', async (c) => {
    requireKnown(c.req.param('id'));
    const { limit, cursor } = parseQuery(c, z.object({ limit: limitParam, cursor: cursorParam.optional() }));
    // The first record is made with the first version.
    await storeOf(c).state();
    const query = { configId: CONFIG_ID, limit: limit + 1, before: cursor ?? null };
    const found = await distributionHistory(c.env.DB, query);
    const page = found.slice(0, limit);
    const nextCursor = found.length > limit ? `${page.at(-1)?.number}` : null;
    return c.json({ success: true, data: page.map(composeChange) satisfies ChangeRecord[], nextCursor } as const);
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

function storeOf(c: Edge) {
  const { pool, adminWallet } = c.get('settings');
  const [now, newId] = [() => Date.now(), () => crypto.randomUUID()];
  return createDistributionStore(c.env.DB, { pool: pool.address, admin: adminWallet, now, newId });
}

function editorOf(c: Edge) {
  return createEditDistribution({ store: storeOf(c), now: () => Date.now() });
}

function answerState(c: Edge, state: DistributionState) {
  c.header('ETag', `"${state.version}"`);
  return c.json({ success: true, data: composeConfiguration(state) satisfies DistributionConfig } as const);
}

function requireKnown(id: string): void {
  if (id !== CONFIG_ID)
    throw new ApiFault(
      'NOT_FOUND',
      `There is no configuration ${shownLabel(id)}. The one there is has id ${CONFIG_ID}.`,
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
