import { encryptNotification, vapidHeaders } from '@block65/webcrypto-web-push';
import { inTime } from '../inTime.ts';
import type { PushMessage } from './pushMessages.ts';
import type { PushTarget } from './pushNews.ts';

const TIMEOUT_MS = 10_000;
const MINUTE_MS = 60_000;
/** A VAPID token, which names the sender, is good for 12 hours. Each push service gets a new one every hour. */
const HOUR_MS = 60 * MINUTE_MS;
/**
 * After an answer 429 we wait at most an hour, and at least a minute, whatever the push service says. Without the
 * minute, a busy service could be asked without a pause.
 */
const LONGEST_WAIT_MS = HOUR_MS;

/** The sender (RFC 8292): keys as base64url, and an address by which the push service reaches the operator. */
export interface Vapid {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

/**
 * `gone`: the browser does not exist any more. `refused`: the service rejects the message, perhaps because our own key
 * is wrong. `later`: the service is busy, broken or silent, and is not tried before this time, unix milliseconds.
 */
export type PushOutcome = 'taken' | 'gone' | 'refused' | { readonly later: number };

export interface SendPushInput {
  readonly vapid: Vapid;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Sends a message to one browser, encrypted for that browser alone (RFC 8291). Never throws. */
export function createSendPush({ vapid, fetch, now }: SendPushInput) {
  let hour = 0;
  const tokens = new Map<string, Promise<Record<string, string>>>();

  function headersFor(subscription: Parameters<typeof vapidHeaders>[0]): Promise<Record<string, string>> {
    const { origin } = new URL(subscription.endpoint);
    if (hour !== Math.floor(now() / HOUR_MS)) tokens.clear();
    hour = Math.floor(now() / HOUR_MS);
    const made = tokens.get(origin) ?? vapidHeaders(subscription, vapid).then(({ headers }) => headers);
    tokens.set(origin, made);
    made.catch(() => tokens.delete(origin));
    return made;
  }

  return async ({ endpoint, p256dh, auth }: PushTarget, message: PushMessage): Promise<PushOutcome> => {
    const seconds = Math.floor((message.expiresAt - now()) / 1_000);
    const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } };
    const body = await encryptNotification(subscription, bodyOf(message, now())).catch(() => null);
    // The stored keys are not valid ones, so no browser made them.
    if (body === null) return 'gone';
    const request = async (signal: AbortSignal) =>
      fetch(endpoint, {
        method: 'POST',
        headers: {
          ...(await headersFor(subscription)),
          'content-type': 'application/octet-stream',
          'content-encoding': 'aes128gcm',
          ttl: String(Math.max(1, seconds)),
          urgency: 'high',
          // A newer message replaces an older one of the same topic that still waits at the push service.
          topic: message.tag.replace(/[^\w-]/g, '-').slice(0, 32),
        },
        body,
        // A push service has no reason to redirect us. A redirection is not followed, so that messages go nowhere else.
        redirect: 'manual',
        signal,
      });
    const response = await inTime(TIMEOUT_MS, request).catch(() => null);
    await response?.body?.cancel().catch(() => undefined);
    return outcomeOf(response, now());
  };
}

function outcomeOf(response: Response | null, now: number): PushOutcome {
  if (response?.ok) return 'taken';
  if (response?.status === 404 || response?.status === 410) return 'gone';
  const wished = Number(response?.headers.get('retry-after')) * 1_000 || 0;
  if (response?.status === 429) return { later: now + Math.min(Math.max(wished, MINUTE_MS), LONGEST_WAIT_MS) };
  return response !== null && response.status >= 300 && response.status < 500 ? 'refused' : { later: now + MINUTE_MS };
}

/** The shape of Declarative Web Push, which Safari shows by itself; our service worker reads that shape too. */
function bodyOf({ id, tag, title, body, url, expiresAt, stays }: PushMessage, now: number): Uint8Array {
  const notification = { title, body, navigate: url, tag, lang: 'en', dir: 'ltr' };
  // `lasts` is the time that is left, and not the time of the end, because a visitor's clock may be wrong.
  return new TextEncoder().encode(JSON.stringify({ web_push: 8030, notification, id, lasts: expiresAt - now, stays }));
}

/** A push service counts as away after this many failures in a row, whichever browsers the messages were for. */
const IN_A_ROW = 12;

/**
 * Knows which push services are away. A push object sends only a few messages at once. If one service hangs, all of
 * these may be messages to it, and meanwhile browsers of other services would get nothing. Times are unix milliseconds.
 */
export function createBreaker(now: () => number) {
  const failed = new Map<string, number>();
  const awayUntil = new Map<string, number>();
  const nameOf = (endpoint: string) => new URL(endpoint).host;

  return {
    /** Until when an endpoint's service is left alone; null while it may be asked. */
    until(endpoint: string): number | null {
      const until = awayUntil.get(nameOf(endpoint)) ?? 0;
      return until > now() ? until : null;
    },
    note(endpoint: string, outcome: PushOutcome): void {
      const name = nameOf(endpoint);
      if (typeof outcome !== 'object') {
        failed.delete(name);
        return;
      }
      const count = (failed.get(name) ?? 0) + 1;
      failed.set(name, count);
      if (count < IN_A_ROW) return;
      awayUntil.set(name, outcome.later);
      // The next message after that time is a test: if it fails too, the service counts as away again.
      failed.set(name, IN_A_ROW - 1);
    },
  };
}
