import { readWish } from '../service/wish.ts';
import { lastTold, readKey, subscribe } from './subscribe.ts';

const WEEK_MS = 7 * 86_400_000;

/**
 * Tells the server once a week that this browser is still here: the server forgets a browser that is silent for 90
 * days. Makes a lost subscription anew while the visitor's permission lasts.
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
