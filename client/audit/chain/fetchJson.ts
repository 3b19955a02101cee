import { MOST_BYTES } from './readJson.ts';

/** The longest that an answer may take: a proof of 10,000 wallets has 700 KB. */
const TIMEOUT_MS = 60_000;

/** The server answered with a status that is no success. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(url: string, status: number) {
    super(`${url} answered ${status}`);
    this.status = status;
  }
}

/** The JSON at an address. Throws what `fetchText` throws, and a SyntaxError for a text that is not JSON. */
async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  return JSON.parse(await fetchText(url, init));
}

/** `ignoreBOM` keeps a byte order mark in the text. A text that begins with one is then refused as JSON. */
const DECODING = { fatal: true, ignoreBOM: true };

/** The text that bytes of UTF-8 stand for. Throws a TypeError when the bytes are not UTF-8. */
export function utf8Text(bytes: AllowSharedBufferSource): string {
  return new TextDecoder('utf-8', DECODING).decode(bytes);
}

/**
 * The text at an address: the verifier's only fetch. Once the text is longer than any proof, no more of it is read.
 * Throws `Refused`, a TypeError when the text is not UTF-8, and what the runtime throws when there is no answer.
 */
export async function fetchText(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Refused(url, response.status);
  const decoder = new TextDecoder('utf-8', DECODING);
  const reader = response.body?.getReader();
  let text = '';
  for (let read = 0; reader && read <= MOST_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    read += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
}

/** The result of a call to a Solana RPC server. If the server answers an error, throws an Error with it as `cause`. */
export async function callServer(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = (await fetchJson(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })) as { result?: unknown; error?: unknown } | null;
  if (answer?.error) throw new Error(`${method} was refused`, { cause: answer.error });
  return answer?.result;
}

/** Asks a drand relay for a round of its network. */
export function askRelay(relay: string, round: number): Promise<unknown> {
  // If somebody asked for the round too early, a cache may still hold the answer that there is no such round yet.
  return fetchJson(`${relay}/public/${round}`, { cache: 'no-store' });
}

/** The lottery's API limits each caller's calls per ten seconds. All pauses together are longer than that. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
const NOT_NOW = [429, 503];

/** What `ask` answers. While the server refuses with a status of `NOT_NOW`, `ask` is called again, up to four times. */
export async function patiently<T>(ask: () => Promise<T>, pause: (ms: number) => Promise<void> = wait): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused && NOT_NOW.includes(error.status))) throw error;
      await pause(ms);
    }
  }
  return ask();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A text as a URL, or null. `URL.parse` would do the same, but Safari has it only from version 18 on. */
export function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
