export interface Transition {
  readonly of: 'round' | 'tax';
  /** The round's number, or the cycle's id. */
  readonly number: number;
  /** Null when the round or cycle did not exist before, or when the state before is not known. */
  readonly from: string | null;
  readonly to: string;
  readonly reason?: string;
  /** When the change was due, unix milliseconds. */
  readonly dueAt: number;
  readonly signature?: string | null;
}

export type TellTransition = (transition: Transition) => void;

export interface TransitionsInput {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** The RPC node whose answer came last. */
  readonly lastNode: () => string | null;
  readonly log: (line: string) => void;
}

/**
 * Returns the function that logs a change of state as one line of JSON. Operators search the log for these lines. A
 * line contains only our own words, numbers and signatures: no node's address, no key, no message of anybody else.
 */
export function createTellTransition({ now, lastNode, log }: TransitionsInput): TellTransition {
  return ({ of, number, from, to, reason, dueAt, signature }) =>
    log(
      JSON.stringify({
        event: 'transition',
        ...(of === 'round' ? { round: number } : { cycle: number }),
        ...{ from, to, reason: reason ?? null },
        msSinceDue: now() - dueAt,
        node: lastNode(),
        signature: signature ?? null,
      }),
    );
}
