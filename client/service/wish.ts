/** Which messages this browser wants, about which wallet. The page and its service worker can both read it. */
export interface Wish {
  readonly address: string;
  readonly kinds: readonly string[];
}

const CACHE = 'told';
const PLACE = '/wish';

/** The stored wish; null if there is none, or if the browser stores nothing. */
export async function readWish(): Promise<Wish | null> {
  try {
    const kept: unknown = await (await (await caches.open(CACHE)).match(PLACE))?.json();
    const { address, kinds } = (kept ?? {}) as Partial<Wish>;
    return typeof address === 'string' && Array.isArray(kinds) ? { address, kinds } : null;
  } catch {
    return null;
  }
}

/** Stores the wish in this browser; null removes it. Never rejects. */
export async function storeWish(wish: Wish | null): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    if (wish === null) await cache.delete(PLACE);
    else await cache.put(PLACE, Response.json(wish));
  } catch {
    // Without a stored wish the tick boxes are empty, and `renewPush` renews nothing. The server keeps it for 90 days.
  }
}

/**
 * Ends the subscription, first in this browser, then on the server. Rejects if the server could not be told. If the
 * wish cannot be removed, it rejects and ends nothing: the wish would subscribe this browser again.
 */
export async function endPush(registration: ServiceWorkerRegistration): Promise<void> {
  const subscription = await registration.pushManager.getSubscription();
  await storeWish(null);
  if ((await readWish()) !== null) throw new Error('the wish is still stored');
  if (subscription === null) return;
  const { endpoint } = subscription;
  // Ended here first, so that no further message arrives even if the server cannot be told.
  await subscription.unsubscribe();
  const response = await fetch('/api/push/end', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint }),
    keepalive: true,
  });
  if (!response.ok) throw new Error(`/api/push/end answered ${response.status}`);
}
