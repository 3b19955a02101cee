export interface ThrottleInput {
  /** From the beginning of one call to that of the next. */
  readonly leastMs: number;
  /** A call that was not ended for this long counts as over: its request was cancelled. */
  readonly holdMs: number;
}

/**
 * Lets one request of this isolate at a time call an object, and not too soon after the last call. Uses plain numbers:
 * no request ever waits for another's promise. `now` is unix milliseconds.
 */
export function createThrottle({ leastMs, holdMs }: ThrottleInput) {
  let begunAt = Number.NEGATIVE_INFINITY;
  let turn: symbol | null = null;
  const isUnderWay = (now: number) => turn !== null && now - begunAt < holdMs;
  return {
    isUnderWay,
    /**
     * Takes the turn and returns the function that ends it. Null while another request has it, and when the last call
     * began less than `least` ms ago.
     */
    begin(now: number, least = leastMs): (() => void) | null {
      if (isUnderWay(now) || now - begunAt < least) return null;
      const own = Symbol();
      turn = own;
      begunAt = now;
      return () => {
        if (turn === own) turn = null;
      };
    },
  };
}
