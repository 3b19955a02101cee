import type { TaxPulse } from '../../services/pulses.ts';

/** What the cron may ask of the tax object. */
export interface TaxStub extends Rpc.DurableObjectBranded {
  /** Continues the cycle under way, or begins one; the rest of it goes on by itself. */
  collect(): Promise<void>;
  readPulse(): Promise<TaxPulse>;
}
