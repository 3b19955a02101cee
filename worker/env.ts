import type { AlertsStub } from './objects/stubs/AlertsStub.ts';
import type { PushStub } from './objects/stubs/PushStub.ts';
import type { RoundsStub } from './objects/stubs/RoundsStub.ts';
import type { TaxStub } from './objects/stubs/TaxStub.ts';

/** The worker's bindings. Settings and secrets arrive as strings beside them and pass `parseSettings`. */
export interface Env {
  readonly DB: D1Database;
  readonly CACHE: KVNamespace;
  readonly ROUNDS: DurableObjectNamespace<RoundsStub>;
  readonly TAX: DurableObjectNamespace<TaxStub>;
  readonly ALERTS: DurableObjectNamespace<AlertsStub>;
  readonly PUSH: DurableObjectNamespace<PushStub>;
  readonly ASSETS: Fetcher;
  /** How often a network may ask the database, for proofs, and wait for winners. Without them there is no limit. */
  readonly PUBLIC_READS?: RateLimit;
  readonly PUBLIC_PROOFS?: RateLimit;
  readonly PUBLIC_TRIGGERS?: RateLimit;
}
