import type { Operations, OperatorAction } from '../../src/contract/operations.ts';
import { composeAction, readOperations } from '../answers/console/readOperations.ts';
import { NO_PULSE } from '../answers/health/pulses.ts';
import { readBook } from '../answers/rounds/answerTerms.ts';
import { createRpc } from '../chain/node/rpc.ts';
import type { Env } from '../env.ts';
import type { ExitOrder } from '../rounds/exits/exitRound.ts';
import type { RecoverOrder } from '../rounds/exits/recoverRound.ts';
import { warningsOf } from '../settings/findWarnings.ts';
import { settingsOf } from '../settings/parseSettings.ts';
import type { Settings } from '../settings/Settings.ts';
import { endTaxPause, startPause, startTaxPause } from '../store/journal/pauses.ts';
import { type ResumeOutcome, type Resumption, resumeRounds } from '../store/rounds/outflows.ts';
import { actionsStatement, type Deed, parseActions } from '../store/views/console/actions.ts';
import { lotteryOf } from '../terms/countMade.ts';
import { differsFrom } from '../terms/differsFrom.ts';
import { createServices } from './roundServices.ts';

type By = Omit<Deed, 'at' | 'reason'> & { readonly reason: string };

/** What an operator may ask and do, for one request. */
export function operatorServices(env: Env, settings: Settings) {
  const now = () => Date.now();
  const platform = {
    ...{ settings, db: env.DB, kv: env.CACHE, now, newId: () => crypto.randomUUID() },
    fetch: ((...asked) => fetch(...asked)) as typeof fetch,
    // Alerts about an operator's own work are not handed on here: the alerts' object finds them in D1 within a minute.
    tell: () => undefined,
    ...{ known: null, pulse: NO_PULSE },
  };
  return {
    async operations(): Promise<Operations> {
      const { differences } = differsFrom(settings, await readBook(env.DB, lotteryOf(settings)), null);
      const rpc = createRpc({ urls: settings.rpcUrls, fetch: platform.fetch, now });
      const warnings = [...warningsOf(settingsOf(env), now() / 1000), ...differences];
      return readOperations({ db: env.DB, settings, rpc, warnings, now });
    },
    /** What operators did, newest first. `before` is the `nextCursor` of the page before; null for the first page. */
    async actions(
      limit: number,
      before: number | null,
    ): Promise<{ data: OperatorAction[]; nextCursor: string | null }> {
      const { results } = await actionsStatement(env.DB, limit + 1, before).all();
      const page = parseActions(results);
      const last = page.length > limit ? page[limit - 1] : undefined;
      return { data: page.slice(0, limit).map(composeAction), nextCursor: last ? `${last.number}` : null };
    },
    /** Pauses the rounds: no new round is locked. */
    pause: (by: string, reason: string): Promise<void> => startPause(env.DB, by, reason, now()),
    /** Ends the pause of the rounds. The pause stays while an outflow is not acknowledged. */
    resume: (request: Omit<Resumption, 'at'>): Promise<ResumeOutcome> =>
      resumeRounds(env.DB, { ...request, at: now() }),
    /** Pauses the tax: no new transaction of it is signed. */
    pauseTax: (by: By): Promise<void> => startTaxPause(env.DB, { ...by, at: now() }),
    resumeTax: (by: By): Promise<void> => endTaxPause(env.DB, { ...by, at: now() }),
    recoverRound: (order: RecoverOrder) => createServices(platform).recoverRound(order),
    exitRound: (order: ExitOrder) => createServices(platform).exitRound(order),
  };
}
