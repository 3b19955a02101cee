import { isSecretName } from '../secretNames.ts';
import type { Release } from '../Target.ts';
import type { WranglerConfig } from './wranglerConfig.ts';

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
