/** No status came: the network is gone, or the server is silent. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Whether no call to our host has got any status since this one first went without. */
  readonly silent: boolean;

  constructor(url: string, { silent, cause }: { readonly silent: boolean; readonly cause: unknown }) {
    super(`${url} did not answer`, { cause });
    this.silent = silent;
  }
}

/**
 * What a failed call says. `failed`: the server answered, if only other calls: the failure is the server's. `silent`:
 * nothing is heard of it, and nothing is known.
 */
export type Failure = 'failed' | 'silent';

/** Whether a call got no status at all for so long that the network is silent, or failed otherwise. */
export function failureOf(error: Error): Failure {
  return error instanceof NoAnswer && error.silent ? 'silent' : 'failed';
}

/** Keeps which calls got a status, whichever. Times are of any clock that only goes forward, in ms. */
export function createReach(now: () => number) {
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** Of each path that went without a status, and has not got one since, when it did so first. */
  const silentSince = new Map<string, number>();
  return {
    answered(url: string): void {
      answeredAt = now();
      silentSince.delete(pathOf(url));
    },
    /**
     * A call that fails again after another one was answered fails alone. Once is not enough: when a network comes
     * back, one call is the first to notice.
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
