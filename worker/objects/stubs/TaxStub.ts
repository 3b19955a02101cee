import type { TaxPulse } from '../../answers/health/pulses.ts';
import type { CycleOrder, CycleOutcome } from '../../store/tax/taxExits.ts';

/** What the cron and an operator may ask of the tax object. */
export interface TaxStub extends Rpc.DurableObjectBranded {
  /** Continues the cycle under way, or begins one; the rest of it goes on by itself. */
  collect(): Promise<void>;
  /** The minute cron: as `collect`, unless that was asked for within so many milliseconds. */
  collectAfter(ms: number): Promise<void>;
  /** An operator's way out of a cycle that waits: here, where it is known what was signed. */
  exit(order: CycleOrder): Promise<CycleOutcome>;
  readPulse(): Promise<TaxPulse>;
}
