import type { RoundLockStub } from './lock/RoundLockStub.ts';
import type { TaxLockStub } from './lock/TaxLockStub.ts';

/** The worker's bindings. Settings and secrets arrive as strings beside them and pass `parseSettings`. */
export interface Env {
  readonly DB: D1Database;
  readonly CACHE: KVNamespace;
  readonly ROUND_LOCK: DurableObjectNamespace<RoundLockStub>;
  readonly TAX_LOCK: DurableObjectNamespace<TaxLockStub>;
  readonly ASSETS: Fetcher;
  /** How often a network may ask the database, and for proofs. A deployment without them has no such limits. */
  readonly PUBLIC_READS?: RateLimit;
  readonly PUBLIC_PROOFS?: RateLimit;
}
