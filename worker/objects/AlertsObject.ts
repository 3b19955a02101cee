import { DurableObject } from 'cloudflare:workers';
import { isRecent } from '../../src/round/isRecent.ts';
import { type AlertsPulse, seenSchema } from '../answers/health/pulses.ts';
import {
  type AlertServices,
  createAlertServices,
  createRefusedServices,
  type RefusedServices,
} from '../compose/alertServices.ts';
import { noteIn } from '../compose/noteIn.ts';
import type { AlertsStub, Env } from '../env.ts';
import { readableAlertSettings } from '../settings/alertSettings.ts';
import { parseSettings } from '../settings/parseSettings.ts';
import type { Alert } from '../store/journal/alerts.ts';
import { PLATFORM } from './platform.ts';
import { roundsObject, taxObject } from './stubs.ts';

/** Alerts that arrive within this time are told together. */
const GATHER_MS = 1_000;
/** Each `tick` sets the object's alarm at most this far ahead. If no cron has called `tick` by then, the alarm does. */
const BACKUP_MS = 90_000;
/** An object that takes longer than this to report its pulse counts as silent. */
const PULSE_MS = 6_000;

/**
 * Tells people of alerts. It has its own storage, so that alerts reach people while the database is lost or the rounds'
 * object hangs, and no round waits until people are told.
 */
export class AlertsObject extends DurableObject<Env> implements Omit<AlertsStub, keyof Rpc.DurableObjectBranded> {
  private services: AlertServices | null = null;
  /** Set while the settings are refused. */
  private refused: RefusedServices | null = null;
  private ticking: Promise<void> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const parsed = parseSettings(env);
    if (!parsed.ok) {
      const settings = readableAlertSettings(env);
      this.refused = createRefusedServices({
        ...{ settings, problems: parsed.problems, db: env.DB, sql: ctx.storage.sql },
        ...{ fetch: PLATFORM.fetch, now: PLATFORM.now },
      });
      return;
    }
    const note = noteIn(ctx.storage, 'seen', seenSchema);
    void ctx.blockConcurrencyWhile(async () => {
      this.services = createAlertServices({
        settings: parsed.settings,
        db: env.DB,
        sql: ctx.storage.sql,
        ...{ fetch: PLATFORM.fetch, now: PLATFORM.now, known: await note.read(), keep: note.write },
        readPulses: async () => {
          const [rounds, tax] = await Promise.all([
            orSilent(roundsObject(env).readPulse()),
            orSilent(taxObject(env).readPulse()),
          ]);
          return { rounds, tax };
        },
      });
    });
  }

  async raise(alert: Alert): Promise<void> {
    if (this.services === null) return;
    this.services.inbox.raise(alert);
    await this.setAlarmBefore(PLATFORM.now() + GATHER_MS);
  }

  async tick(): Promise<void> {
    const looks = this.services?.watch ?? this.refused;
    if (looks === null) return;
    await this.setAlarmBefore(PLATFORM.now() + BACKUP_MS);
    this.ticking ??= looks.tick().finally(() => {
      this.ticking = null;
    });
    await this.ticking;
    await this.setNextAlarm();
  }

  override async alarm(): Promise<void> {
    if (!isRecent(this.lookedAt() ?? 0, PLATFORM.now(), BACKUP_MS)) return this.tick();
    await this.services?.delivery.deliver();
    await this.setNextAlarm();
  }

  async readPulse(): Promise<AlertsPulse> {
    if (this.services === null) throw new Error('not configured');
    return this.services.watch.pulse();
  }

  private async setNextAlarm(): Promise<void> {
    const desk = this.services ?? this.refused;
    const soonest = Math.max(desk?.delivery.nextAt() ?? Number.POSITIVE_INFINITY, PLATFORM.now() + GATHER_MS);
    await this.setAlarmBefore(Math.min(soonest, (this.lookedAt() ?? PLATFORM.now()) + BACKUP_MS));
  }

  /** When the newest look began; null before the first, and while the settings are refused: then every call looks. */
  private lookedAt(): number | null {
    return this.services?.watch.pulse().lookedAt ?? null;
  }

  private async setAlarmBefore(at: number): Promise<void> {
    const known = await this.ctx.storage.getAlarm();
    if (known === null || known > at || known < PLATFORM.now()) await this.ctx.storage.setAlarm(at);
  }
}

/** Another object's answer; null when that object is silent, too slow, or of another version. */
async function orSilent<T>(answer: Promise<T>): Promise<T | null> {
  const silence = scheduler.wait(PULSE_MS).then(() => null);
  return Promise.race([answer, silence]).catch(() => null);
}
