import type { Database } from '../database.ts';
import type { Plan } from '../faults/atoms.ts';
import type { Chain } from '../model/chain.ts';
import type { Scheduler } from '../scheduler.ts';

export interface Violation {
  /** Which rule was broken: the same name for the same rule in every world. */
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
  readonly onViolation: (violation: Violation) => void;
}

/** What the judges share: the truth, what the worker has stored, and how to accuse. */
export interface Court extends Omit<OracleInput, 'onViolation'> {
  readonly violate: Violate;
}
