/**
 * What a step leaves behind: something changed and the next step may follow at once, or nothing to do before `until`
 * (ms), with what stands in the way. `changed`: a row changed all the same.
 */
export type Step =
  | { readonly kind: 'again' }
  | { readonly kind: 'wait'; readonly until: number; readonly problem?: string; readonly changed?: boolean };

export const AGAIN: Step = { kind: 'again' };

/** Nothing to do for `ms`. */
export function waitFor({ now }: { readonly now: () => number }, ms: number, problem?: string): Step {
  return { kind: 'wait', until: now() + ms, ...(problem !== undefined && { problem }) };
}
