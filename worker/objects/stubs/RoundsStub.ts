import type { Address } from '../../../src/address/address.ts';
import type { TriggerResult } from '../../../src/contract/trigger.ts';
import type { Pulse } from '../../answers/health/pulses.ts';
import type { Standing } from '../../answers/state/indexHolders.ts';
import type { PublicState } from '../../cache/publicState.ts';

/** What crons and routes may ask of the rounds' object. */
export interface RoundsStub extends Rpc.DurableObjectBranded {
  /** Moves the rounds on; returns once a run that began after this call has ended. */
  advance(): Promise<void>;
  /** The minute cron: holders and pool for the page, and the alarm in case it was lost. */
  tick(): Promise<void>;
  /**
   * A visitor's hint that the countdown has ended; answered with what is known of the newest closed round. Edges of the
   * version before, which live on for minutes, show that.
   */
  trigger(): Promise<TriggerResult>;
  /** What visitors may see. `refresh` re-reads the pool first, unless that was done a moment ago. */
  publicState(refresh?: boolean): Promise<PublicState>;
  /** As `publicState`, answered when one was built after `builtAt` (unix milliseconds), at the latest after `ms`. */
  nextState(builtAt: number, ms: number): Promise<PublicState>;
  /** Where a wallet stands by the last read holders; null while they are unknown. */
  wallet(address: Address): Promise<Standing | null>;
  /**
   * Of each address whether it is in the draw by the last read holders; null while that is unknown, or where it is out
   * for another reason than what it holds. Reads nothing for it.
   */
  areIn(addresses: readonly string[]): Promise<readonly (boolean | null)[]>;
  readPulse(): Promise<Pulse>;
}
