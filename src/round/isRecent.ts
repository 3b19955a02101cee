/**
 * Whether `at` is less than `ms` ago. A moment in the future is not recent: a clock that was ahead has noted it, and
 * waiting until it has passed would take as long as that clock was ahead.
 */
export const isRecent = (at: number, now: number, ms: number): boolean => at <= now && now - at < ms;
