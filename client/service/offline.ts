const CACHE = 'offline';
const PAGE = '/offline';
/** After a successful load, the offline view is not loaded again for this long. */
const LEAST_MS = 20_000;

let keptAt = Number.NEGATIVE_INFINITY;

/**
 * Stores the newest offline view. Never rejects: if that fails, the old view stays. If the server has no such page any
 * more, the service worker removes itself.
 */
export async function keepOffline(registration: ServiceWorkerRegistration): Promise<void> {
  if (performance.now() - keptAt < LEAST_MS) return;
  try {
    const response = await fetch(PAGE, { cache: 'no-store', credentials: 'omit' });
    if (response.status === 404 || response.status === 410) return await leave(registration);
    if (!response.ok) return;
    // The view's time is the server's, plus what the device's clock has run since this load.
    const text = (await response.text()).replace('data-device="0"', `data-device="${Date.now()}"`);
    await (await caches.open(CACHE)).put(PAGE, new Response(text, { headers: response.headers }));
    keptAt = performance.now();
  } catch {
    // The stored view stays.
  }
}

async function leave(registration: ServiceWorkerRegistration): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}

/** The page from the network. Without a network: the offline view, or an error if none is stored. */
export async function answerNavigation(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch {
    const kept = await caches.match(PAGE, { cacheName: CACHE }).catch(() => undefined);
    return kept ?? Response.error();
  }
}
