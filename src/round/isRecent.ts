/**
 * Whether `at` is less than `ms` ago. A moment in the future is not recent. It was left by a clock that was ahead and
 * has been corrected since; whoever waited for it to pass would wait for as long as the clock had been ahead.
 */
export const isRecent = (at: number, now: number, ms: number): boolean => at <= now && now - at < ms;
