/** The usual least time from the beginning of a call to the beginning of the next, however often strangers ask. */
export const CALL_MS = 1_000;
/** Longer than any call may take. An older call counts as over: its request was cancelled. */
const HOLD_MS = 8_000;
/** A value read longer ago than this is old: a request then waits for the call that another request has begun. */
export const OLD_MS = 5_000;
const LOOK_MS = 50;

/**
 * Lets one request of this isolate at a time call an object. No promise is kept, because no request may wait for
 * another one's promise. Times are unix milliseconds.
 */
export function createThrottle() {
  let begunAt = Number.NEGATIVE_INFINITY;
  let turn: symbol | null = null;
  const isUnderWay = (now: number) => turn !== null && now - begunAt < HOLD_MS;
  return {
    /**
     * Takes the turn, and returns the function that ends it. Null while another request has the turn, or less than
     * `least` ms after the last call began.
     */
    begin(now: number, least = CALL_MS): (() => void) | null {
      if (isUnderWay(now) || now - begunAt < least) return null;
      const own = Symbol();
      turn = own;
      begunAt = now;
      return () => {
        if (turn === own) turn = null;
      };
    },
    /** Waits while another request's call is under way and what is known is missing or old. */
    async untilKnown(known: () => { readonly readAt: number } | null): Promise<void> {
      while (isUnderWay(Date.now()) && isOld(known())) await scheduler.wait(LOOK_MS);
    },
  };
}

/** Whether nothing is known, or what is known was read longer than `OLD_MS` ago. */
export function isOld(known: { readonly readAt: number } | null): boolean {
  return known === null || Date.now() - known.readAt > OLD_MS;
}
