/** What may hang: its name in words, how long it may take (ms), and how this instance is ended. */
export interface Hanging {
  readonly what: string;
  readonly ms: number;
  readonly abort: (reason: string) => void;
}

/**
 * The work's result. If the work has not ended after `ms`, this instance is ended: the work waits for something without
 * a time limit, such as the database, and all later callers would wait for the same work. Only a new instance helps.
 */
export async function orEnd<T>(work: Promise<T>, { what, ms, abort }: Hanging): Promise<T> {
  const hung = setTimeout(() => abort(`${what} did not end within ${ms} ms`), ms);
  try {
    return await work;
  } finally {
    clearTimeout(hung);
  }
}
