import { DurableObject } from 'cloudflare:workers';
import * as z from 'zod';
import { distributionWallet } from '../../src/contract/distribution.ts';
import { stackText } from '../../src/errorText.ts';
import { isRecent } from '../../src/round/isRecent.ts';
import { type TaxPulse, taxPulseSchema } from '../answers/health/pulses.ts';
import { keptTroubles, noteIn } from '../compose/noteIn.ts';
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
  private services: ReturnType<typeof createTaxServices> | null = null;
  private isStartWanted = false;
  private pulse: TaxPulse = { startedAt: null, collectedAt: null, problem: null };
  private readonly pulseNote = noteIn(this.ctx.storage, 'pulse', taxPulseSchema);
  private keptAt = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const parsed = parseSettings(env);
    if (!parsed.ok) return;
    void ctx.blockConcurrencyWhile(async () => {
      this.services = createTaxServices({
        settings: parsed.settings,
        db: env.DB,
        kv: env.CACHE,
        ...PLATFORM,
        tell: createSendAlert(env, (work) => ctx.waitUntil(work)),
        troubles: await keptTroubles(ctx.storage, parsed.settings.rpcUrls),
        begunNote: noteIn(ctx.storage, 'begun', begunNote),
        carryNote: noteIn(ctx.storage, 'carry', carryNote),
        splitNote: noteIn(ctx.storage, 'split', splitNote),
      });
      this.pulse = (await this.pulseNote.read()) ?? this.pulse;
      if (this.pulse.startedAt !== null) return;
      this.pulse = { ...this.pulse, startedAt: PLATFORM.now() };
      await this.pulseNote.write(this.pulse);
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
      console.error(`tax not collected: ${stackText(error)}`);
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
    await this.burst.ask();
  }

  /**
   * Called by the cron of every minute: collects if no run has succeeded for `ms`, because the tax's own cron may be
   * lost then.
   */
  async collectAfter(ms: number): Promise<void> {
    const { collectedAt, startedAt } = this.pulse;
    if (isRecent(collectedAt ?? startedAt ?? 0, PLATFORM.now(), ms)) return;
    console.warn('tax: nothing was collected lately; the cron of every minute asks for it');
    await this.collect();
  }

  async exit(order: CycleOrder): Promise<CycleOutcome> {
    return this.ready().exitCycle(order);
  }

  async readPulse(): Promise<TaxPulse> {
    return this.pulse;
  }

  private ready(): NonNullable<typeof this.services> {
    if (this.services === null) throw new Error('the settings cannot be read');
    return this.services;
  }

  /**
   * Notes what a run has shown: in memory at once. In storage at once if the problem has changed, otherwise at most
   * once a minute.
   */
  private async note(seen: Partial<TaxPulse>): Promise<void> {
    const { problem } = this.pulse;
    this.pulse = { ...this.pulse, ...seen };
    if (this.pulse.problem === problem && isRecent(this.keptAt, PLATFORM.now(), KEEP_MS)) return;
    this.keptAt = PLATFORM.now();
    await this.pulseNote.write(this.pulse);
  }
}
