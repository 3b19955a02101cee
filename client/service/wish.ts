/** What this browser is to tell, and about which wallet. Stored where the page and its service worker both find it. */
export interface Wish {
  readonly address: string;
  readonly kinds: readonly string[];
}

const CACHE = 'told';
const PLACE = '/wish';

/** The stored wish; null where nothing was asked for, or the browser stores nothing. */
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
    // Without storage only the tick boxes are forgotten: the server still knows the wish.
  }
}

/**
 * Ends the subscription here and on the server. Rejects if the server could not be told, after the subscription has
 * ended here.
 */
export async function endPush(registration: ServiceWorkerRegistration): Promise<void> {
  const subscription = await registration.pushManager.getSubscription();
  await storeWish(null);
  if (subscription === null) return;
  const { endpoint } = subscription;
  // Ended here before the server is told: messages sent from now on reach nobody, and the push service tells our server
  // so.
  await subscription.unsubscribe();
  const response = await fetch('/api/push/end', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint }),
    keepalive: true,
  });
  if (!response.ok) throw new Error(`/api/push/end answered ${response.status}`);
}
