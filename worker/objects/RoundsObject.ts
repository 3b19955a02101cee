import { DurableObject } from 'cloudflare:workers';
import type { Address } from '../../src/address/address.ts';
import { errorText } from '../../src/errorText.ts';
import { closedRounds, type RoundClock } from '../../src/round/clock.ts';
import { NO_PULSE, type Pulse, pulseSchema } from '../answers/health/pulses.ts';
import type { Standing } from '../answers/state/indexHolders.ts';
import { chainViewSchema, type PublicState, writePublicState } from '../cache/publicState.ts';
import { keptTroubles, noteIn } from '../compose/noteIn.ts';
import { createServices, type Services } from '../compose/roundServices.ts';
import type { Env, RoundsStub } from '../env.ts';
import { parseSettings } from '../settings/parseSettings.ts';
import type { Settings } from '../settings/Settings.ts';
import type { InDraw } from '../telling/pushNews.ts';
import { createBurst } from './createBurst.ts';
import { createPublicView } from './createPublicView.ts';
import { createRoundsRun, ROUNDS_HUNG_MS } from './createRoundsRun.ts';
import { createStateKeeper } from './createStateKeeper.ts';
import { createWatch } from './createWatch.ts';
import { orEnd } from './orEnd.ts';
import { PLATFORM, PLATFORM_CLOCK } from './platform.ts';
import { createSendAlert } from './sendAlert.ts';

/**
 * The one place where rounds move: alarm, crons and visitors' triggers lead to the same idempotent `advance`. Only
 * database and chain make sure that nothing happens twice, since two instances of this object may overlap for a moment.
 */
export class RoundsObject extends DurableObject<Env> implements Omit<RoundsStub, keyof Rpc.DurableObjectBranded> {
  private readonly settings: Settings | null;
  private services: Services | null = null;
  private pulse: Pulse = NO_PULSE;
  private readonly pulseNote = noteIn(this.ctx.storage, 'pulse', pulseSchema);
  private readonly chainNote = noteIn(this.ctx.storage, 'chain', chainViewSchema);

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const parsed = parseSettings(env);
    this.settings = parsed.ok ? parsed.settings : null;
    if (!parsed.ok) return;
    void ctx.blockConcurrencyWhile(async () => {
      const [pulse, known, troubles] = await Promise.all([
        this.pulseNote.read(),
        this.chainNote.read(),
        keptTroubles(ctx.storage, parsed.settings.rpcUrls),
      ]);
      this.pulse = { ...(pulse ?? NO_PULSE), startedAt: pulse?.startedAt ?? Date.now() };
      this.services = createServices({
        settings: parsed.settings,
        db: env.DB,
        kv: env.CACHE,
        ...PLATFORM,
        tell: createSendAlert(env, (work) => ctx.waitUntil(work)),
        ...{ known, pulse: this.pulse, troubles },
      });
      await this.pulseNote.write(this.pulse);
    });
  }

  private readonly rounds = createRoundsRun({
    advanceRound: () => this.ready().advanceRound,
    abort: (reason) => this.ctx.abort(reason),
    onEnd: (changed) => {
      if (changed) {
        this.state.outdate();
        this.ctx.waitUntil(this.publish());
      }
      this.ctx.waitUntil(this.watch.witnesses());
    },
    onFault: () => this.state.outdate(),
    note: (seen) => this.note(seen),
    now: PLATFORM_CLOCK.now,
  });

  private readonly burst = createBurst({
    ...PLATFORM_CLOCK,
    run: this.rounds.run,
    setAlarm: (at) => this.ctx.storage.setAlarm(at),
    keep: (work) => this.ctx.waitUntil(work),
    calls: () => this.services?.calls() ?? 0,
  });

  private readonly watch = createWatch({
    watched: () => this.ready(),
    isPoolInDoubt: () => this.view.isPoolInDoubt(),
    onNews: () => this.state.outdate(),
    note: (seen) => this.note(seen),
    now: PLATFORM_CLOCK.now,
  });

  private readonly state = createStateKeeper({
    read: () =>
      orEnd(this.ready().readPublicState(), {
        ...{ what: 'a reading for the pages', ms: ROUNDS_HUNG_MS },
        abort: (reason) => this.ctx.abort(reason),
      }),
    closedRounds: () => (this.settings === null ? 0 : closedRounds(this.settings.clock, Date.now() / 1000)),
    now: PLATFORM_CLOCK.now,
  });

  private readonly view = createPublicView({
    watched: () => this.ready(),
    watch: this.watch,
    state: this.state,
    clock: () => this.clock(),
    later: (work) => this.ctx.waitUntil(work),
    runEnded: () => this.rounds.ended(),
    ...PLATFORM_CLOCK,
  });

  override async alarm(): Promise<void> {
    if (this.settings !== null) await this.burst.goOn();
  }

  /** The caller may have changed the database, so nothing that was remembered of it is used. */
  async advance(): Promise<void> {
    if (this.settings === null) return;
    this.ready().advanceRound.forget();
    await this.burst.ask();
    this.state.outdate();
  }

  /** The minute cron: moves the rounds, which also renews a lost alarm, and does the work beside them. */
  async tick(): Promise<void> {
    if (this.settings === null) return;
    // Each by itself: if one fails, the others must still run.
    await Promise.allSettled([
      this.advance(),
      this.view.holdersAreDue() ? this.watch.holders() : null,
      this.watch.pool(),
      this.watch.beacon(),
      this.watch.witnesses(),
      this.watch.reconcile(),
      this.watch.journal(),
      this.watch.terms(),
      this.ready().watchRounds(),
    ]);
    await this.publish();
    // Last, because these two read long lists, and moving rounds comes first.
    await this.watch.fairness();
    await this.watch.tidyUp();
  }

  async trigger(): Promise<void> {
    if (this.rounds.isDue()) await this.burst.ask();
  }

  async publicState(refresh = false): Promise<PublicState> {
    return this.view.publicState(refresh);
  }

  async nextState(builtAt: number, ms: number): Promise<PublicState> {
    return this.view.nextState(builtAt, ms);
  }

  async wallet(address: Address): Promise<Standing | null> {
    return this.view.wallet(address);
  }

  async areIn(addresses: readonly string[]): Promise<readonly InDraw[]> {
    return this.view.areIn(addresses);
  }

  async readPulse(): Promise<Pulse> {
    return {
      ...this.pulse,
      rpcNodes: this.settings?.rpcUrls.length ?? 0,
      doubt: this.services?.doubts.newest() ?? null,
      payouts: this.services?.payouts.report() ?? null,
      terms: this.services?.watchTerms.report() ?? null,
    };
  }

  /**
   * Stores what was seen, so that a restarted object knows it. Puts the public state into KV, where the edge finds it
   * when this object is silent.
   */
  private async publish(): Promise<void> {
    try {
      await this.pulseNote.write(await this.readPulse());
      const state = await this.view.shown();
      await this.chainNote.write(this.ready().watchChain.view());
      await writePublicState(this.env.CACHE, state);
    } catch (error) {
      console.warn(`public state not published: ${errorText(error)}`);
    }
  }

  private note(seen: Partial<Pulse>): void {
    this.pulse = { ...this.pulse, ...seen };
  }

  private ready(): Services {
    if (this.services === null) throw new Error('not configured');
    return this.services;
  }

  private clock(): RoundClock {
    if (this.settings === null) throw new Error('not configured');
    return this.settings.clock;
  }
}
