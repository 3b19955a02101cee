import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exportAll } from '../../../commands/setup/account/exportAll.ts';
import { manageSecrets } from '../../../commands/setup/account/manageSecrets.ts';
import { type RestoreOptions, restoreSteps } from '../../../commands/setup/account/restoreSteps.ts';
import { rotateKey } from '../../../commands/setup/account/rotateKey.ts';
import { checkAccount } from '../../../commands/setup/checks/checkAccount.ts';
import { checkSchedules } from '../../../commands/setup/checks/checkSchedules.ts';
import { checkSecrets } from '../../../commands/setup/checks/checkSecrets.ts';
import { runSetup } from '../../../commands/setup/runSetup.ts';
import { makingSteps } from '../../../commands/setup/steps/makingSteps.ts';
import { runSteps, settingsNow } from '../../../commands/setup/steps/Step.ts';
import { COMMIT, deployedHere } from './deployedHere.ts';
import { bookmarkOf } from './fakeAccount.ts';
import { keyOf, NOW } from './fakeSurroundings.ts';

/** Generous, because a whole setup runs before each of these tests. */
vi.setConfig({ testTimeout: 600_000 });

type Deployed = Awaited<ReturnType<typeof deployedHere>>;
const deployed: Deployed[] = [];
afterEach(() => {
  for (const { clear } of deployed.splice(0)) clear();
});
async function here(...given: Parameters<typeof deployedHere>): Promise<Deployed> {
  const made = await deployedHere(...given);
  deployed.push(made);
  return made;
}

describe('a deployment', () => {
  it('notes a bookmark of the database before it changes anything of it, and says how to get back', async () => {
    const { account, setupLines, input, plan } = await here();
    expect(setupLines.join('\n')).toContain(`back to it: npm run restore -- ${bookmarkOf(0)} --env staging`);
    expect(await runSetup(input, plan)).toBe(true);
    const at = (words: string) => account.commands.findIndex((command) => command.startsWith(words));
    expect(at('d1 time-travel info')).toBeGreaterThanOrEqual(0);
    expect(at('d1 time-travel info')).toBeLessThan(at('d1 migrations apply'));
    expect(input.kept.facts().bookmarks).toEqual([
      { bookmark: bookmarkOf(0), before: COMMIT, at: NOW },
      { bookmark: bookmarkOf(0), before: COMMIT, at: NOW },
    ]);
  });

  it('deploys nothing after a migration that fails half-way, and prints the way back to before it', async () => {
    const { account, input, lines, plan } = await here();
    account.refuse = 'd1 migrations apply';
    expect(await runSetup(input, plan)).toBe(false);
    expect(account.contents.deployed).toHaveLength(1);
    const wrong = lines.filter((line) => line.includes('WRONG')).join();
    expect(wrong).toContain('Nothing was deployed. Back to the state before: npm run restore --');
    expect(wrong).toContain(bookmarkOf(0));
  });

  it('reads the schedules back: a missing minute’s cron is an error, any other missing cron is not', async () => {
    const { account, input } = await here();
    const levels = async () => (await checkSchedules(input)).map(({ level, sentence }) => `${level} ${sentence}`);
    expect(await levels()).toEqual(['ok all 4 are there']);
    account.contents.schedules = ['* * * * *'];
    expect((await levels()).map((line) => line.split(' is missing')[0])).toEqual([
      ...['note 0 * * * *', 'note */2 * * * *', 'note */1 * * * *'],
    ]);
    account.contents.schedules = ['0 * * * *', '*/2 * * * *', '*/1 * * * *'];
    expect(await levels()).toEqual([
      'problem * * * * * is missing: nothing wakes the lottery each minute. Deploy again.',
    ]);
  });

  it('shows no token of the account, whatever it reads with one', async () => {
    const { account, input, lines, setupLines } = await here();
    account.contents.schedules = [];
    for (const { sentence } of await checkSchedules(input)) lines.push(sentence);
    expect([...lines, ...setupLines].join('\n')).not.toContain('canary');
  });
});

describe('another account', () => {
  it('is refused before anything in it is made, read or restored', async () => {
    const { account, input, lines, plan } = await here();
    account.contents.id = 'another';
    account.contents.databases.splice(0);
    account.commands.splice(0);
    const sentence = 'This login is of the account another, and staging was made in account.';
    expect(await runSetup(input, plan)).toBe(false);
    expect(lines.join()).toContain(sentence);
    // Each command of an account checks this first.
    expect(await checkAccount(input)).toMatchObject([
      { level: 'problem', sentence: expect.stringContaining(sentence) },
    ]);
    expect(account.commands.filter((command) => command !== 'whoami --json')).toEqual([]);
  });

  it('gets nothing new from a deployment, even on a CI runner without an account: only a setup makes a database', async () => {
    const { account, input, lines, plan } = await here();
    account.contents.databases.splice(0);
    input.kept.note({ accountId: null });
    expect(await runSteps(makingSteps(plan.readCommit, true), input, false)).toBe(false);
    expect(lines.join()).toContain('Log in to the account in which it was made');
    expect(account.contents.databases).toEqual([]);
  });
});

describe('npm run secrets', () => {
  it('removes what is no longer kept, and nothing else', async () => {
    const { account, input, lines } = await here();
    const { secrets } = account.contents;
    secrets.add('HEARTBEAT_URL').add('SOMEBODYS_OWN');
    expect(await checkSecrets(input)).toContainEqual({
      ...{ level: 'problem', about: 'secrets' },
      sentence:
        'HEARTBEAT_URL: taken out of the settings, and still in force. Take away: npm run secrets -- prune --env staging',
    });
    const before = new Set(secrets);
    expect(await manageSecrets(input, { verb: 'prune', file: null })).toBe(true);
    expect([...before].filter((name) => !secrets.has(name))).toEqual(['HEARTBEAT_URL']);
    expect(lines.join('\n')).toContain('Taken away: HEARTBEAT_URL.');
    expect(lines.join('\n')).toContain('SOMEBODYS_OWN: not of the lottery');
    // One command makes one deployment; removing each secret by itself would make one for each.
    expect(account.commands.filter((command) => command.startsWith('secret bulk'))).toHaveLength(1);
    expect(await manageSecrets(input, { verb: 'prune', file: null })).toBe(true);
    expect(account.commands.filter((command) => command.startsWith('secret bulk'))).toHaveLength(1);
  });

  it('leaves a secret alone that comes from the environment, also where its variable is not set', async () => {
    const { account, input } = await here();
    input.kept.answer({ HEARTBEAT_URL: 'env' });
    account.contents.secrets.add('HEARTBEAT_URL');
    expect(settingsNow(input).settings).not.toBeNull();
    expect(await manageSecrets(input, { verb: 'prune', file: null })).toBe(true);
    expect(account.contents.secrets.has('HEARTBEAT_URL')).toBe(true);
  });

  it('removes nothing while the settings cannot be read, because every secret would look as if it was removed', async () => {
    const { account, input } = await here();
    const before = [...account.contents.secrets];
    input.kept.answer({ GENESIS_TIME: 'never' });
    expect(await manageSecrets(input, { verb: 'prune', file: null })).toBe(false);
    expect([...account.contents.secrets]).toEqual(before);
  });

  it('writes shared settings only into a new file, because an existing file may be a key', async () => {
    const { input, folder } = await here();
    const file = join(folder, 'imported-pool.json');
    await expect(manageSecrets(input, { verb: 'share', file })).rejects.toThrow('nothing is written over');
    expect(readFileSync(file, 'utf8')).toBe(keyOf(1).text);
  });

  it('shares the settings without a secret, with which another machine deploys the same from its environment', async () => {
    const { account, input, lines, folder } = await here();
    const file = join(folder, 'shared.env');
    expect(await manageSecrets(input, { verb: 'share', file })).toBe(true);
    const shared = readFileSync(file, 'utf8');
    expect(shared).not.toMatch(/canary|imported|"ops"/);
    expect(lines.join('\n')).not.toMatch(/canary/);
    const { texts } = settingsNow(input);
    const other = await here();
    for (const [name, value] of shared.split('\n').flatMap((line) => [line.split('=')])) {
      if (name !== undefined && value === "'env'") other.input.kept.answer({ [name]: 'env' });
    }
    expect(settingsNow({ ...other.input, variables: texts }).texts).toEqual(texts);
    const { settings, findings } = settingsNow(other.input);
    expect(settings).toBeNull();
    expect(findings.map(({ sentence }) => sentence)).toContain(
      'POOL_SECRET_KEY is to come from the environment, and no such variable is set there.',
    );
    expect(account.contents.deployed).toHaveLength(1);
  });

  it('says of settings without any secret that none has to be set', async () => {
    const { input, lines, folder } = await here();
    const kept = { ...input.kept, answers: () => ({ CLUSTER: 'devnet' }) };
    const before = lines.length;
    await manageSecrets({ ...input, kept }, { verb: 'share', file: join(folder, 'shared.env') });
    expect(lines.slice(before)).toEqual([
      expect.stringMatching(/shared\.env has no secret in it, and none has to be set/),
    ]);
  });
});

describe('npm run rotate', () => {
  it('-- pool keeps the old key while its wallet owes rounds, and names what to do next', async () => {
    const { input } = await here();
    const old = settingsNow(input).settings?.pool.address;
    const next = rotateKey(input, { what: 'pool', name: null });
    const { settings } = settingsNow(input);
    expect(settings?.pool.address).not.toBe(old);
    expect(settings?.oldPools.map(({ address }) => address)).toEqual([old]);
    expect(next.join('\n')).toContain('npm run terms -- --env staging');
    expect(next.join('\n')).toContain(settings?.pool.address);
    const file = input.kept.answers().OLD_POOL_SECRET_KEYS;
    expect(next.join('\n')).toMatch(
      new RegExp(`the last tax cycle that began before .* npm run move -- ${file} ${settings?.pool.address} all --env`),
    );
    // The tax follows the terms, so nobody has to save a split at three in the morning and wait for its activation.
    expect(next.join('\n')).not.toMatch(/activate/);
    rotateKey(input, { what: 'pool', name: null });
    const again = settingsNow(input).settings;
    expect(again?.oldPools.map(({ address }) => address)).toEqual([old, settings?.pool.address]);
  });

  it('-- pool keeps an old key that was written in the settings as text', async () => {
    const { input } = await here();
    input.kept.answer({ POOL_SECRET_KEY: keyOf(8).text });
    rotateKey(input, { what: 'pool', name: null });
    expect(settingsNow(input).settings?.oldPools.map(({ address }) => address)).toEqual([keyOf(8).address]);
  });

  it('never reuses an existing key: its wallet may be the stolen one', async () => {
    const { input } = await here();
    const addresses = new Set<string | undefined>();
    for (let i = 0; i < 4; i++) {
      rotateKey(input, { what: 'pool', name: null });
      addresses.add(settingsNow(input).settings?.pool.address);
      // By now the old wallets owe nothing.
      input.kept.answer({ OLD_POOL_SECRET_KEYS: '' });
    }
    expect(addresses.size).toBe(4);
  });

  it('-- tax makes another tax wallet', async () => {
    const { input } = await here();
    const old = settingsNow(input).settings?.taxWallet.address;
    const next = rotateKey(input, { what: 'tax', name: null }).join('\n');
    expect(settingsNow(input).settings?.taxWallet.address).not.toBe(old);
    expect(next).toMatch(/Pause the tax[\s\S]*Send 0\.2 SOL[\s\S]*Deploy[\s\S]*Resume/);
    expect(next).toContain(old);
  });

  it('-- admin makes the old key invalid, keeps its roles and the other keys, and shows no key', async () => {
    const { input } = await here();
    const digests = { ada: { sha256: 'a'.repeat(64), roles: ['operate'] }, bob: 'b'.repeat(64) };
    input.kept.answer({ ADMIN_KEYS: JSON.stringify(digests) });
    expect(() => rotateKey(input, { what: 'admin', name: null })).toThrow('Say whose key, by --name: ada, bob.');
    const next = rotateKey(input, { what: 'admin', name: 'ada' }).join('\n');
    const keys = settingsNow(input).settings?.adminKeys;
    expect(keys?.get('ada')?.roles).toEqual(['operate']);
    expect(keys?.get('ada')?.sha256).not.toBe('a'.repeat(64));
    expect(keys?.get('bob')?.sha256).toBe('b'.repeat(64));
    const file = join(input.kept.folder, 'admin-key-ada.txt');
    expect(existsSync(file)).toBe(true);
    expect(next).not.toContain(readFileSync(file, 'utf8'));
  });

  it('refuses what is not kept here: a key of the environment is changed where it is kept', async () => {
    const { input } = await here();
    const variables = settingsNow(input).texts;
    input.kept.answer({ POOL_SECRET_KEY: 'env' });
    expect(() => rotateKey({ ...input, variables }, { what: 'pool', name: null })).toThrow(
      'POOL_SECRET_KEY comes from the environment',
    );
  });
});

describe('npm run restore', () => {
  const run = (
    given: Deployed,
    to: RestoreOptions['to'],
    agree = async (_question: string) => true,
    commit = COMMIT,
  ) => {
    const readCommit = async () => (commit === '' ? null : commit);
    return runSteps(restoreSteps(given.input, { to, agree, readCommit }), given.input, false);
  };
  const BOOKMARK = bookmarkOf(7);

  it('puts the database back, migrates and deploys again, and prints beforehand how to undo it', async () => {
    const given = await here();
    const { account, lines } = given;
    let linesBefore: string[] = [];
    const agree = async () => {
      linesBefore = [...lines];
      return true;
    };
    expect(await run(given, { bookmark: BOOKMARK }, agree)).toBe(true);
    expect(account.contents.restored).toEqual([BOOKMARK]);
    expect(account.contents.deployed).toHaveLength(2);
    expect(linesBefore.join('\n')).toContain(`npm run restore -- ${bookmarkOf(0)} --env staging`);
    const order = ['d1 time-travel restore', 'd1 migrations apply', 'deploy'];
    const found = order.map((words) => account.commands.findIndex((command) => command.startsWith(words)));
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found).not.toContain(-1);
  });

  it('accepts the number of a round, as the moment before its lock', async () => {
    const given = await here({});
    const { input, account } = given;
    // Round 1 is from 13:00 to 14:00, and is locked a minute before.
    const later = { ...given, input: { ...input, now: () => NOW + 7_200_000 } };
    expect(await run(later, { round: 1 })).toBe(true);
    expect(account.contents.restored).toEqual([bookmarkOf(Date.UTC(2026, 10, 22, 13, 58) / 1000)]);
    const future = await here();
    expect(await run(future, { round: 9 })).toBe(false);
    expect(future.account.contents.restored).toEqual([]);
    expect(future.lines.join('\n')).toContain(
      'Round 9 is locked after 2026-11-22T21:58:00.000Z, and that time has not come yet.',
    );
  });

  it('accepts no bookmark of the other environment, whose states this database does not have', async () => {
    const given = await here();
    const { input, folder, account, lines } = given;
    mkdirSync(join(folder, 'production'));
    const bookmarks = [{ bookmark: BOOKMARK, before: COMMIT, at: NOW }];
    writeFileSync(join(folder, 'production/state.json'), JSON.stringify({ bookmarks }));
    vi.stubEnv('SETUP_FOLDER', folder);
    expect(await run(given, { bookmark: BOOKMARK })).toBe(false);
    expect(lines.join('\n')).toContain(`${BOOKMARK} is a bookmark of production`);
    expect(account.contents.restored).toEqual([]);
    // Two empty databases may have the same bookmark.
    input.kept.note({ bookmarks });
    expect(await run(given, { bookmark: BOOKMARK })).toBe(true);
    vi.unstubAllEnvs();
  });

  it('changes nothing without a yes, and nothing from a tree with something that is not committed', async () => {
    const given = await here();
    expect(await run(given, { bookmark: BOOKMARK }, async () => false)).toBe(false);
    expect(await run(given, { bookmark: BOOKMARK }, async () => true, '')).toBe(false);
    expect(given.account.contents.restored).toEqual([]);
    expect(given.account.contents.deployed).toHaveLength(1);
  });

  it('deploys when it is run again after an interruption that followed the restore of the database', async () => {
    const given = await here();
    const at = (words: string) => given.account.commands.findIndex((command) => command.startsWith(words));
    given.account.refuse = 'd1 migrations apply';
    expect(await run(given, { bookmark: BOOKMARK })).toBe(false);
    expect(at('d1 time-travel restore')).toBeGreaterThan(-1);
    given.account.refuse = null;
    expect(await run(given, { bookmark: BOOKMARK })).toBe(true);
    expect(given.account.contents.deployed).toHaveLength(2);
  });

  it('succeeds even if health reports problems, because rounds that were paid since come back as held', async () => {
    const part = { name: 'rounds', status: 'degraded', age: null, lastSuccessAt: null, detail: 'round 2 is held' };
    const health = { status: 'ok', parts: [{ ...part, status: 'ok' }], version: `0.1.0+${COMMIT}` };
    const answer = { now: health };
    const app = 'https://game-of-draws-staging.someone.workers.dev/api/health';
    const given = await here({ web: { [app]: () => Response.json(answer.now) } });
    answer.now = { status: 'degraded', parts: [part], version: `0.1.0+${COMMIT}` };
    let time = NOW;
    const wait = async (ms: number) => {
      time += ms;
    };
    const slow = { ...given, input: { ...given.input, now: () => time, wait } };
    expect(await run(slow, { bookmark: BOOKMARK })).toBe(true);
    expect(given.lines.join('\n')).toContain('note   app: health’s part "rounds" is degraded: round 2 is held');
  });
});

describe('npm run export', () => {
  it('writes the database and every copy of a round, and nothing else of the cache', async () => {
    const { account, input, lines, folder } = await here();
    const { cache } = account.contents;
    for (let i = 0; i < 70; i++) cache.set(`list:${i}`, `list ${i}`);
    cache.set('rules:a', '{"rules":1}').set('terms:b', '{"terms":1}').set('price:sol-usd', 'no copy');
    const where = join(folder, 'backup');
    expect(await exportAll(input, { folder: where, bucket: 'nightly' })).toBe(where);
    const copies = JSON.parse(readFileSync(join(where, 'copies.json'), 'utf8')) as { key: string; value: string }[];
    const read = new Map(copies.map(({ key, value }) => [key, value]));
    expect(read.size).toBe(copies.length);
    expect([...read.keys()].filter((key) => !/^(?:list|rules|terms):/.test(key))).toEqual([]);
    expect(read.size).toBe([...cache.keys()].filter((key) => !key.startsWith('price:')).length);
    expect(read.get('list:69')).toBe('list 69');
    expect(readFileSync(join(where, 'database.sql'), 'utf8')).toContain('CREATE TABLE');
    expect(account.contents.uploaded.map((key) => basename(key))).toEqual(['database.sql', 'copies.json']);
    expect(account.contents.uploaded[0]).toBe('nightly/staging/2026-11-22T12-10-00/database.sql');
    expect(lines.join('\n')).toContain('copies.json');
  });

  it('overwrites no backup, and never gives a backup’s name to an incomplete file', async () => {
    const { account, input, folder } = await here();
    const where = join(folder, 'backup');
    await exportAll(input, { folder: where, bucket: null });
    const before = readFileSync(join(where, 'database.sql'), 'utf8');
    account.commands.splice(0);
    await expect(exportAll(input, { folder: where, bucket: null })).rejects.toThrow('a backup overwrites nothing');
    expect([account.commands, readFileSync(join(where, 'database.sql'), 'utf8')]).toEqual([[], before]);
    account.refuse = 'kv key list';
    await expect(exportAll(input, { folder: join(folder, 'second'), bucket: null })).rejects.toThrow('kv key list');
    expect(readdirSync(folder).filter((name) => /second|part/.test(name))).toEqual([]);
  });

  it('fails when a copy is listed but cannot be read', async () => {
    const { account, input, folder } = await here();
    account.contents.cache.set('list:gone', null as unknown as string);
    await expect(exportAll(input, { folder: join(folder, 'backup'), bucket: null })).rejects.toThrow(
      'The cache lists list:gone and does not give it.',
    );
  });
});
