import { RpcError } from '../chain/node/rpcError.ts';

/**
 * The result of a step. `again`: something changed, and the next step may follow at once. `wait`: there is nothing to
 * do before `until` (ms); `problem` says what is in the way, and `changed` whether a row changed all the same.
 */
export type Step =
  | { readonly kind: 'again' }
  | { readonly kind: 'wait'; readonly until: number; readonly problem?: string; readonly changed?: boolean };

export const AGAIN: Step = { kind: 'again' };

/** The result of a step that has nothing to do for `ms`. */
export function waitFor({ now }: { readonly now: () => number }, ms: number, problem?: string): Step {
  return { kind: 'wait', until: now() + ms, ...(problem !== undefined && { problem }) };
}

const RUN_MS = 25_000;
const RPC_RETRY_MS = 1_000;

export interface RunResult {
  /** When there will be something to do next, unix milliseconds. */
  readonly wakeAt: number;
  /** True when a row changed: what the public sees is out of date. */
  readonly changed: boolean;
  /** What prevents progress, as a sentence. */
  readonly problem: string | null;
}

/** Takes steps until one has nothing to do now, or until 25 s have passed. `now` is unix milliseconds. */
export async function runSteps(step: () => Promise<Step>, now: () => number): Promise<RunResult> {
  const deadline = now() + RUN_MS;
  let changed = false;
  for (;;) {
    const next = await attempt(step, { now });
    if (next.kind === 'wait') {
      return { wakeAt: next.until, changed: changed || next.changed === true, problem: next.problem ?? null };
    }
    changed = true;
    if (now() >= deadline) return { wakeAt: now(), changed, problem: null };
  }
}

/** Takes a step. When the nodes give no usable answer, the result is a wait of one second. */
async function attempt(step: () => Promise<Step>, context: { readonly now: () => number }): Promise<Step> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    console.warn(error.message);
    return waitFor(context, RPC_RETRY_MS, error.summary);
  }
}
