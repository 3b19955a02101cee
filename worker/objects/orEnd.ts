/** Work that may hang: its name in words, how long it may take (ms), and how this instance is ended. */
export interface Hanging {
  readonly what: string;
  readonly ms: number;
  readonly abort: (reason: string) => void;
}

/**
 * The work's result. Work that has not ended after `ms` may wait for something for ever, and all later callers would
 * wait with it. So this instance is ended, and a new one takes its place.
 */
export async function orEnd<T>(work: Promise<T>, { what, ms, abort }: Hanging): Promise<T> {
  const hung = setTimeout(() => abort(`${what} did not end within ${ms} ms`), ms);
  try {
    return await work;
  } finally {
    clearTimeout(hung);
  }
}
