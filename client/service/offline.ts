const CACHE = 'offline';
const PAGE = '/offline';
/** After a load that succeeded, the offline view is not loaded again for this long, however often a page is opened. */
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
    // The view counts down from the server's time at this load. It adds what this device's clock has moved since, so it
    // has to know the device's time at this load.
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

/**
 * Answers with the page from the network. Without a network: with the offline view, or with an error if none is stored.
 */
export async function answerNavigation(event: FetchEvent): Promise<Response> {
  try {
    return ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  } catch {
    const kept = await caches.match(PAGE, { cacheName: CACHE }).catch(() => undefined);
    return kept ?? Response.error();
  }
}
