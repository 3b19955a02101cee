import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../../src/parseJson.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { Release, Resources, Target } from '../Target.ts';
import { cloudflareAccount } from './cloudflareAccount.ts';
import { type RunWrangler, refusalText } from './runWrangler.ts';
import { deploymentConfig, secretsText, type WranglerConfig } from './wranglerConfig.ts';

export interface CloudflareInput {
  readonly environment: 'staging' | 'production';
  readonly repository: string;
  /**
   * The folder of the keys. During a deployment it also has a file of all secrets, which a killed command leaves there.
   */
  readonly secretsFolder: string;
  readonly run: RunWrangler;
  /** Reads `wrangler.toml`. */
  readonly readConfig: () => Promise<WranglerConfig>;
  readonly fetch: typeof fetch;
  /** The address of Cloudflare's API, without a slash at its end. */
  readonly apiUrl: string;
}

/** How long `keep` stores a text in KV. */
const KEPT_SECONDS = 400 * 86_400;

const databases = z.array(z.object({ name: z.string(), uuid: z.string() }));
const namespaces = z.array(z.object({ title: z.string(), id: z.string() }));
const login = z.object({
  loggedIn: z.boolean().optional(),
  email: z.string().nullish(),
  accounts: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
});

/** An account at Cloudflare, through wrangler. */
export function cloudflareTarget(input: CloudflareInput): Target {
  const { environment, repository, secretsFolder, run, readConfig } = input;
  const name = `game-of-draws-${environment}`;
  const configName = `wrangler.${environment}.json`;

  async function writeConfig(release: Omit<Release, 'commit'>): Promise<void> {
    const config = deploymentConfig(await readConfig(), environment, release);
    writeFileSync(join(repository, configName), `${JSON.stringify(config, null, 2)}\n`);
  }

  /**
   * The id of the account's database or cache with our name, which `find` looks up. If there is none, the command of
   * wrangler in `make` makes it; `isFound` means that it must exist, and then an Error is thrown.
   */
  async function findOrMake(find: () => Promise<string | null>, make: readonly string[], isFound: boolean) {
    const known = await find();
    if (known !== null) return known;
    if (isFound)
      throw new Error(
        `This account has no storage named ${name} (wrangler ${make[0]}). Log in to the account in which it was made, or run npm run setup.`,
      );
    await run(make);
    const made = await find();
    if (made === null) throw new Error(`wrangler ${make.slice(0, 3).join(' ')} made nothing that can be found`);
    return made;
  }

  const findDatabase = async () =>
    databases.parse(JSON.parse(await run(['d1', 'list', '--json']))).find((one) => one.name === name)?.uuid ?? null;
  const findCache = async () =>
    namespaces.parse(JSON.parse(await run(['kv', 'namespace', 'list']))).find((one) => one.title === name)?.id ?? null;

  return {
    name: `Cloudflare (${environment})`,
    account: cloudflareAccount({ ...input, name, findCache }),
    async checkAccess(): Promise<readonly Finding[]> {
      const answer = await run(['whoami', '--json']).catch(() => null);
      const parsed = login.safeParse(answer === null ? null : parseJson(answer));
      if (!parsed.success || parsed.data.loggedIn === false)
        return [problem('account', 'Nobody is logged in. Run "npx wrangler login", or set CLOUDFLARE_API_TOKEN.')];
      const { accounts = [], email } = parsed.data;
      const meant = process.env.CLOUDFLARE_ACCOUNT_ID;
      if (accounts.length > 1 && !meant)
        return [
          problem(
            'account',
            `This login has ${accounts.length} accounts. Set CLOUDFLARE_ACCOUNT_ID to the one that is meant.`,
          ),
        ];
      const account = meant ? accounts.find(({ id }) => id === meant) : accounts[0];
      return [
        fine('account', account?.name ?? (meant || email || 'logged in')),
        note(
          'account',
          'the paid plan of Workers is needed (a BLS check takes 60 ms of CPU); the deployment says when it is missing',
        ),
      ];
    },
    async provide(location, isFound): Promise<Resources> {
      const near = location === null ? [] : ['--location', location];
      return {
        databaseId: await findOrMake(findDatabase, ['d1', 'create', name, ...near], isFound),
        cacheId: await findOrMake(findCache, ['kv', 'namespace', 'create', name], isFound),
      };
    },
    async migrate(release): Promise<void> {
      await writeConfig(release);
      await run(['d1', 'migrations', 'apply', 'DB', '--remote', '--config', configName]);
    },
    async keep(release, key, text): Promise<void> {
      await writeConfig(release);
      const where = ['--binding', 'CACHE', '--remote', '--config', configName];
      await run(['kv', 'key', 'put', key, text, '--ttl', String(KEPT_SECONDS), ...where]);
      const read = await run(['kv', 'key', 'get', key, '--text', ...where]);
      if (read.trimEnd() !== text) throw new Error(`${key} was written to the cache, which then gave another text`);
    },
    async deploy(release): Promise<string> {
      await writeConfig(release);
      const secrets = join(secretsFolder, 'deployed-now.json');
      try {
        mkdirSync(secretsFolder, { recursive: true, mode: 0o700 });
        // `mode` has no effect on an existing file, such as one that a killed command left.
        rmSync(secrets, { force: true });
        writeFileSync(secrets, secretsText(release.settings), { mode: 0o600 });
        const named = ['--tag', release.commit, '--define', `COMMIT:"${release.commit}"`];
        const output = await run(['deploy', '--config', configName, ...named, '--secrets-file', secrets]);
        return release.domain === null ? addressIn(output) : `https://${release.domain}`;
      } catch (error) {
        throw new Error(refusalText(error), { cause: error });
      } finally {
        rmSync(secrets, { force: true });
      }
    },
  };
}

/** The address of a deployment without a domain: wrangler says it only in this output. */
function addressIn(output: string): string {
  const [address] = /https:\/\/[\w.-]+\.workers\.dev/.exec(output) ?? [];
  if (address === undefined)
    throw new Error(
      'The deployment has no address. Register a workers.dev subdomain in the dashboard, or give a DOMAIN.',
    );
  return address;
}
