import { join } from 'node:path';
import * as z from 'zod';

const bound = {
  name: z.string(),
  durable_objects: z.object({ bindings: z.array(z.looseObject({ name: z.string() })) }),
  d1_databases: z.array(z.looseObject({ binding: z.string() })),
  kv_namespaces: z.array(z.looseObject({ binding: z.string() })),
  ratelimits: z.array(z.looseObject({ name: z.string(), namespace_id: z.string(), simple: z.unknown() })),
  vars: z.record(z.string(), z.string()).default({}),
};

/** What a deployment changes in `wrangler.toml`. Everything else in it stays as it is. */
export const wranglerConfig = z.looseObject({ ...bound, env: z.record(z.string(), z.looseObject(bound)) });
export type WranglerConfig = z.infer<typeof wranglerConfig>;

/** Reads the repository's `wrangler.toml` as wrangler does. Throws when it lacks a binding. */
export async function readWranglerConfig(repository: string): Promise<WranglerConfig> {
  // Loaded only here, since it takes a second and nothing else needs it.
  const { experimental_readRawConfig } = await import('wrangler');
  return wranglerConfig.parse(experimental_readRawConfig({ config: join(repository, 'wrangler.toml') }).rawConfig);
}
