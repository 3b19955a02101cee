import type { PushKey } from '../../src/contract/push.ts';
import { getChecked } from '../api.ts';
import { endPush, storeWish, type Wish } from '../service/wish.ts';
import { fields, orNull, text } from '../shape/hasShape.ts';

const TOLD = 'told-renewed';
const PUSH_KEY = fields<PushKey>({ publicKey: orNull(text) });

/** The public key of the lottery's messages, by which a browser accepts them; null when the lottery sends none. */
export async function readKey(): Promise<string | null> {
  const { publicKey }: PushKey = await getChecked('/api/push', PUSH_KEY);
  return publicKey;
}

/** Subscribes this browser, and tells the server. Throws `Refused` if the server does not store the wish. */
export async function subscribe(registration: ServiceWorkerRegistration, key: string, wish: Wish): Promise<void> {
  const subscription = await ownSubscription(registration, key);
  const { endpoint, keys } = subscription.toJSON();
  const response = await fetch('/api/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...wish, endpoint, p256dh: keys?.p256dh, auth: keys?.auth }),
  });
  if (response.ok) {
    // The time is stored first: whoever finds the stored wish must also find when the server was told of it.
    noteTold();
    return storeWish(wish);
  }
  const said: unknown = await response.json().catch(() => null);
  await endPush(registration).catch(() => {});
  const { error } = (said ?? {}) as { readonly error?: unknown };
  throw new Refused(typeof error === 'string' ? error : 'The server failed. Please try again later.');
}

/** When the server was last told that this browser is here, unix ms; 0 if no time is stored. */
export function lastTold(): number {
  return Number(localStorage.getItem(TOLD));
}

function noteTold(): void {
  try {
    localStorage.setItem(TOLD, `${Date.now()}`);
  } catch {
    // Without a stored time, the server is told more often.
  }
}

/** An error whose message is a sentence for the visitor. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * The browser's subscription under this key, made if there is none. A subscription under another key is ended: it would
 * get no messages.
 */
async function ownSubscription(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const applicationServerKey = bytesOf(key);
  const known = await registration.pushManager.getSubscription();
  if (known !== null) {
    const its = known.options.applicationServerKey;
    if (its === null || sameBytes(new Uint8Array(its), applicationServerKey)) return known;
    await known.unsubscribe();
  }
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
