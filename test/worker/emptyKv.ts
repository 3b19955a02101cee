import { env } from 'cloudflare:workers';
import { beforeEach } from 'vitest';

// All files share one KV: without this, the public state that one test has published would answer for another one.
beforeEach(async () => {
  const { keys } = await env.CACHE.list();
  await Promise.all(keys.map(({ name }) => env.CACHE.delete(name)));
});
