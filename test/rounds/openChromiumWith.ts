import type { CDPSession, Page } from 'playwright-core';

interface Shown {
  readonly title: string;
  readonly tag: string;
  readonly id: string;
  /** Whether it stays until somebody puts it away. */
  readonly stays: boolean;
}

/**
 * A real browser on a site with its service worker. A browser cannot be told to use our push service. So the messages
 * that our push service took are given to its service worker by the browser's developer tools.
 */
export async function openChromiumWith(page: Page, url: string) {
  await page.context().grantPermissions(['notifications'], { origin: url });
  const session: CDPSession = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${url}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await page.goto(`${url}/`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const id = await registrationId;
  return {
    deliver: async (data: string): Promise<void> => {
      await session.send('ServiceWorker.deliverPushMessage', { origin: `${url}/`, registrationId: id, data });
    },
    shown: (): Promise<readonly Shown[]> =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const all = await registration.getNotifications();
        return all.map(({ title, tag, data, requireInteraction: stays }) => ({
          title,
          tag,
          id: data?.id ?? '',
          stays,
        }));
      }),
    /** Dismisses it, as a visitor who swipes it away. */
    putAway: (tag: string): Promise<void> =>
      page.evaluate(async (which) => {
        const registration = await navigator.serviceWorker.ready;
        for (const one of await registration.getNotifications({ tag: which })) one.close();
      }, tag),
  };
}
