import { execFile, execFileSync } from 'node:child_process';
import * as files from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { settingsText } from '../../../commands/setup/settingsText.ts';
import { wallet } from '../wallets.ts';
import { startApi } from './apiStandIn.ts';
import { keyOf, soundAnswers } from './fakeSurroundings.ts';

/** A last resort: about a dozen processes run, two at a time, and the machine may be slow. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const ROOT = new URL('../../../', import.meta.url).pathname;
/** The files that the operator's commands need. */
const ROOMS = ['package.json', '.npmrc', '.gitignore', 'wrangler.toml', 'migrations', 'src', 'worker', 'commands'];
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');
const SIGNATURE = '5'.repeat(88);
const BOOKMARK = `0000000a-0000000b-0000000c-${'d'.repeat(32)}`;

let api: Awaited<ReturnType<typeof startApi>>;
let outside: string;
let clone: string;
const git = (...args: readonly string[]) => execFileSync('git', [...args], { cwd: clone, encoding: 'utf8' });

/** A clone as git makes it. Beside it are the folder in which the operator works and the operator's key. */
beforeAll(async () => {
  api = await startApi('game-of-draws-staging');
  outside = files.mkdtempSync(join(tmpdir(), 'operator-'));
  clone = join(outside, 'clone');
  const listed = execFileSync('git', ['ls-files', '-z', ...ROOMS], { cwd: ROOT, encoding: 'utf8' });
  for (const path of listed.split('\0').filter(Boolean)) {
    files.mkdirSync(dirname(join(clone, path)), { recursive: true });
    files.cpSync(join(ROOT, path), join(clone, path));
  }
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=one', '-c', 'user.email=one@example.com', 'commit', '-qm', 'one');
  files.symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  // A link is not a folder, so the line of .gitignore does not match it.
  files.writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
});
afterAll(async () => {
  await api.stop();
  files.rmSync(outside, { recursive: true, force: true });
});

interface Said {
  readonly code: number;
  readonly text: string;
}

/** Runs a command as it is printed, in another folder than the clone. Only the account is passed in. */
function npm(words: string): Promise<Said> {
  const { SETUP_FOLDER: _, INIT_CWD: __, ...around } = process.env;
  const account = {
    CLOUDFLARE_API_BASE_URL: api.url,
    CLOUDFLARE_API_TOKEN: 'canary',
    CLOUDFLARE_ACCOUNT_ID: 'account',
  };
  const env = { ...around, ...account, XDG_CONFIG_HOME: outside, NODE_COMPILE_CACHE: COMPILED };
  return new Promise((resolve) => {
    const args = ['--prefix', clone, 'run', '-s', ...words.split(' ')];
    const child = execFile('npm', args, { cwd: outside, env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, text: out + err }),
    );
    child.stdin?.end();
  });
}

/** The files that are new in the clone. */
const made = () =>
  git('status', '--porcelain', '--ignored', '-uall')
    .split('\n')
    .map((line) => line.slice(3))
    .filter((path) => path !== '' && path !== 'node_modules');

it('the operator’s commands leave all that they keep where the papers say, and git takes none of it', async () => {
  const unset = await Promise.all(['rotate -- admin', 'secrets -- list'].map((one) => npm(`${one} --env staging`)));
  for (const { code, text } of unset) {
    expect(code, text).toBe(1);
    expect(text).toMatch(new RegExp(`kept in ${clone}/.setup/staging. Run npm run setup first.`));
  }
  expect(made()).toEqual([]);

  const nobody = 'http://127.0.0.1:1';
  const answers = {
    ...soundAnswers(outside),
    ...{ POOL_SECRET_KEY: 'new', TAX_SECRET_KEY: 'new', ADMIN_KEYS: 'new', GENESIS_TIME: 'next' },
    ...{ RPC_URLS: nobody, PUBLIC_RPC_URL: nobody, ALERT_WEBHOOK_URL: `${nobody}/canary` },
  };
  files.writeFileSync(join(clone, 'staging.vars'), settingsText(answers));
  const kept = join(clone, '.setup/staging');
  const said = [await npm('setup -- --env staging --file staging.vars')];
  expect(said[0]?.text).toContain(`what it knows is in ${kept}.`);
  // No node answers, so a setup ends there, and later commands work with the files that it has written.
  expect(said[0]?.text).toMatch(/Each RPC node\n {2}WRONG/);
  said.push(await npm('rotate -- pool --env staging'));
  said.push(await npm('rotate -- tax --env staging'));
  said.push(await npm('rotate -- admin --env staging'));
  const rotated = files.readFileSync(join(kept, 'settings.env'), 'utf8');
  expect(said.slice(1).map(({ code }) => code)).toEqual([0, 0, 0]);

  // The clone is moved, as after a restore from a backup: its keys are found, and no rotated key comes back.
  const moved = join(outside, 'elsewhere');
  files.renameSync(clone, moved);
  clone = moved;
  type Ends = readonly (readonly [string, number, string])[];
  // Each of these has the folder for itself until it ends.
  const holding: Ends = [
    ['setup -- --env staging --file staging.vars', 1, 'admin-key-2.txt; back up this folder\n[2/18]'],
    ['secrets -- list --env staging', 1, 'HEARTBEAT_URL'],
    ['secrets -- share mine.vars --env staging', 0, `${moved}/mine.vars has no secret in it.`],
    ['export -- --env staging', 0, `${moved}/backup-staging-`],
    [`restore -- ${BOOKMARK} --env staging`, 1, 'Nobody said yes: nothing was changed.'],
    ['terms -- --env staging', 1, 'unreachable'],
  ];
  const others: Ends = [
    ['setup -- --env staging --dry-run', 1, 'ok     settings: complete; the pool is'],
    [`pay -- 7 --env staging`, 64, `No lottery was deployed from ${moved}/.setup/staging`],
    [`recover -- ${SIGNATURE} --env staging --reason x`, 64, `No lottery was deployed from ${moved}/.setup/staging`],
    [`move -- .setup/staging/pool.json ${wallet(9)} 1 --env staging --yes`, 1, 'unreachable'],
    ['doctor -- --file other.vars', 1, `${moved}/other.vars cannot be read.`],
  ];
  const inTurn = async (ends: Ends) => {
    for (const [words, code, text] of ends) {
      const one = await npm(words);
      said.push(one);
      expect.soft([one.code, one.text], words).toEqual([code, expect.stringContaining(text)]);
    }
  };
  await Promise.all([inTurn(holding), inTurn(others)]);
  expect(files.readFileSync(join(moved, '.setup/staging/settings.env'), 'utf8')).toBe(rotated);

  // The name that the papers give to a restored backup.
  files.mkdirSync(join(moved, 'backup'));
  files.writeFileSync(join(moved, 'backup/copies.json'), '[]');
  expect(git('status', '--porcelain')).toBe('');
  expect(new Set(made().map((path) => path.replace(/-\d{4}-[\dT-]+/, '-TIME')))).toEqual(
    new Set([
      ...['settings.env', 'state.json'].map((name) => `.setup/staging/${name}`),
      ...['pool', 'pool-2', 'tax-wallet', 'tax-wallet-2'].map((name) => `.setup/staging/${name}.json`),
      ...['.setup/staging/admin-key.txt', '.setup/staging/admin-key-2.txt', 'staging.vars', 'mine.vars'],
      ...['backup/copies.json', 'backup-staging-TIME/database.sql', 'backup-staging-TIME/copies.json'],
    ]),
  );
  const secrets = files
    .readdirSync(join(moved, '.setup/staging'))
    .filter((name) => /^(?:pool|tax|admin)/.test(name))
    .map((name) => files.readFileSync(join(moved, '.setup/staging', name), 'utf8').trim());
  expect(secrets).toHaveLength(6);
  const all = [...unset, ...said].map(({ text }) => text).join('\n');
  for (const secret of [...secrets, keyOf(2).text, 'canary']) expect(all).not.toContain(secret);
});
