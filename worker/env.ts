import type { Address } from '../src/address/address.ts';
import type { AlertsPulse, Pulse, TaxPulse } from './answers/health/pulses.ts';
import type { Standing } from './answers/state/indexHolders.ts';
import type { PublicState } from './cache/publicState.ts';
import type { Alert } from './store/journal/alerts.ts';
import type { CycleOrder, CycleOutcome } from './store/tax/taxExits.ts';
import type { InDraw, Kept, NewSubscription, PushNews } from './telling/pushNews.ts';

/** The worker's bindings. Settings and secrets are strings beside them, which `parseSettings` checks. */
export interface Env {
  readonly DB: D1Database;
  readonly CACHE: KVNamespace;
  readonly ROUNDS: DurableObjectNamespace<RoundsStub>;
  readonly TAX: DurableObjectNamespace<TaxStub>;
  readonly ALERTS: DurableObjectNamespace<AlertsStub>;
  readonly PUSH: DurableObjectNamespace<PushStub>;
  readonly ASSETS: Fetcher;
  /** How often one IP network may ask the database, ask for proofs, and wait for winners. Absent: no limit. */
  readonly PUBLIC_READS?: RateLimit;
  readonly PUBLIC_PROOFS?: RateLimit;
  readonly PUBLIC_TRIGGERS?: RateLimit;
}

/** What crons and routes may ask of the rounds' object. */
export interface RoundsStub extends Rpc.DurableObjectBranded {
  /** Moves the rounds on; returns once a run that began after this call has ended. */
  advance(): Promise<void>;
  /** The minute cron: reads holders and pool for the page, and moves the rounds on in case the alarm was lost. */
  tick(): Promise<void>;
  /** A visitor's hint that the countdown has ended. If a run is due, begins it, and resolves at the end of that run. */
  trigger(): Promise<void>;
  /** What visitors may see. With `refresh` the pool is read first, unless it was read a moment ago. */
  publicState(refresh?: boolean): Promise<PublicState>;
  /** As `publicState`, but waits, `ms` at most, until there is a state that was built after `builtAt` (unix ms). */
  nextState(builtAt: number, ms: number): Promise<PublicState>;
  /** Where a wallet stands by the holders as last read; null while the holders are unknown. */
  wallet(address: Address): Promise<Standing | null>;
  /** Whether each address is in the draw, by the holders as last read. Reads them if they are due. */
  areIn(addresses: readonly string[]): Promise<readonly InDraw[]>;
  readPulse(): Promise<Pulse>;
}

/** What the cron and an operator may ask of the tax object. */
export interface TaxStub extends Rpc.DurableObjectBranded {
  /** Continues the cycle under way, or begins one. The cycle then goes on by itself. */
  collect(): Promise<void>;
  /** The minute cron: calls `collect`, unless a run succeeded less than `ms` ago. */
  collectAfter(ms: number): Promise<void>;
  /** An operator's way out of a cycle that waits. It uses this object's own note of what was signed. */
  exit(order: CycleOrder): Promise<CycleOutcome>;
  readPulse(): Promise<TaxPulse>;
}

/** What crons, routes and the other objects may ask of the object that sends alerts to operators. */
export interface AlertsStub extends Rpc.DurableObjectBranded {
  /** Takes an alert. The caller does not wait until a person was told. */
  raise(alert: Alert): Promise<void>;
  /** The minute cron: looks at every part of health, ends alerts that are over, and sends alerts that are due. */
  tick(): Promise<void>;
  readPulse(): Promise<AlertsPulse>;
}

/** What the cron and routes may ask of one shard of the browsers that want messages. */
export interface PushStub extends Rpc.DurableObjectBranded {
  /** Stores a browser's subscription, if the push service knows that browser. */
  take(one: NewSubscription): Promise<Kept>;
  /** Forgets the browser at an endpoint. */
  end(endpoint: string): Promise<void>;
  /** Takes the minute cron's news. Returns at once: the shard's own alarm sends the messages. */
  tick(news: PushNews): Promise<void>;
}
