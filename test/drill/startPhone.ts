import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

/** Longer than any alert takes to arrive. */
const LAST_RESORT_MS = 300_000;

const post = z.object({
  alerts: z.array(
    z.object({
      key: z.string(),
      event: z.enum(['raised', 'reminder', 'over']),
      message: z.string(),
      runbook: z.string(),
    }),
  ),
});

/** An alert as it arrived. `at` is unix milliseconds. */
export type Ring = z.infer<typeof post>['alerts'][number] & { readonly at: number };

/** The operator's phone: a webhook that receives the alerts. Whoever starts it has to stop it. */
export interface Phone {
  readonly url: string;
  readonly rings: readonly Ring[];
  /** Waits for the first alert after a moment that meets a condition. */
  ring(since: number, isIt: (ring: Ring) => boolean): Promise<Ring>;
  stop(): Promise<unknown>;
}

export async function startPhone(): Promise<Phone> {
  const rings: Ring[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const at = Date.now();
    rings.push(...post.parse(JSON.parse(body)).alerts.map((alert) => ({ ...alert, at })));
    response.end('ok');
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`,
    rings,
    ring: (since, isIt) =>
      new Promise((resolve, reject) => {
        const silence = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`it did not ring for that within ${LAST_RESORT_MS / 1000} s`));
        }, LAST_RESORT_MS);
        const look = () => {
          const found = rings.find((ring) => ring.at >= since && isIt(ring));
          if (found === undefined) return;
          clearTimeout(silence);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
