import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rotateKey } from '../../../commands/setup/account/rotateKey.ts';
import { cloudflareTarget } from '../../../commands/setup/cloudflare/cloudflareTarget.ts';
import { readWranglerConfig } from '../../../commands/setup/cloudflare/wranglerConfig.ts';
import { openDrySetup, openKeptSetup } from '../../../commands/setup/KeptSetup.ts';
import { type Question, questionsFor } from '../../../commands/setup/questions.ts';
import { runSetup } from '../../../commands/setup/runSetup.ts';
import { meantStep } from '../../../commands/setup/steps/meantStep.ts';
import { runSteps, settingsNow } from '../../../commands/setup/steps/Step.ts';
import { fakeAccount, Interrupted } from './fakeAccount.ts';
import { type Around, fakeSurroundings, keyOf, NOW, setupHere, soundAnswers } from './fakeSurroundings.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const COMMIT = 'c0ffee1234';
const CONFIG = readWranglerConfig(ROOT);
/** The genesis hash of mainnet. */
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** An account with nothing in it, a folder with nothing in it, and a world in which all is well. */
function fromNothing(around: Around = {}) {
  const repository = mkdtempSync(join(tmpdir(), 'repository-'));
  const account = fakeAccount(repository);
  const target = cloudflareTarget({
    environment: 'staging',
    repository,
    secretsFolder: join(repository, 'kept'),
    run: account.run,
    readConfig: () => CONFIG,
    fetch: account.fetch,
    apiUrl: 'https://api.cloudflare.test',
  });
  const world = fakeSurroundings(around);
  const { input, lines, folder } = setupHere(target, world.fetch);
  folders.push(repository, folder);
  const plan = {
    questions: questionsFor(false),
    given: soundAnswers(folder),
    ask: null as ((question: Question) => Promise<string>) | null,
    readCommit: async (): Promise<string | null> => COMMIT,
  };
  const run = (altered: Partial<typeof plan> = {}, more: Partial<typeof input> = {}) =>
    runSetup({ ...input, ...more }, { ...plan, ...altered });
  const wrong = () => lines.filter((line) => line.includes('WRONG'));
  return { account, world, input, lines, folder, repository, plan, run, wrong };
}

describe('a setup', () => {
  it('makes a database and a cache where it was told, migrates, deploys with the secrets apart, and looks at it', async () => {
    const { account, run, lines, input, wrong, repository } = fromNothing();
    expect(await run(), wrong().join('\n')).toBe(true);
    const { databases, namespaces, migrated, deployed } = account.contents;
    expect(databases).toEqual([{ name: 'game-of-draws-staging', uuid: 'database-1', location: 'weur' }]);
    expect(namespaces).toEqual([{ title: 'game-of-draws-staging', id: 'cache-1' }]);
    expect(migrated).toEqual(['database-1']);
    const [release] = deployed;
    expect(release).toMatchObject({ tag: COMMIT, define: `COMMIT:"${COMMIT}"` });
    expect(release?.config).toMatchObject({
      name: 'game-of-draws-staging',
      d1_databases: [{ binding: 'DB', database_id: 'database-1' }],
      kv_namespaces: [{ binding: 'CACHE', id: 'cache-1' }],
      vars: { CLUSTER: 'devnet', OBJECT_LOCATION: 'weur', ENVIRONMENT: 'staging' },
    });
    const secret = ['ADMIN_KEYS', 'ALERT_WEBHOOK_URL', 'POOL_SECRET_KEY', 'RPC_URLS'];
    expect(Object.keys(release?.secrets ?? {}).sort()).toEqual(
      [...secret, 'TAX_AUTHORITY_SECRET_KEY', 'TAX_SECRET_KEY'].sort(),
    );
    expect(release?.secrets.POOL_SECRET_KEY).toBe(keyOf(1).text);
    // The secrets were only in the folder of the keys, never in a temporary folder, even if the setup had been killed.
    expect(account.commands.join('\n')).toContain(`--secrets-file ${join(repository, 'kept/deployed-now.json')}`);
    expect(readdirSync(join(repository, 'kept'))).toEqual([]);
    expect(JSON.stringify(release?.config)).not.toMatch(/canary|1,1,1/);
    expect(lines.join('\n')).not.toMatch(/canary|1,1,1/);
    expect(statSync(join(input.kept.folder, 'settings.env')).mode & 0o777).toBe(0o600);
  });

  it('goes on after an interruption before or after any command that changes something, and makes nothing twice', async () => {
    const whole = fromNothing();
    expect(await whole.run()).toBe(true);
    expect(whole.account.commands.length).toBeGreaterThan(7);
    const isLook = /list|whoami|auth token|time-travel info/;
    const changing = [...whole.account.commands.entries()].filter(([, command]) => !isLook.test(command));
    expect(changing).toHaveLength(4);
    for (const [i, command] of changing) {
      for (const when of ['before', 'after'] as const) {
        const { account, run, wrong } = fromNothing();
        account.interrupt = { at: i + 1, when };
        expect(await run(), `${when} ${command}`).toBe(false);
        account.interrupt = null;
        expect(await run(), `${when} ${command}: ${wrong().join('\n')}`).toBe(true);
        expect(account.contents.databases).toHaveLength(1);
        expect(account.contents.namespaces).toHaveLength(1);
        expect(account.contents.deployed.at(-1)?.config).toMatchObject({
          d1_databases: [{ database_id: 'database-1' }],
        });
      }
    }
  }, 300_000);

  it('asks only the remaining questions after an interruption at any question, and keeps each key that it has made', async () => {
    const { run, plan, folder, input } = fromNothing();
    const { POOL_SECRET_KEY, TAX_SECRET_KEY, ADMIN_KEYS, GENESIS_TIME, ...rest } = soundAnswers(folder);
    const typed = { ...rest, POOL_SECRET_KEY: '', TAX_SECRET_KEY: 'new', ADMIN_KEYS: 'new', GENESIS_TIME: '' };
    // Settings that are not asked for come from a file.
    const isAsked = (name: string) => plan.questions.some((question) => question.name === name);
    const given = Object.fromEntries(Object.entries(rest).filter(([name]) => !isAsked(name)));
    const asked: string[] = [];
    let made: string | null = null;
    let isWell = false;
    for (let tries = 0; tries <= plan.questions.length && !isWell; tries++) {
      let left = 1;
      const ask = async ({ name }: Question) => {
        if (left-- === 0) throw new Interrupted('Ctrl-C');
        asked.push(name);
        return typed[name as keyof typeof typed] ?? '';
      };
      isWell = await run({ given, ask });
      const pool = join(input.kept.folder, 'pool.json');
      if (existsSync(pool)) {
        made ??= readFileSync(pool, 'utf8');
        expect(readFileSync(pool, 'utf8')).toBe(made);
      }
    }
    expect(asked).toEqual(plan.questions.map(({ name }) => name));
    expect(input.kept.answers()).toMatchObject({ GENESIS_TIME: '2026-11-22T13:00:00.000Z' });
    expect(input.kept.answers().ADMIN_KEYS).toMatch(/^\{"admin":"[0-9a-f]{64}"\}$/);
    expect([isWell, made === null]).toEqual([true, false]);
  });

  it('makes one key of each kind, however often a file asks for a new one', async () => {
    const { run, plan, account } = fromNothing();
    const given = { ...plan.given, POOL_SECRET_KEY: 'new', ADMIN_KEYS: 'new' };
    expect(await run({ given })).toBe(true);
    expect(await run({ given })).toBe(true);
    const [first, second] = account.contents.deployed;
    expect(first?.secrets.POOL_SECRET_KEY).toMatch(/^\[\d+(?:,\d+){63}\]$/);
    expect(second?.secrets).toEqual(first?.secrets);
  });

  it('never brings back a key that was rotated, nor moves the first round, when the same file is given again', async () => {
    const { run, plan, input } = fromNothing();
    const asked = { POOL_SECRET_KEY: 'new', TAX_SECRET_KEY: 'new', ADMIN_KEYS: 'new', GENESIS_TIME: 'next' };
    const given = { ...plan.given, ...asked };
    expect(await run({ given })).toBe(true);
    for (const what of ['pool', 'tax', 'admin'] as const) rotateKey(input, { what, name: null });
    const before = input.kept.answers();
    expect(before.GENESIS_TIME).toBe('2026-11-22T13:00:00.000Z');
    await run({ given }, { now: () => NOW + 40 * 60_000 });
    expect(input.kept.answers()).toEqual(before);
  });

  it('makes no new key when the file of a rotated one was moved away', async () => {
    const { run, plan, input } = fromNothing();
    const given = { ...plan.given, POOL_SECRET_KEY: 'new', TAX_SECRET_KEY: 'new', ADMIN_KEYS: 'new' };
    expect(await run({ given })).toBe(true);
    for (const what of ['pool', 'tax', 'admin'] as const) rotateKey(input, { what, name: null });
    const before = input.kept.answers();
    for (const name of ['tax-wallet.json', 'admin-key.txt']) rmSync(join(input.kept.folder, name));
    await run({ given });
    expect(input.kept.answers()).toEqual(before);
    expect(existsSync(join(input.kept.folder, 'tax-wallet.json'))).toBe(false);
  });

  it('does not accept a domain of the other environment', async () => {
    const { run, plan, account, folder, input, wrong } = fromNothing();
    openKeptSetup(join(folder, 'production')).answer({ DOMAIN: 'draws.test' });
    vi.stubEnv('SETUP_FOLDER', folder);
    const ask = async ({ name }: Question) => (name === 'DOMAIN' ? 'draws.test' : '');
    expect(await run({ given: plan.given, ask, readCommit: async () => null })).toBe(false);
    expect(wrong().join()).toContain('draws.test is the domain of production');
    expect(input.kept.answers().DOMAIN).toBeUndefined();
    // Nor one that somebody has written into the kept settings, in any spelling.
    input.kept.answer({ DOMAIN: 'Draws.Test.' });
    expect(await run({ given: plan.given, readCommit: async () => null })).toBe(false);
    expect(wrong().at(-1)).toContain('settings: draws.test is the domain of production');
    // Nor the one at which production answers, whatever its settings say by now.
    writeFileSync(join(folder, 'production/settings.env'), '');
    openKeptSetup(join(folder, 'production')).note({
      deployed: { commit: COMMIT, url: 'https://old.test', genesisTime: 1, at: 1 },
    });
    input.kept.answer({ DOMAIN: 'old.test' });
    expect(await run({ given: plan.given, readCommit: async () => null })).toBe(false);
    expect(wrong().join()).toContain('old.test is the domain of production');
    vi.unstubAllEnvs();
    expect(account.commands).toEqual([]);
  });

  it('keeps the keys of two runs at the same time: none is overwritten, and both runs name the same keys', async () => {
    const { input } = fromNothing();
    const { kept } = input;
    const other = openKeptSetup(kept.folder);
    // The other run makes its key while this one makes its own.
    const path = kept.keepSecret('pool.json', () => {
      other.keepSecret('pool.json', () => 'of the other');
      return 'of this one';
    });
    expect(readFileSync(path, 'utf8')).toBe('of the other');
    const next = kept.keepNext('pool.json', () => {
      other.keepNext('pool.json', () => 'next of the other');
      return 'next of this one';
    });
    expect(readFileSync(next, 'utf8')).toBe('next of this one');
    expect(readFileSync(join(kept.folder, 'pool-2.json'), 'utf8')).toBe('next of the other');
    expect(statSync(next).mode & 0o777).toBe(0o600);
    expect(readdirSync(kept.folder).sort()).toEqual(['pool-2.json', 'pool-3.json', 'pool.json']);
  });

  it('keeps a replaced key that was written in the settings as text, because its wallet may hold money', async () => {
    const { kept } = fromNothing().input;
    kept.answer({ POOL_SECRET_KEY: keyOf(8).text, TAX_SECRET_KEY: 'env', ENVIRONMENT: 'staging' });
    kept.answer({ POOL_SECRET_KEY: keyOf(8).text });
    expect(readdirSync(kept.folder)).toEqual(['settings.env']);
    kept.answer({ POOL_SECRET_KEY: keyOf(9).text, TAX_SECRET_KEY: keyOf(7).text, ENVIRONMENT: 'production' });
    const replaced = readdirSync(kept.folder).filter((name) => name !== 'settings.env');
    expect(replaced.map((name) => readFileSync(join(kept.folder, name), 'utf8'))).toEqual([keyOf(8).text]);
  });

  it('takes a new hour for the first round while nothing is deployed and the old hour is over', async () => {
    const { run, plan, input } = fromNothing();
    const given = { ...plan.given, GENESIS_TIME: 'next' };
    const times: (string | undefined)[] = [];
    for (const minutes of [0, 40, 60]) {
      await run({ given, readCommit: async () => null }, { now: () => NOW + minutes * 60_000 });
      times.push(input.kept.answers().GENESIS_TIME?.slice(11, 16));
    }
    expect(times).toEqual(['13:00', '13:00', '14:00']);
  });

  it('says everything that is missing at once when nobody can be asked', async () => {
    const { run, lines } = fromNothing();
    expect(await run({ given: {} })).toBe(false);
    const missing = lines.filter((line) => line.includes('is missing')).map((line) => line.trim().split(' ')[3]);
    expect(missing).toEqual(['GOD_MINT', 'TAX_AUTHORITY_SECRET_KEY', 'ADMIN_WALLET']);
  });

  it('makes nothing in a dry run, and says what it would make', async () => {
    const { run, plan, account, lines, world } = fromNothing();
    expect(await run({ given: { ...plan.given, ADMIN_KEYS: 'new' } }, { isDryRun: true })).toBe(true);
    expect(account.commands).toEqual(['whoami --json']);
    expect(world.asked.filter((url) => url.includes('hook'))).toEqual([]);
    expect(lines.filter((line) => line.includes('would'))).toHaveLength(8);
    // The keys of a dry run are thrown away, so nobody is told to keep them.
    expect(lines.join('\n')).not.toMatch(/back up|what it knows/);
    // An uncommitted tree is no obstacle to a look.
    expect(await run({ readCommit: async () => null }, { isDryRun: true })).toBe(true);
    expect(lines.join('\n')).not.toContain('canary');
  });

  it('goes to mainnet only by an explicit word', async () => {
    const { run, plan, account, wrong } = fromNothing();
    const given = { ...plan.given, CLUSTER: 'mainnet-beta' };
    expect(await run({ given })).toBe(false);
    expect(wrong().join()).toContain('then add --mainnet');
    // Without CLUSTER the worker takes mainnet.
    const { CLUSTER: _devnet, ...silent } = plan.given;
    const other = fromNothing();
    const questions = plan.questions.filter(({ name }) => name !== 'CLUSTER');
    expect(await other.run({ given: silent, questions })).toBe(false);
    expect(other.wrong().join()).toContain('then add --mainnet');
    expect(account.commands).toEqual([]);
    expect(await run({ given }, { isMainnetMeant: true })).toBe(false);
    expect(wrong().at(-2)).toContain('CLUSTER is mainnet-beta and this node is of devnet');
  });

  it.each<[string, Readonly<Record<string, string>>, Around, string]>([
    ['by a variable', { CLUSTER: 'env' }, {}, 'then add --mainnet'],
    [
      'as a chain of its own',
      { CLUSTER: 'custom' },
      { nodeB: { getGenesisHash: MAINNET } },
      'CLUSTER is custom, and a node',
    ],
    [
      'as devnet',
      {},
      { nodeB: { getGenesisHash: MAINNET } },
      'CLUSTER is devnet, and a node of RPC_URLS is of mainnet-beta',
    ],
  ])('is deployed on mainnet by nobody who does not say so: %s', async (_how, given, around, sentence) => {
    const { input, plan, lines } = fromNothing(around);
    // The setup's notes are lost but its settings are there, so this is not a CI runner, whose folder is empty.
    input.kept.answer(plan.given);
    const before = input.kept.answers();
    const variables = { CLUSTER: 'mainnet-beta' };
    expect(await runSteps([meantStep(given)], { ...input, variables }, false)).toBe(false);
    expect(lines.join()).toContain(sentence);
    expect(input.kept.answers()).toEqual(before);
  });

  it('asks a deployment once for the word for real money, and never asks a CI runner with an empty folder', async () => {
    const { input, plan } = fromNothing();
    const given = { ...plan.given, CLUSTER: 'mainnet-beta' };
    expect(await runSteps([meantStep(given)], { ...input, kept: openDrySetup(input.kept.folder, true) }, false)).toBe(
      true,
    );
    input.kept.answer(plan.given);
    expect(await runSteps([meantStep(given)], input, false)).toBe(false);
    expect(await runSteps([meantStep(given)], { ...input, isMainnetMeant: true }, false)).toBe(true);
    expect(await runSteps([meantStep()], input, false)).toBe(true);
    expect(input.kept.facts().isMainnetMeant).toBe(true);
  });

  it('notes the word for real money only when the money is real', async () => {
    const { run, input } = fromNothing();
    await run({ readCommit: async () => null }, { isMainnetMeant: true });
    expect(input.kept.facts().isMainnetMeant).toBe(false);
  });

  it('writes nothing in a dry run: new keys stay in memory, and the folder does not change', async () => {
    const { run, input, plan } = fromNothing();
    input.kept.answer({ ...plan.given, POOL_SECRET_KEY: input.kept.keepSecret('pool.json', () => keyOf(1).text) });
    const files = () =>
      readdirSync(input.kept.folder).map((name) => [name, readFileSync(join(input.kept.folder, name), 'utf8')]);
    const before = files();
    const kept = openDrySetup(input.kept.folder, false);
    const given = { ...plan.given, POOL_SECRET_KEY: 'new', ADMIN_KEYS: 'new' };
    expect(await run({ given }, { kept, isDryRun: true })).toBe(true);
    expect(settingsNow({ kept, variables: {} }).settings?.pool.address).toBe(keyOf(1).address);
    expect(files()).toEqual(before);
    const empty = openDrySetup(input.kept.folder, true);
    expect(await run({ given }, { kept: empty, isDryRun: true })).toBe(true);
    const { settings } = settingsNow({ kept: empty, variables: {} });
    expect(settings?.pool.address).not.toBe(keyOf(1).address);
    expect(files()).toEqual(before);
  });

  it('refuses a tree with something that is not committed', async () => {
    const { run, account, wrong } = fromNothing();
    expect(await run({ readCommit: async () => null })).toBe(false);
    expect(wrong().join()).toContain('Something is not committed');
    expect(account.commands.filter((command) => !/whoami/.test(command))).toEqual([]);
    expect(account.contents).toMatchObject({ databases: [], namespaces: [], migrated: [], deployed: [] });
  });

  it('sends its test alert once, and again to another target', async () => {
    const { run, plan, world } = fromNothing();
    const alerts = () => world.asked.filter((url) => url.startsWith('https://hook.test'));
    expect(await run()).toBe(true);
    expect(await run()).toBe(true);
    expect(alerts()).toHaveLength(1);
    expect(await run({ given: { ...plan.given, ALERT_WEBHOOK_URL: 'https://hook.test/other' } })).toBe(true);
    expect(alerts()).toHaveLength(2);
  });

  it('fails when an alert is refused, and when the deployed lottery is not well', async () => {
    const deaf = fromNothing({ web: { 'https://hook.test/': () => new Response(null, { status: 404 }) } });
    expect(await deaf.run()).toBe(false);
    expect(deaf.wrong().join()).toContain('The target webhook did not take the test alert');
    const part = { name: 'holders', status: 'degraded', age: null, lastSuccessAt: null, detail: 'not yet' };
    const unwell = () => Response.json({ status: 'degraded', parts: [part], version: `0.1.0+${COMMIT}` });
    const app = 'https://game-of-draws-staging.someone.workers.dev/api/health';
    const slow = fromNothing({ web: { [app]: unwell } });
    let time = NOW;
    const wait = async (ms: number) => {
      time += ms;
    };
    const clock = { now: () => time, wait };
    expect(await slow.run({}, clock)).toBe(false);
    expect(slow.wrong().join()).toContain('health’s part "holders" is degraded: not yet');
    expect(time - NOW).toBeGreaterThanOrEqual(180_000);
    // The terminal is never silent for long.
    const told = slow.lines.filter((line) => line.includes('Waiting, for'));
    expect([told.length, told[0]]).toEqual([11, expect.stringMatching(/for 165 s at most: .*"holders" is degraded/)]);
  });

  it('succeeds during an incident, because an alert may be about what this deployment solves; no other problem is accepted', async () => {
    const app = 'https://game-of-draws-staging.someone.workers.dev/api/health';
    const partOf = (name: string, status: string, detail: string) => ({
      ...{ name, status, age: null, lastSuccessAt: null, detail },
    });
    const rings = partOf('alerts', 'degraded', '3 last: held, late, node-silent');
    const healthOf = (...parts: object[]) =>
      fromNothing({ web: { [app]: () => Response.json({ status: 'degraded', parts, version: `0.1.0+${COMMIT}` }) } });
    let time = NOW;
    const clock = {
      now: () => time,
      wait: async (ms: number) => {
        time += ms;
      },
    };
    const mended = healthOf(rings);
    expect(await mended.run({}, clock), mended.wrong().join()).toBe(true);
    expect(mended.lines.join('\n')).toContain('3 last: held, late, node-silent. The console at');
    const broken = healthOf(rings, partOf('rounds', 'degraded', 'late'));
    expect(await broken.run({}, clock)).toBe(false);
    expect(broken.wrong().join()).toContain('health’s part "rounds" is degraded: late');
    expect(broken.wrong().join()).not.toContain('3 last');
  });

  it('never moves the first round once rounds are numbered from it', async () => {
    const { run, plan, wrong } = fromNothing();
    expect(await run()).toBe(true);
    expect(await run({ given: { ...plan.given, GENESIS_TIME: '2026-11-22T14:00:00Z' } })).toBe(false);
    expect(wrong().join()).toContain('the rounds are numbered from 2026-11-22T13:00:00.000Z. Put it back.');
  });
});
