import { join } from 'node:path';
import * as z from 'zod';
import { isSecretName } from '../settingsText.ts';
import type { Release } from '../Target.ts';

const bound = {
  name: z.string(),
  durable_objects: z.object({ bindings: z.array(z.looseObject({ name: z.string() })) }),
  d1_databases: z.array(z.looseObject({ binding: z.string() })),
  kv_namespaces: z.array(z.looseObject({ binding: z.string() })),
  ratelimits: z.array(z.looseObject({ name: z.string(), namespace_id: z.string(), simple: z.unknown() })),
  vars: z.record(z.string(), z.string()).default({}),
};

/** What our code reads or changes in `wrangler.toml`. Everything else in the file stays as it is. */
export const wranglerConfig = z.looseObject({ ...bound, env: z.record(z.string(), z.looseObject(bound)) });
export type WranglerConfig = z.infer<typeof wranglerConfig>;

/** Reads the repository's `wrangler.toml` as wrangler does. Throws when a part named above is missing. */
export async function readWranglerConfig(repository: string): Promise<WranglerConfig> {
  // wrangler is loaded only here: loading it takes a second, and nothing else needs it.
  const { experimental_readRawConfig } = await import('wrangler');
  return wranglerConfig.parse(experimental_readRawConfig({ config: join(repository, 'wrangler.toml') }).rawConfig);
}

/**
 * The configuration for deploying one environment: `wrangler.toml` with the account's ids, the domain and the plain
 * settings. It contains no secret.
 */
export function deploymentConfig(
  config: WranglerConfig,
  environment: string,
  { resources, settings, domain }: Omit<Release, 'commit'>,
): object {
  const { env: environments, ...shared } = config;
  const own = environments[environment];
  if (own === undefined) throw new Error(`wrangler.toml has no env.${environment}`);
  const plain = Object.entries(settings).filter(([name]) => !isSecretName(name));
  return {
    ...shared,
    ...own,
    d1_databases: own.d1_databases.map((one) => ({ ...one, database_id: resources.databaseId })),
    kv_namespaces: own.kv_namespaces.map((one) => ({ ...one, id: resources.cacheId })),
    vars: { ...own.vars, ...Object.fromEntries(plain) },
    ...(domain !== null && { routes: [{ pattern: domain, custom_domain: true }] }),
  };
}

/** The secret settings, as wrangler reads them from a file. */
export function secretsText(settings: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(settings).filter(([name]) => isSecretName(name))));
}
