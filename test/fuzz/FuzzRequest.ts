/** One request as it goes over the wire. */
export interface FuzzRequest {
  readonly method: string;
  /** Path and query as the bytes of the request line: nothing is encoded any more. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** What was changed in a request of the contract; empty when nothing was. */
  readonly changes: readonly string[];
  /** Whether method and path may be those of another route, or of none. */
  readonly isStray: boolean;
  /** Whether the route's admin key is there; true for a route that wants none. */
  readonly hasKey: boolean;
}

/** The answer to a request. */
export interface FuzzAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/**
 * Sends a request. Rejects when there is no answer; null when the server did not read a large body and its answer was
 * lost.
 */
export type Send = (request: FuzzRequest) => Promise<FuzzAnswer | null>;

const SHOWN = 300;

/** A request as one line that says what was asked. */
export function requestText({ method, path, headers, body, changes }: FuzzRequest): string {
  const shown =
    body === null ? 'no body' : `${body.length} bytes ${JSON.stringify(utf8.decode(body.subarray(0, SHOWN)))}`;
  const how = changes.length === 0 ? 'as the contract says' : changes.join(', ');
  return `${method} ${path.slice(0, SHOWN)} ${JSON.stringify(headers).slice(0, SHOWN)} ${shown} (${how})`;
}

const utf8 = new TextDecoder();
