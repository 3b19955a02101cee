import type { OutgoingRequest } from '../world/passOutbound.ts';

/** Lets a request of the worker reach its goal, and keeps the answer to itself. */
export async function forward({ method, url, headers, body }: OutgoingRequest): Promise<void> {
  await (await fetch(url, { method, headers, ...(method === 'POST' && { body }) })).arrayBuffer();
}
