import { closeEnded, type NotificationData } from './closeEnded.ts';

const CACHE = 'told';
const DAY_MS = 86_400_000;

interface Pushed {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
  readonly lasts: number;
  readonly stays: boolean;
}

/** A message of the server, in the format of Declarative Web Push; null for anything else. */
function readPushed(data: PushMessageData | null): Pushed | null {
  try {
    const { notification, id, lasts, stays } = data?.json() ?? {};
    const { title, body, navigate: url, tag } = notification;
    const texts = [id, title, body, url, tag];
    return texts.every((text) => typeof text === 'string') && typeof lasts === 'number'
      ? { id, title, body, url, tag, lasts, stays: stays === true }
      : null;
  } catch {
    return null;
  }
}

const ACTIONS = [{ action: 'end', title: 'Turn these off' }];

/**
 * Shows a message. If the same message comes again after it was dismissed, it is shown and closed at once: a browser
 * ends a subscription whose messages show nothing.
 */
export async function showPush(registration: ServiceWorkerRegistration, data: PushMessageData | null): Promise<void> {
  const pushed = readPushed(data);
  if (pushed === null) return registration.showNotification('Game of Draws', { tag: 'unread', silent: true });
  const { id, title, body, url, tag, lasts, stays } = pushed;
  const until = Date.now() + lasts;
  const wasShown = await isNoted(id);
  const isThere = (await registration.getNotifications({ tag })).some(({ data: known }) => known?.id === id);
  await registration.showNotification(title, {
    ...{ body, tag, lang: 'en', icon: '/icon-192.png', badge: '/icon-192.png', silent: wasShown },
    requireInteraction: stays,
    data: { id, url, until } satisfies NotificationData,
    ...({ actions: ACTIONS } as object),
  });
  await note(id, until);
  if (wasShown && !isThere) for (const one of await registration.getNotifications({ tag })) one.close();
  await closeEnded(registration);
}

async function isNoted(id: string): Promise<boolean> {
  return caches.match(`/told/${id}`, { cacheName: CACHE }).then(
    (found) => found !== undefined,
    () => false,
  );
}

/** Remembers that a message was shown, until a day after it is out of date. Never rejects. */
async function note(id: string, until: number): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(`/told/${id}`, new Response(`${until}`));
    for (const key of await cache.keys()) {
      if (!new URL(key.url).pathname.startsWith('/told/')) continue;
      const kept = Number(await (await cache.match(key))?.text());
      if (kept < Date.now() - DAY_MS) await cache.delete(key);
    }
  } catch {
    // Without storage, only the tag keeps a message from being shown twice.
  }
}
