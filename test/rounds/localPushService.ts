import { scheduler } from 'node:timers/promises';
import { type Browser, decrypted } from '../worker/pushService.ts';
import type { Outbound, OutgoingRequest } from '../world/passOutbound.ts';

/** A status, a lost connection, or a message that is taken before the connection is lost. */
export type PushAnswer = number | 'nothing' | 'taken, and nobody hears of it';

const QUIET_MS = 1_500;
const LONGEST_QUIET_MS = 30_000;

/**
 * A push service on this machine. It decrypts each message that it takes, as the receiving browser would (RFC 8291),
 * and remembers it. All other requests of the worker fail.
 */
export function localPushService(browsers: readonly Browser[]) {
  const byPath = new Map(browsers.map((one) => [new URL(one.endpoint).pathname, one]));
  const messages: { readonly endpoint: string; readonly id: string; readonly text: string }[] = [];
  const faults: unknown[] = [];
  const listeners = new Map<string, (text: string) => Promise<void>>();
  let answer: (browser: Browser) => PushAnswer = () => 201;
  let askedAt = 0;

  async function take(browser: Browser, { headers, bytes }: OutgoingRequest): Promise<void> {
    if (headers.get('content-encoding') !== 'aes128gcm') throw new Error('not encrypted');
    const text = new TextDecoder().decode(await decrypted(browser, bytes));
    messages.push({ endpoint: browser.endpoint, id: (JSON.parse(text) as { id: string }).id, text });
    await listeners.get(browser.endpoint)?.(text);
  }

  const outbound: Outbound = async (request) => {
    const { hostname, pathname } = new URL(request.url);
    if (hostname !== 'fcm.googleapis.com') return new Response('', { status: 503 });
    askedAt = performance.now();
    const browser = byPath.get(pathname);
    if (browser === undefined) return new Response('', { status: 404 });
    const said = answer(browser);
    if (said === 'nothing') throw new Error('the connection is lost');
    try {
      if (typeof said !== 'number' || said < 300) await take(browser, request);
    } catch (error) {
      faults.push(error);
    }
    if (typeof said !== 'number') throw new Error('the connection is lost');
    return new Response('', { status: said, ...(said === 429 && { headers: { 'retry-after': '30' } }) });
  };

  const of = (id: string, browser: Browser) =>
    messages.filter((one) => one.id === id && one.endpoint === browser.endpoint);
  return {
    outbound,
    faults,
    answerWith: (made: (browser: Browser) => PushAnswer) => {
      answer = made;
    },
    onTaken: (endpoint: string, listener: (text: string) => Promise<void>) => void listeners.set(endpoint, listener),
    /** How often a browser was handed a message. */
    count: (id: string, browser: Browser) => of(id, browser).length,
    /** Those of them that were handed it at least once. */
    taken: (id: string, among: readonly Browser[]) => among.filter((one) => of(id, one).length > 0),
    lastText: (browser: Browser) => messages.findLast(({ endpoint }) => endpoint === browser.endpoint)?.text ?? '',
    /** Resolves when there was no request for a while. */
    quiet: async () => {
      const from = performance.now();
      while (performance.now() - Math.max(askedAt, from) < QUIET_MS && performance.now() - from < LONGEST_QUIET_MS)
        await scheduler.wait(100);
    },
  };
}
