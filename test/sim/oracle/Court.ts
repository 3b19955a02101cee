import type { Database } from '../database.ts';
import type { Plan } from '../faults/atoms.ts';
import type { Chain } from '../model/chain.ts';
import type { Scheduler } from '../scheduler.ts';

export interface Violation {
  /** The name of the broken rule, the same in every world. */
  readonly rule: string;
  readonly detail: string;
  /** Milliseconds since the world's start. */
  readonly at: number;
}

export type Violate = (rule: string, detail: string) => void;

export interface OracleInput {
  readonly plan: Plan;
  readonly scheduler: Scheduler;
  readonly database: Database;
  readonly chain: Chain;
  /** When the object that tells people was free of the last fault that ended its life, unix milliseconds. */
  readonly watchFreeAt: () => number;
  readonly onViolation: (violation: Violation) => void;
}

/** What the judges share: the true chain, the worker's database, and a function that reports a violation. */
export interface Court extends Omit<OracleInput, 'onViolation'> {
  readonly violate: Violate;
}
