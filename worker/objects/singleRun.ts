/** Callers wait at most this long for a run. The run itself goes on, and the next run waits for its end. */
const CALLER_MS = 25_000;

/**
 * Runs `work`, never twice at a time. A caller joins only a run that starts after its call: a run under way may have
 * read the database before the caller's change.
 */
export function createSingleRun<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | null = null;
  let queued: Promise<T> | null = null;

  function start(): Promise<T> {
    const run = work();
    const ended = run.then(
      () => undefined,
      () => undefined,
    );
    running = ended;
    void ended.then(() => {
      if (running === ended) running = null;
    });
    return run;
  }

  return () => {
    if (queued !== null) return withLimit(queued);
    if (running === null) return withLimit(start());
    queued = running.then(() => {
      queued = null;
      return start();
    });
    return withLimit(queued);
  };
}

function withLimit<T>(run: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end of the run within ${CALLER_MS} ms`)), CALLER_MS);
  });
  return Promise.race([run, limit]).finally(() => {
    if (timer !== undefined) clearTimeout(timer);
  });
}
