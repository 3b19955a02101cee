import { DurableObject } from 'cloudflare:workers';
import { createPushServices, type PushServices } from '../compose/tellingServices.ts';
import type { Env, PushStub } from '../env.ts';
import { parseSettings } from '../settings/parseSettings.ts';
import type { InDraw, Kept, NewSubscription, PushNews } from '../telling/pushNews.ts';
import { PLATFORM } from './platform.ts';
import { roundsObject } from './stubs.ts';

/** The most addresses in one question to the rounds' object. */
const ASKED = 1_000;

/**
 * One shard of the browsers that want messages, with their subscriptions in its own storage. The shard sends in its
 * alarm, because an alarm is an invocation with limits of its own.
 */
export class PushObject extends DurableObject<Env> implements Omit<PushStub, keyof Rpc.DurableObjectBranded> {
  private readonly services: PushServices | null;
  /** Only in memory: if the news is lost, the next minute's cron brings it again. */
  private news: PushNews | null = null;
  private isTelling = false;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const parsed = parseSettings(env);
    const vapid = parsed.ok ? parsed.settings.vapid : null;
    this.services =
      parsed.ok && vapid !== null
        ? createPushServices({
            ...{ vapid, sql: ctx.storage.sql, clock: parsed.settings.clock, siteUrl: parsed.settings.siteUrl ?? '' },
            ...{ fetch: PLATFORM.fetch, now: PLATFORM.now, areIn: (addresses) => this.areIn(addresses) },
          })
        : null;
  }

  async take(one: NewSubscription): Promise<Kept> {
    if (this.services === null) throw new Error('not configured');
    return this.services.take(one);
  }

  async end(endpoint: string): Promise<void> {
    this.services?.subscriptions.end(endpoint);
  }

  async tick(news: PushNews): Promise<void> {
    if (this.services === null || this.services.subscriptions.count() === 0) return;
    this.news = news;
    if (!this.isTelling) await this.ctx.storage.setAlarm(PLATFORM.now());
  }

  override async alarm(): Promise<void> {
    const { news } = this;
    if (this.services === null || news === null || this.isTelling) return;
    this.isTelling = true;
    try {
      await this.services.tell(news);
    } finally {
      this.isTelling = false;
    }
  }

  private async areIn(addresses: readonly string[]): Promise<readonly InDraw[]> {
    const rounds = roundsObject(this.env);
    const found: InDraw[] = [];
    for (let at = 0; at < addresses.length; at += ASKED)
      found.push(...(await rounds.areIn(addresses.slice(at, at + ASKED))));
    return found;
  }
}
