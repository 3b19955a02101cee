import type { Metered } from './meter.ts';

export interface HourOptions {
  /** Token accounts of the mint. */
  readonly accounts: number;
  readonly nodes: number;
  /** Whether a page is open all the time. */
  readonly isVisited: boolean;
  /**
   * Whether people trade every four seconds, so that each tax cycle finds enough to work with. Otherwise nobody trades.
   */
  readonly isTraded: boolean;
}

export interface Hour {
  readonly rpc: readonly Metered[];
  /** Calls of D1, and rows that its statements changed. */
  readonly d1: { readonly calls: number; readonly changes: number };
  readonly kv: { readonly reads: number; readonly writes: number };
  /** Requests to the objects by crons and by each other, and alarms. */
  readonly objects: number;
  readonly paidRounds: number;
  readonly taxCycles: number;
}
