const CACHE = 'offline';
const PAGE = '/offline';
/** However often the page is opened, its offline view is taken anew no more often. */
const LEAST_MS = 20_000;

let keptAt = Number.NEGATIVE_INFINITY;

/**
 * Takes the offline view anew, with the last result in it. Never rejects: whoever has no room for it, or no network,
 * keeps the one before. Once the server has no such page any more, the service worker takes itself away.
 */
export async function keepOffline(registration: ServiceWorkerRegistration): Promise<void> {
  if (performance.now() - keptAt < LEAST_MS) return;
  try {
    const response = await fetch(PAGE, { cache: 'no-store', credentials: 'omit' });
    if (response.status === 404 || response.status === 410) return await leave(registration);
    if (!response.ok) return;
    // This device's clock beside the server's, by which the view counts on.
    const text = (await response.text()).replace('data-device="0"', `data-device="${Date.now()}"`);
    await (await caches.open(CACHE)).put(PAGE, new Response(text, { headers: response.headers }));
    keptAt = performance.now();
  } catch {
    // See above.
  }
}

async function leave(registration: ServiceWorkerRegistration): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}

/** The page itself, always from the network; the offline view where there is none. */
export async function answerNavigation(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch {
    const kept = await caches.match(PAGE, { cacheName: CACHE }).catch(() => undefined);
    return kept ?? Response.error();
  }
}
