import { storeWish } from './wish.ts';

/** Ends it here and on the server. Rejects where the server could not be told; here it has ended then already. */
export async function endPush(registration: ServiceWorkerRegistration): Promise<void> {
  const subscription = await registration.pushManager.getSubscription();
  await storeWish(null);
  if (subscription === null) return;
  const { endpoint } = subscription;
  // First: what is sent from now on reaches nobody, and its push service tells our server so.
  await subscription.unsubscribe();
  const response = await fetch('/api/push/end', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint }),
    keepalive: true,
  });
  if (!response.ok) throw new Error(`/api/push/end answered ${response.status}`);
}
