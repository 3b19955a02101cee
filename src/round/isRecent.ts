/**
 * Whether `at` is less than `ms` ago. A moment yet to come is not recent: a clock that was ahead and is right again has
 * left it, and whoever waited for it to pass would wait for as long as the clock had been ahead.
 */
export const isRecent = (at: number, now: number, ms: number): boolean => at <= now && now - at < ms;
