import { SignerRefusal } from '../chain/signing/signer.ts';
import type { RaiseAlert } from './raiseAlerts.ts';
import type { Step } from './step.ts';

/** Everything under way ends or tells a person within this time. */
const OVERDUE_MS = 15 * 60_000;

/** A round or a tax cycle: something that is in one of the states `S` while it is under way. */
export interface Machine<S extends string, T extends { readonly state: S }> {
  /** The step that each state waits for. */
  readonly steps: Readonly<Record<S, (item: T) => Promise<Step>>>;
  /** Since when it should have ended, unix milliseconds, and what a person is told 15 minutes later. */
  readonly due: (item: T) => { readonly at: number; readonly key: string; readonly message: string };
  /** A signer refused: the stored record contradicts itself. `cause` is its sentence, and is stored. */
  readonly refused: (item: T, cause: string) => Promise<Step>;
}

export interface MoveInput {
  readonly raiseAlert: RaiseAlert;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Moves one thing on by one step: by its state, with the alarm for what takes too long, and with what a refusal leads
 * to.
 */
export function createMove<S extends string, T extends { readonly state: S }>(
  { steps, due, refused }: Machine<S, T>,
  { raiseAlert, now }: MoveInput,
): (item: T) => Promise<Step> {
  return async (item) => {
    const { at, key, message } = due(item);
    if (now() - at > OVERDUE_MS) await raiseAlert(key, message);
    try {
      return await steps[item.state](item);
    } catch (error) {
      if (!(error instanceof SignerRefusal)) throw error;
      console.error(error.message);
      return refused(item, error.message);
    }
  };
}
