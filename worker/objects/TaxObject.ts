import { DurableObject } from 'cloudflare:workers';
import * as z from 'zod';
import { distributionWallet } from '../../src/contract/distribution.ts';
import { isRecent } from '../../src/round/isRecent.ts';
import { type TaxPulse, taxPulseSchema } from '../answers/health/pulses.ts';
import { createTaxServices } from '../compose/taxServices.ts';
import type { Env, TaxStub } from '../env.ts';
import { parseSettings } from '../settings/parseSettings.ts';
import type { CycleOrder, CycleOutcome } from '../store/tax/taxExits.ts';
import { createBurst } from './createBurst.ts';
import { orEnd } from './orEnd.ts';
import { PLATFORM, PLATFORM_CLOCK } from './platform.ts';
import { createSendAlert } from './sendAlert.ts';
import { createSingleRun } from './singleRun.ts';

const RETRY_MS = 1_000;
const PULSE_KEY = 'pulse';
const carryNote = z.object({ wallet: z.string(), newest: z.int(), before: z.int().nullable() });
const begunNote = z.object({ cycle: z.int(), wallet: z.string(), attempts: z.array(z.string()).nullable() });
const splitNote = z.object({ version: z.int(), wallets: z.array(distributionWallet) });
const KEEP_MS = 60_000;
/** How long a run may take. A step that reads half a day of the chain takes twenty minutes with slow nodes. */
const HUNG_MS = 30 * 60_000;

/**
 * Where tax cycles run, one step at a time. It is an object of its own, so that a slow exchange never delays a round. A
 * cycle that the cron began continues by the alarm.
 */
export class TaxObject extends DurableObject<Env> implements Omit<TaxStub, keyof Rpc.DurableObjectBranded> {
  private readonly services: ReturnType<typeof createTaxServices> | null;
  private isStartWanted = false;
  /** When a cycle was last asked for, unix milliseconds. Before the first request: when this instance began. */
  private askedAt = PLATFORM.now();
  private pulse: TaxPulse = { startedAt: null, collectedAt: null, problem: null, rpcCalls: 0 };
  private keptAt = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const parsed = parseSettings(env);
    this.services = parsed.ok
      ? createTaxServices({
          settings: parsed.settings,
          db: env.DB,
          kv: env.CACHE,
          ...PLATFORM,
          tell: createSendAlert(env, (work) => ctx.waitUntil(work)),
          begunNote: noteIn(ctx.storage, 'begun', begunNote),
          carryNote: noteIn(ctx.storage, 'carry', carryNote),
          splitNote: noteIn(ctx.storage, 'split', splitNote),
        })
      : null;
    void ctx.blockConcurrencyWhile(async () => {
      this.pulse = taxPulseSchema.safeParse(await ctx.storage.get(PULSE_KEY)).data ?? this.pulse;
      if (this.pulse.startedAt !== null) return;
      this.pulse = { ...this.pulse, startedAt: PLATFORM.now() };
      await ctx.storage.put(PULSE_KEY, this.pulse);
    });
  }

  private readonly run = createSingleRun(async (): Promise<number> => {
    const mayStart = this.isStartWanted;
    this.isStartWanted = false;
    try {
      const { wakeAt, problem } = await orEnd(this.ready().collect(mayStart), {
        ...{ what: 'a run', ms: HUNG_MS },
        abort: (reason) => this.ctx.abort(reason),
      });
      if (problem !== null) console.warn(`tax: ${problem}`);
      await this.note({ collectedAt: PLATFORM.now(), problem });
      return wakeAt;
    } catch (error) {
      console.error(`tax not collected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      await this.note({ problem: 'a step failed and is tried again; the log says which' });
      return Date.now() + RETRY_MS;
    }
  });

  private readonly burst = createBurst({
    ...PLATFORM_CLOCK,
    run: this.run,
    setAlarm: (at) => this.ctx.storage.setAlarm(at),
    keep: (work) => this.ctx.waitUntil(work),
    calls: () => this.services?.calls() ?? 0,
  });

  override async alarm(): Promise<void> {
    if (this.services !== null) await this.burst.goOn();
  }

  async collect(): Promise<void> {
    if (this.services === null) return;
    this.isStartWanted = true;
    this.askedAt = PLATFORM.now();
    await this.burst.ask();
  }

  /**
   * Called by the cron of every minute: collects if nobody has asked for a cycle for `ms`, since the tax's own cron is
   * lost then.
   */
  async collectAfter(ms: number): Promise<void> {
    if (isRecent(this.askedAt, PLATFORM.now(), ms)) return;
    console.warn('tax: its cron has not come; the cron of every minute collects instead');
    await this.collect();
  }

  async exit(order: CycleOrder): Promise<CycleOutcome> {
    return this.ready().exitCycle(order);
  }

  async readPulse(): Promise<TaxPulse> {
    return { ...this.pulse, rpcCalls: this.services?.calls() ?? 0 };
  }

  private ready(): NonNullable<typeof this.services> {
    if (this.services === null) throw new Error('the settings cannot be read');
    return this.services;
  }

  /** Notes what was seen: in memory at once, and in storage, for a restart, once a minute at most. */
  private async note(seen: Partial<TaxPulse>): Promise<void> {
    this.pulse = { ...this.pulse, ...seen };
    if (isRecent(this.keptAt, PLATFORM.now(), KEEP_MS)) return;
    this.keptAt = PLATFORM.now();
    await this.ctx.storage.put(PULSE_KEY, this.pulse);
  }
}

/** A note in the object's storage, under this key; null when it is missing or cannot be parsed. */
function noteIn<T>(storage: DurableObjectStorage, key: string, schema: z.ZodType<T>) {
  return {
    read: async () => schema.safeParse(await storage.get(key)).data ?? null,
    // Until the note is on disk, the platform holds back whatever would leave the object.
    write: (noted: T) => storage.put(key, noted),
  };
}
