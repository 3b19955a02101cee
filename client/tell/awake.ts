import { closeEnded } from '../service/closeEnded.ts';
import { readWish } from '../service/wish.ts';

const KEEP_MS = 300_000;

/**
 * Starts the service worker, which shows the offline view where there is no network, and the notifications that the
 * visitor asked for. Never rejects: in a browser without service workers the pages still work.
 */
export async function awake(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    await closeEnded(registration);
    const keep = () => registration.active?.postMessage('keep');
    document.addEventListener('visibilitychange', () => (document.hidden ? keep() : void closeEnded(registration)));
    setInterval(keep, KEEP_MS);
    // When a visitor who asked to be told comes back, the subscription is renewed.
    if ((await readWish()) !== null) await import('./renewPush.ts').then(({ renewPush }) => renewPush(registration));
  } catch {
    // The pages work without a service worker.
  }
}
