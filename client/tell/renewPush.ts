import { readWish } from '../service/wish.ts';
import { lastTold, readKey, subscribe } from './subscribe.ts';

const WEEK_MS = 7 * 86_400_000;

/**
 * Tells the server that this browser is still here, if the server was last told a week ago or more: it forgets browsers
 * that were silent for 90 days. A subscription that the browser has lost meanwhile is made anew. When the visitor has
 * taken the permission back, nothing is done.
 */
export async function renewPush(registration: ServiceWorkerRegistration): Promise<void> {
  const wish = await readWish();
  if (wish === null || Notification.permission !== 'granted') return;
  const isThere = (await registration.pushManager.getSubscription()) !== null;
  if (isThere && Date.now() - lastTold() < WEEK_MS) return;
  const key = await readKey();
  if (key === null) return;
  await subscribe(registration, key, wish);
}
