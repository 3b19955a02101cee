/**
 * Error codes of Node's fetch for a keep-alive connection that the other side has closed, as a restarted worker does.
 */
const CLOSED = 'UND_ERR_SOCKET';

/**
 * As `fetch`, for requests that may be sent twice: asks once more when a keep-alive connection turns out to be closed.
 */
export async function fetchAgain(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof Error && 'code' in cause && cause.code === CLOSED)) throw error;
    return fetch(url, init);
  }
}
