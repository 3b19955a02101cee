import { DurableObject } from 'cloudflare:workers';
import { createTaxServices } from '../compose/taxServices.ts';
import type { Env } from '../env.ts';
import { parseSettings } from '../settings/parseSettings.ts';
import { createBurst } from './createBurst.ts';
import { PLATFORM, PLATFORM_CLOCK } from './platform.ts';
import { createSingleRun } from './singleRun.ts';
import type { TaxStub } from './stubs/TaxStub.ts';

const RETRY_MS = 1_000;

/**
 * The tax cycle's lock: one object of its own, so that a slow exchange never keeps a round waiting. The cron wakes it
 * every two minutes; a cycle under way goes on by its alarm. As with the rounds, that nothing happens twice is the
 * database's and the chain's doing.
 */
export class TaxObject extends DurableObject<Env> implements Omit<TaxStub, keyof Rpc.DurableObjectBranded> {
  private readonly services: ReturnType<typeof createTaxServices> | null;
  private isStartWanted = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const parsed = parseSettings(env);
    this.services = parsed.ok
      ? createTaxServices({
          settings: parsed.settings,
          db: env.DB,
          kv: env.CACHE,
          ...PLATFORM,
        })
      : null;
  }

  private readonly run = createSingleRun(async (): Promise<number> => {
    const mayStart = this.isStartWanted;
    this.isStartWanted = false;
    try {
      const { wakeAt, problem } = (await this.services?.collect(mayStart)) ?? {
        wakeAt: Number.MAX_SAFE_INTEGER,
        problem: null,
      };
      if (problem !== null) console.warn(`tax: ${problem}`);
      return wakeAt;
    } catch (error) {
      console.error(`tax not collected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return Date.now() + RETRY_MS;
    }
  });

  private readonly burst = createBurst({
    ...PLATFORM_CLOCK,
    run: this.run,
    setAlarm: (at) => this.ctx.storage.setAlarm(at),
    calls: () => this.services?.calls() ?? 0,
  });

  override async alarm(): Promise<void> {
    if (this.services !== null) await this.burst();
  }

  /** Continues the cycle under way, or begins one; returns once its burst of steps has ended. */
  async collect(): Promise<void> {
    if (this.services === null) return;
    this.isStartWanted = true;
    // First: the alarm behind a burst goes on even if the wait below is given up.
    const burst = this.burst();
    this.ctx.waitUntil(burst);
    await this.run();
  }
}
