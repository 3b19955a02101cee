import type { OutgoingRequest } from '../world/passOutbound.ts';

/** Passes a request of the worker on, but does not give the worker the answer. */
export async function forward({ method, url, headers, body }: OutgoingRequest): Promise<void> {
  await (await fetch(url, { method, headers, ...(method === 'POST' && { body }) })).arrayBuffer();
}
