import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { cloudflareTarget } from '../../../commands/setup/cloudflare/cloudflareTarget.ts';
import { refusalText, wranglerIn } from '../../../commands/setup/cloudflare/runWrangler.ts';
import {
  deploymentConfig,
  readWranglerConfig,
  secretsText,
} from '../../../commands/setup/cloudflare/wranglerConfig.ts';
import { commitName } from '../../../commands/setup/commitName.ts';
import { isSecretName, readSettingsText, settingsText } from '../../../commands/setup/settingsText.ts';
import { SETTING_NAMES } from '../../../worker/settings/parseSettings.ts';
import { neverCalled } from '../neverCalled.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const RAW = await readWranglerConfig(ROOT);
const ENVIRONMENTS = ['staging', 'production'] as const;
const RELEASE = {
  resources: { databaseId: 'database', cacheId: 'cache' },
  settings: { CLUSTER: 'devnet', POOL_SECRET_KEY: 'canary', RPC_URLS: 'canary', ALERT_WEBHOOK_URL: 'canary' },
  domain: 'draws.example.com',
};

describe('the environments of wrangler.toml', () => {
  it.each(ENVIRONMENTS)('repeat in %s all bindings of the top level, because they do not inherit them', (name) => {
    const own = RAW.env[name];
    expect(own?.durable_objects.bindings).toEqual(RAW.durable_objects.bindings);
    expect(own?.d1_databases.map(({ binding }) => binding)).toEqual(RAW.d1_databases.map(({ binding }) => binding));
    expect(own?.kv_namespaces.map(({ binding }) => binding)).toEqual(RAW.kv_namespaces.map(({ binding }) => binding));
    const limits = (config: typeof own) => config?.ratelimits.map(({ name: limit, simple }) => ({ limit, simple }));
    expect(limits(own)).toEqual(limits(RAW));
    expect(Object.keys(own?.vars ?? {})).toEqual(expect.arrayContaining(Object.keys(RAW.vars)));
  });

  it('leave the timetable to its defaults, so that a change of a default changes every environment', () => {
    const vars = [RAW, ...Object.values(RAW.env)].flatMap((config) => Object.keys(config.vars));
    expect(vars).not.toContain('ROUND_SECONDS');
    expect(vars).not.toContain('ENTRY_LOCK_SECONDS');
  });

  it('count visitors separately: no two limits share a namespace', () => {
    const all = [RAW, ...Object.values(RAW.env)].flatMap(({ ratelimits }) => ratelimits);
    expect(new Set(all.map(({ namespace_id }) => namespace_id)).size).toBe(all.length);
  });

  it('keep the lines that the worker writes, and no line for each visitor', () => {
    expect(RAW.observability).toMatchObject({
      logs: { enabled: true, head_sampling_rate: 1, invocation_logs: false },
    });
  });
});

describe('what an environment is deployed with', () => {
  it('has the account’s ids, the domain and the plain settings, and no secret', () => {
    const config = deploymentConfig(RAW, 'production', RELEASE);
    expect(config).toMatchObject({
      name: 'game-of-draws-production',
      workers_dev: false,
      routes: [{ pattern: 'draws.example.com', custom_domain: true }],
      migrations: RAW.migrations,
      triggers: RAW.triggers,
      limits: { cpu_ms: 30_000 },
    });
    expect(config).toMatchObject({ vars: { CLUSTER: 'devnet', ENVIRONMENT: 'production' } });
    expect(config).not.toHaveProperty('env');
    expect(JSON.stringify(config)).not.toContain('canary');
    expect(Object.keys(JSON.parse(secretsText(RELEASE.settings)))).toEqual([
      ...['POOL_SECRET_KEY', 'RPC_URLS', 'ALERT_WEBHOOK_URL'],
    ]);
  });

  it('refuses an environment that is not there', () => {
    expect(() => deploymentConfig(RAW, 'nowhere', RELEASE)).toThrow('wrangler.toml has no env.nowhere');
  });
});

describe('a setting that is secret', () => {
  it('is one that the paper says is secret', () => {
    const paper = readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8');
    const rows = paper.split('\n').filter((line) => line.startsWith('| `'));
    const said = rows
      .filter((line) => line.includes('| yes |') || line.includes('(secret)'))
      .flatMap((line) => [...line.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name));
    expect(said.length).toBeGreaterThan(5);
    expect(SETTING_NAMES.filter(isSecretName).sort()).toEqual([...new Set(said)].sort());
  });

  it('is in the paper and in the example, as every setting is', () => {
    const papers = ['docs/deploy.md', '.dev.vars.example'].map((file) => readFileSync(join(ROOT, file), 'utf8'));
    for (const text of papers) expect(SETTING_NAMES.filter((name) => !text.includes(name))).toEqual([]);
  });
});

describe('the example of settings', () => {
  const text = readFileSync(join(ROOT, '.dev.vars.example'), 'utf8');

  it('asks only for what is needed, because each of its lines is a question of the deploy button', () => {
    expect(Object.keys(readExample()).sort()).toEqual([
      ...['ADMIN_KEYS', 'ADMIN_WALLET', 'GENESIS_TIME', 'GOD_MINT', 'POOL_SECRET_KEY', 'RPC_URLS'],
      ...['TAX_AUTHORITY_SECRET_KEY', 'TAX_SECRET_KEY'],
    ]);
  });

  it('has no default value that somebody could deploy by just pressing Return', () => {
    expect(Object.values(readExample()).filter((value) => value !== '')).toEqual([]);
  });

  it('names only settings', () => {
    const named = [...text.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => ![...SETTING_NAMES, 'DOMAIN'].includes(name))).toEqual([]);
  });

  const readExample = () =>
    Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
});

describe('an installation', () => {
  it('runs no script of any package, with every npm', () => {
    expect(readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    // A pre or post script of our own would be left out as well.
    const names = Object.keys(scripts);
    expect(
      names.filter((name) => /^(?:pre|post)/.test(name) && names.includes(name.replace(/^(?:pre|post)/, ''))),
    ).toEqual([]);
  });
});

describe('a settings file', () => {
  it('can be read after it was written, whatever characters it has', () => {
    const settings = { ADMIN_KEYS: '{"a":"b"}', POOL_SECRET_KEY: '[1,2]', NAME: `it's`, RPC_URLS: 'https://a.test/#x' };
    expect(readSettingsText(settingsText(settings))).toEqual(settings);
    const quoted = { A: String.raw`"a\n'b'`, B: `'a' "b"`, C: '', D: `it's a \`` };
    expect(readSettingsText(settingsText(quoted))).toEqual({ A: quoted.A, B: quoted.B, D: quoted.D });
  });

  it.each(['two\nlines', `all of '"\``, String.raw`'\`\n`, ' '])(
    'refuses %j, which could not be read back',
    (value) => {
      expect(() => settingsText({ A: value })).toThrow('A cannot be written');
    },
  );
});

describe('a refusal of Cloudflare', () => {
  it.each([
    ['CPU limits are not supported for the Free plan. [code: 100328]', 'no paid plan of Workers'],
    ['Could not find zone for `draws.example.com`', 'DOMAIN is in no zone of this account'],
    ['Authentication error [code: 10000]', 'Log in again'],
    [
      'A request to the Cloudflare API (/accounts/a/zones?name=draws.example.com) failed. Authentication error',
      'Log in again',
    ],
  ])('%s says what mends it', (words, sentence) => {
    expect(refusalText(new Error(words))).toContain(sentence);
    expect(refusalText(new Error('something new'))).toBe('something new');
  });
});

describe('a command of wrangler that did not run to its end', () => {
  it('says that it was not started', async () => {
    await expect(wranglerIn('/nowhere')(['whoami'])).rejects.toThrow(/wrangler whoami failed: .*ENOENT/);
  });

  it('says that it was ended after its time', async () => {
    await expect(wranglerIn(ROOT, 1)(['whoami'])).rejects.toThrow(
      /wrangler whoami failed: It was ended by SIGTERM, after at most 0.001 s\./,
    );
  });
});

describe('an account at Cloudflare', () => {
  const accounts = [
    { id: 'a', name: 'The first' },
    { id: 'b', name: 'The second' },
  ];
  const access = async (of = accounts) => {
    const target = cloudflareTarget({
      ...{ environment: 'staging', repository: ROOT, secretsFolder: ROOT, apiUrl: 'https://api.test' },
      run: async () => JSON.stringify({ loggedIn: true, email: 'ada@draws.test', accounts: of }),
      ...{ readConfig: neverCalled('readConfig'), fetch: neverCalled('fetch') },
    });
    return (await target.checkAccess()).map(({ sentence }) => sentence)[0];
  };

  it.each([
    ['b', 'The second'],
    ['c', 'c'],
  ])('that CLOUDFLARE_ACCOUNT_ID names (%s) is the one that is reported', async (id, name) => {
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', id);
    expect(await access()).toBe(name);
    vi.unstubAllEnvs();
  });

  it('is the only one of a login, or has to be named', async () => {
    vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', undefined);
    expect(await access(accounts.slice(0, 1))).toBe('The first');
    expect(await access([])).toBe('ada@draws.test');
    expect(await access()).toMatch(/^This login has 2 accounts/);
    vi.unstubAllEnvs();
  });
});

describe('the commit by which a deployment is named', () => {
  it('is missing where git names none, with the words of git', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'repository-'));
    try {
      await expect(commitName(folder)).rejects.toThrow(/must be cloned, and not copied\. Command failed: git status/);
      execFileSync('git', ['init', '-q'], { cwd: folder });
      await expect(commitName(folder)).rejects.toThrow(/Command failed: git rev-parse/);
      await expect(commitName(join(folder, 'nowhere'))).rejects.toThrow(/ENOENT/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
