const CACHE = 'offline';
const PAGE = '/offline';
/** The offline view is not loaded more often than this, however often the page is opened. */
const LEAST_MS = 20_000;

let keptAt = Number.NEGATIVE_INFINITY;

/**
 * Loads the offline view again, with the last result in it. Never rejects: without room or network the old view stays.
 * When the server no longer has such a page, the service worker removes itself.
 */
export async function keepOffline(registration: ServiceWorkerRegistration): Promise<void> {
  if (performance.now() - keptAt < LEAST_MS) return;
  try {
    const response = await fetch(PAGE, { cache: 'no-store', credentials: 'omit' });
    if (response.status === 404 || response.status === 410) return await leave(registration);
    if (!response.ok) return;
    // The view counts down from the server's time, by how far this device's clock has moved since the load.
    const text = (await response.text()).replace('data-device="0"', `data-device="${Date.now()}"`);
    await (await caches.open(CACHE)).put(PAGE, new Response(text, { headers: response.headers }));
    keptAt = performance.now();
  } catch {
    // The old view stays.
  }
}

async function leave(registration: ServiceWorkerRegistration): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}

/** Answers with the page itself, always from the network, or without a network with the offline view. */
export async function answerNavigation(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch {
    const kept = await caches.match(PAGE, { cacheName: CACHE }).catch(() => undefined);
    return kept ?? Response.error();
  }
}
