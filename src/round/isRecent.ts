/**
 * Whether `at` is less than `ms` ago. A moment in the future is not recent: it comes from a clock that was ahead and
 * has been corrected since. Code that waited for that moment would wait as long as the clock had been ahead.
 */
export const isRecent = (at: number, now: number, ms: number): boolean => at <= now && now - at < ms;
