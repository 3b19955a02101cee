/** What Node's fetch calls a kept connection that the other side has closed meanwhile, as a worker does that starts anew. */
const CLOSED = 'UND_ERR_SOCKET';

/** As `fetch`, for questions that may be asked twice: once more when the kept connection turns out to be closed. */
export async function fetchAgain(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof Error && 'code' in cause && cause.code === CLOSED)) throw error;
    return fetch(url, init);
  }
}
