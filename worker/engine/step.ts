/**
 * What a step comes to. Either something changed and the next step may follow at once. Or there is nothing to do before
 * `until` (ms): then `problem` says what is in the way, and `changed` whether a row changed all the same.
 */
export type Step =
  | { readonly kind: 'again' }
  | { readonly kind: 'wait'; readonly until: number; readonly problem?: string; readonly changed?: boolean };

export const AGAIN: Step = { kind: 'again' };

/** The step has nothing to do for `ms`. */
export function waitFor({ now }: { readonly now: () => number }, ms: number, problem?: string): Step {
  return { kind: 'wait', until: now() + ms, ...(problem !== undefined && { problem }) };
}
