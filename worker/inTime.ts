/**
 * Does `work` with a signal that is aborted after `ms` milliseconds, with a `TimeoutError`. What `work` waits for has to
 * obey the signal; reading the body of an answer does too. The timer ends with the work. That of `AbortSignal.timeout`
 * would stay until its time has come, and a runtime has 10,000 timers.
 */
export async function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException(`no end within ${ms} ms`, 'TimeoutError')), ms);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
