import type { Operations } from '../../src/contract/operations.ts';
import { createRpc } from '../chain/rpc.ts';
import type { Env } from '../env.ts';
import { readOperations } from '../services/readOperations.ts';
import { warningsOf } from '../settings/findWarnings.ts';
import { settingsOf } from '../settings/parseSettings.ts';
import type { Settings } from '../settings/Settings.ts';
import { type ResumeOutcome, type Resumption, resumeRounds } from '../store/outflows.ts';
import { startPause } from '../store/pauses.ts';

/** What an operator may ask and do, for one request. */
export function operatorServices(env: Env, settings: Settings) {
  const now = () => Date.now();
  return {
    operations(): Promise<Operations> {
      const rpc = createRpc({ urls: settings.rpcUrls, fetch: (...asked) => fetch(...asked), now });
      const warnings = warningsOf(settingsOf(env), now() / 1000);
      return readOperations({ db: env.DB, settings, rpc, warnings, now });
    },
    /** Holds new locks off. */
    pause: (by: string, reason: string): Promise<void> => startPause(env.DB, by, reason, now()),
    /** Lets them go on, unless outflows that nobody has acknowledged stand in the way. */
    resume: (request: Omit<Resumption, 'at'>): Promise<ResumeOutcome> =>
      resumeRounds(env.DB, { ...request, at: now() }),
  };
}
