import { endPush, readWish } from '../service/wish.ts';

/** Ends the notifications about a wallet that this browser forgets, or about an unknown wallet. Never rejects. */
export async function endTelling(address: string): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    const wish = await readWish();
    if (registration !== undefined && (wish === null || wish.address === address)) await endPush(registration);
  } catch {
    // The notifications go on until the visitor turns them off.
  }
}
