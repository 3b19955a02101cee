import { closeEnded } from '../service/closeEnded.ts';
import { readWish } from '../service/wish.ts';

const KEEP_MS = 300_000;

/**
 * Starts the service worker, which shows a view of its own where there is no network and what the visitor asked to be
 * told. Never rejects: a browser that has none, or refuses, has the pages all the same.
 */
export async function awake(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    await closeEnded(registration);
    const keep = () => registration.active?.postMessage('keep');
    document.addEventListener('visibilitychange', () => (document.hidden ? keep() : void closeEnded(registration)));
    setInterval(keep, KEEP_MS);
    // Who asked to be told and comes back stays asked for.
    if ((await readWish()) !== null) await import('./renewPush.ts').then(({ renewPush }) => renewPush(registration));
  } catch {
    // See above.
  }
}
