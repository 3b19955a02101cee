import { storeWish } from './wish.ts';

/**
 * Ends the subscription here and on the server. If the server could not be told it rejects; here the subscription has
 * ended by then.
 */
export async function endPush(registration: ServiceWorkerRegistration): Promise<void> {
  const subscription = await registration.pushManager.getSubscription();
  await storeWish(null);
  if (subscription === null) return;
  const { endpoint } = subscription;
  // Done first: messages sent from now on reach nobody, and the push service tells our server so.
  await subscription.unsubscribe();
  const response = await fetch('/api/push/end', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint }),
    keepalive: true,
  });
  if (!response.ok) throw new Error(`/api/push/end answered ${response.status}`);
}
