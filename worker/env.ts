import type { RoundLockStub } from './lock/RoundLockStub.ts';
import type { TaxLockStub } from './lock/TaxLockStub.ts';

/** The worker's bindings. Settings and secrets arrive as strings beside them and pass `parseSettings`. */
export interface Env {
  readonly DB: D1Database;
  readonly CACHE: KVNamespace;
  readonly ROUND_LOCK: DurableObjectNamespace<RoundLockStub>;
  readonly TAX_LOCK: DurableObjectNamespace<TaxLockStub>;
  readonly ASSETS: Fetcher;
}
