/** No status came: the network is gone, or the server is silent. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** True when no call to our host has got a status since this call first got none. */
  readonly silent: boolean;

  constructor(url: string, { silent, cause }: { readonly silent: boolean; readonly cause: unknown }) {
    super(`${url} did not answer`, { cause });
    this.silent = silent;
  }
}

/**
 * What a failed call means. `failed`: the server answered this call or others, so the fault is the server's. `silent`:
 * the server cannot be heard at all, and nothing is known.
 */
export type Failure = 'failed' | 'silent';

/** `silent` when nothing was heard from the server since the call first got no status; otherwise the call `failed`. */
export function failureOf(error: Error): Failure {
  return error instanceof NoAnswer && error.silent ? 'silent' : 'failed';
}

/** Notes which calls got a status, of any kind. Times are of any clock that only goes forward, in ms. */
export function createReach(now: () => number) {
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** For each path whose calls get no status: the time of the first such call. An answer to the path removes it. */
  const silentSince = new Map<string, number>();
  return {
    answered(url: string): void {
      answeredAt = now();
      silentSince.delete(pathOf(url));
    },
    /**
     * The error for a call that got no status. `silent` is false when any call was answered after this path first got
     * none: then only this path has a problem. One failure is never enough for that: when a network comes back, a call
     * may still fail after another was answered.
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
