/** The error of a call that got no HTTP status: the network is gone, or the server is silent. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** True when no path has been answered since this path first failed. */
  readonly silent: boolean;

  constructor(url: string, { silent, cause }: { readonly silent: boolean; readonly cause: unknown }) {
    super(`${url} did not answer`, { cause });
    this.silent = silent;
  }
}

/**
 * `failed`: the server answered this call or others, so the fault is the server's. `silent`: the server answers
 * nothing.
 */
export type Failure = 'failed' | 'silent';

/** Which of the two failures an error is. */
export function failureOf(error: Error): Failure {
  return error instanceof NoAnswer && error.silent ? 'silent' : 'failed';
}

/** Notes which calls got any status. Times are in ms, of a clock that only goes forward. */
export function createReach(now: () => number) {
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** For each path whose newest calls got no status: when the first of them failed. */
  const silentSince = new Map<string, number>();
  return {
    answered(url: string): void {
      answeredAt = now();
      silentSince.delete(pathOf(url));
    },
    /**
     * The error for a call that got no status. `silent` is false when another path was answered after this path first
     * failed: then only this path has a fault. The first failure of a path is always `silent`.
     */
    unanswered(url: string, cause: unknown): NoAnswer {
      const since = silentSince.get(pathOf(url)) ?? now();
      silentSince.set(pathOf(url), since);
      return new NoAnswer(url, { silent: answeredAt <= since, cause });
    },
  };
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
