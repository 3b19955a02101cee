import { closeEnded } from '../service/closeEnded.ts';
import { readWish } from '../service/wish.ts';

const KEEP_MS = 300_000;

/** Starts the service worker, for the offline view and the notifications. Never rejects: the pages work without it. */
export async function awake(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    await closeEnded(registration);
    const keep = () => registration.active?.postMessage('keep');
    document.addEventListener('visibilitychange', () => (document.hidden ? keep() : void closeEnded(registration)));
    setInterval(keep, KEEP_MS);
    if ((await readWish()) !== null) await import('./renewPush.ts').then(({ renewPush }) => renewPush(registration));
  } catch {
    // This browser has no service workers, or one of these steps failed.
  }
}
