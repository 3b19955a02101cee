import { endPush, readWish } from '../service/wish.ts';

/**
 * Ends the notifications about a wallet that this browser is to forget. Those about another wallet stay, unless the
 * browser no longer knows which wallet they are about. Never rejects.
 */
export async function endTelling(address: string): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    const wish = await readWish();
    if (registration !== undefined && (wish === null || wish.address === address)) await endPush(registration);
  } catch {
    // The notifications go on until they are turned off.
  }
}
