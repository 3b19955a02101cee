import { MOST_BYTES } from './readJson.ts';

/** No answer is waited for longer: a proof of 10,000 wallets has 700 KB. */
const TIMEOUT_MS = 60_000;

/** The server answered, but not with what was asked for. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(url: string, status: number) {
    super(`${url} answered ${status}`);
    this.status = status;
  }
}

/**
 * The verifier's only fetch: in a page's thread, in the file that works alone, and in the command. Throws `Refused`,
 * and what the runtime throws when there is no answer. Nothing in the answer is believed.
 */
async function fetchJson(url: string, init: RequestInit = {}): Promise<unknown> {
  return JSON.parse(await fetchText(url, init));
}

/** A byte order mark is not removed: a text that begins with one is refused as JSON. */
const DECODING = { fatal: true, ignoreBOM: true };

/** Bytes as UTF-8, for every verifier alike. Throws a TypeError for anything else. */
export function utf8Text(bytes: AllowSharedBufferSource): string {
  return new TextDecoder('utf-8', DECODING).decode(bytes);
}

/** The text at an address. Once it is longer than any proof, no more of it is read. Throws like `fetchJson`. */
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

/** Asks a public Solana RPC server. An error that it returns becomes the cause of ours. */
export async function callServer(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = (await fetchJson(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })) as { result?: unknown; error?: unknown } | null;
  if (answer?.error) throw new Error(`${method} was refused`, { cause: answer.error });
  return answer?.result;
}

/** Asks a drand relay for one of its network's rounds. */
export function askRelay(relay: string, round: number): Promise<unknown> {
  // The "not found" of a round that was asked for too early may be cached for a while.
  return fetchJson(`${relay}/public/${round}`, { cache: 'no-store' });
}

/** The lottery counts callers in windows of ten seconds: all pauses together are longer than one window. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
const NOT_NOW = [429, 503];

/** Asks again while the server says "not now". */
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

/**
 * A text as a URL; null when it is not one. `URL.parse` would do the same, but Safari has it only from version 18 on.
 */
export function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
