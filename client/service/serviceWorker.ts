import { closeEnded, type NotificationData } from './closeEnded.ts';
import { answerNavigation, keepOffline } from './offline.ts';
import { showPush } from './showPush.ts';
import { endPush } from './wish.ts';

declare const self: ServiceWorkerGlobalScope;

/** The console has no offline view, because it must never show old amounts. */
const NEVER = /^\/admin(?:\/|$)/;

// A new service worker may take over at once: while there is a network, every page comes from the network.
self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([keepOffline(self.registration), self.skipWaiting()]));
});
// With navigation preload the browser requests a page before this thread has started.
self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload?.enable()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode !== 'navigate' || request.destination !== 'document') return;
  if (NEVER.test(new URL(request.url).pathname)) return;
  const answer = answerNavigation(event);
  event.respondWith(answer);
  event.waitUntil(
    answer.then(() => Promise.all([keepOffline(self.registration), closeEnded(self.registration)])).catch(() => {}),
  );
});

/** An open page sends `keep` every few minutes, and when its tab is hidden. */
self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepOffline(self.registration));
});

self.addEventListener('push', (event) => event.waitUntil(showPush(self.registration, event.data)));

self.addEventListener('notificationclick', (event) => {
  const { url } = (event.notification.data ?? {}) as Partial<NotificationData>;
  event.notification.close();
  event.waitUntil(event.action === 'end' ? endPush(self.registration) : open(url ?? '/'));
});

/** Opens a page of the site. If a tab already shows the page, that tab gets the focus. */
async function open(url: string): Promise<void> {
  const target = new URL(url, location.origin);
  // The site may have several names. The page is opened under the name that the visitor uses.
  const own = new URL(target.pathname + target.search, location.origin).href;
  const shown = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = shown.find((client) => client.url === own);
  if (there) await there.focus();
  else await self.clients.openWindow(own);
}
