const LOCK_TIMEOUT_MS = 6_000;

/** An answer of the lock, or an error once it has taken too long: a visitor must not wait for an object that moves. */
export function withLockLimit<T>(answer: Promise<T>): Promise<T> {
  return Promise.race([
    answer,
    scheduler.wait(LOCK_TIMEOUT_MS).then(() => Promise.reject(new Error(`no answer within ${LOCK_TIMEOUT_MS} ms`))),
  ]);
}
