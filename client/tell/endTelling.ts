import { endPush, readWish } from '../service/wish.ts';

/**
 * Ends this browser's notifications if they are about `address`, which it forgets, or if it does not know about which
 * wallet they are. Never rejects.
 */
export async function endTelling(address: string): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    const wish = await readWish();
    if (registration !== undefined && (wish === null || wish.address === address)) await endPush(registration);
  } catch {
    // The notifications go on until the visitor turns them off.
  }
}
