/**
 * Whether `at` is less than `ms` ago. A moment in the future is not recent: it is of a clock that was ahead, and to
 * wait for it would take as long as that clock was ahead.
 */
export const isRecent = (at: number, now: number, ms: number): boolean => at <= now && now - at < ms;
