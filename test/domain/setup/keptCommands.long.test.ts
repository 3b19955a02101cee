import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWranglerConfig } from '../../../commands/setup/cloudflare/wranglerConfig.ts';
import { holdFolder } from '../../../commands/setup/holdFolder.ts';
import { keptFolder, REPOSITORY } from '../../../commands/setup/keptFolder.ts';
import { digestOf } from '../../../commands/setup/makeKey.ts';
import { settingsText } from '../../../commands/setup/settingsText.ts';
import { wallet } from '../wallets.ts';
import { keyOf, soundAnswers } from './fakeSurroundings.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const KEYS = ['an older key', 'the key of today'] as const;
const SIGNATURE = '5'.repeat(88);
let folder: string;
let lottery: Server;
const asked: { readonly url: string; readonly key: string }[] = [];
const NO_ROUND = [404, 'application/json', '{"error":"There is no such round."}'] as const;
let [status, type, body]: readonly [number, string, string] = NO_ROUND;

/**
 * The files that a setup keeps for staging, after a rotation of the console's key; and a lottery that knows no round.
 */
beforeAll(async () => {
  lottery = createServer((request, response) => {
    asked.push({ url: request.url ?? '', key: String(request.headers['x-admin-key'] ?? '') });
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => lottery.listen(0, '127.0.0.1', resolve));
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
  const kept = join(folder, 'staging');
  mkdirSync(kept);
  writeFileSync(join(kept, 'admin-key.txt'), KEYS[0]);
  writeFileSync(join(kept, 'admin-key-2.txt'), KEYS[1]);
  const answers = { ...soundAnswers(kept), ADMIN_KEYS: JSON.stringify({ admin: digestOf(KEYS[1]) }) };
  writeFileSync(join(kept, 'settings.env'), settingsText({ ...answers, POOL_SECRET_KEY: 'env', DOMAIN: 'draws.test' }));
  const url = `http://127.0.0.1:${(lottery.address() as AddressInfo).port}`;
  const deployed = { commit: 'c0ffee1234', url, genesisTime: 1, at: 1 };
  writeFileSync(join(kept, 'state.json'), JSON.stringify({ deployed }));
});
afterAll(() => {
  lottery.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command with this folder as the files of setups. Returns its output and its exit code. */
function start(variables: Readonly<Record<string, string>>, file: string, ...args: readonly string[]) {
  const env = { ...process.env, SETUP_FOLDER: folder, ...variables };
  return new Promise<{ readonly code: number; readonly text: string }>((resolve) => {
    const child = execFile(process.execPath, ['--no-warnings', file, ...args], { cwd: ROOT, env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, text: out + err }),
    );
  });
}

describe('what a setup keeps', () => {
  it('is in the repository where the papers say, next to the deployed configuration', async () => {
    expect(REPOSITORY).toBe(ROOT);
    expect(keptFolder('production')).toBe(join(ROOT, '.setup/production'));
    expect((await readWranglerConfig(REPOSITORY)).env).toHaveProperty('production');
  });

  it('is enough to pay by hand: keys by their paths or from the environment, and where the lottery is', async () => {
    const { code, text } = await start(
      { POOL_SECRET_KEY: keyOf(1).text },
      'commands/pay/run.ts',
      '7',
      '--env',
      'staging',
    );
    expect(text).toContain('gave no proof of round 7: it answered 404.');
    expect(code).toBe(1);
    expect(asked.at(-1)?.url).toBe('/api/lottery/rounds/7/proof');
    const without = await start({ POOL_SECRET_KEY: '' }, 'commands/pay/run.ts', '7', '--env', 'staging');
    expect(without.code).toBe(64);
    expect(without.text).toContain('POOL_SECRET_KEY is to come from the environment');
  });

  it('has the keys that move SOL in files: a key among the arguments is neither accepted nor shown', async () => {
    const { text: key } = keyOf(1);
    for (const given of [key, `${key}1`, folder]) {
      const words = [given, wallet(9), '1', '--env', 'staging'];
      const { code, text } = await start({ POOL_SECRET_KEY: key }, 'commands/pay/move.ts', ...words);
      expect([code, text]).toEqual([64, expect.stringContaining('KEY must be a file with a secret key')]);
      expect(text).not.toContain(key);
    }
  });

  it('is enough to recover a round, with the key of the console that is in force', async () => {
    const reason = ['--reason', 'the database was restored'];
    const { code, text } = await start({}, 'commands/pay/recover.ts', SIGNATURE, '--env', 'staging', ...reason);
    expect([code, text]).toEqual([1, 'There is no such round.\n']);
    expect(asked.at(-1)).toEqual({ url: '/api/admin/operations/recover', key: KEYS[1] });
  });

  it.each([502, 200])('says so when something else than the lottery answers, with %i', async (strange) => {
    [status, type, body] = [strange, 'text/html', '<!doctype html><title>Bad gateway</title>'];
    const { code, text } = await start({}, 'commands/pay/recover.ts', SIGNATURE, '--env', 'staging', '--reason', 'x');
    [status, type, body] = NO_ROUND;
    expect([code, text]).toEqual([1, expect.stringMatching(`^http://127.0.0.1:[0-9]+ answered ${strange}.\n$`)]);
  });

  it('is missing for an environment that was never set up, and the command says so', async () => {
    for (const file of ['commands/pay/run.ts', 'commands/pay/recover.ts']) {
      const words = file === 'commands/pay/run.ts' ? ['7'] : [SIGNATURE, '--reason', 'x'];
      const { code, text } = await start({}, file, ...words, '--env', 'production');
      expect(code).toBe(64);
      expect(text).toContain('No lottery was deployed from');
    }
  });

  it('is one command’s at a time: another one is refused, and may look', async () => {
    const held = join(folder, 'staging.in-use');
    const words = ['--env', 'staging', '--file', join(folder, 'none.env')];
    const deploy = () => start({}, 'commands/setup/deploy.ts', ...words);
    writeFileSync(held, 'process 7 on a laptop, since this morning');
    expect(await deploy()).toEqual({
      code: 1,
      text: `Another command works with ${join(folder, 'staging')} (process 7 on a laptop, since this morning). Wait until it has ended. If there is no such process any more, remove ${held}.\n`,
    });
    const doctor = await start({}, 'commands/setup/doctor.ts', ...words);
    expect([doctor.text, existsSync(held)]).toEqual([expect.stringContaining('none.env cannot be read'), true]);
    rmSync(held);
    expect((await deploy()).text).toContain('none.env cannot be read');
    expect(existsSync(held)).toBe(false);
  });

  it('is refused in a sentence also where the file of the other command cannot be read any more', () => {
    const ended = join(folder, 'ending');
    // As when the other command ends just then: the name is taken, and nothing can be read there.
    symlinkSync(join(folder, 'nowhere'), `${ended}.in-use`);
    expect(() => holdFolder(ended)).toThrow(
      `Another command works with ${ended} (which one cannot be read). Wait until`,
    );
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('is free again when a command was ended by %s', async (signal) => {
    const kept = join(folder, 'ended');
    const { href } = new URL('../../../commands/setup/holdFolder.ts', import.meta.url);
    const code = `import { holdFolder } from ${JSON.stringify(href)}; holdFolder(process.argv[1]); console.log('held'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '--eval', code, kept]);
    await once(child.stdout, 'data');
    expect(existsSync(`${kept}.in-use`)).toBe(true);
    child.kill(signal);
    expect((await once(child, 'exit'))[0]).toBe(signal === 'SIGINT' ? 130 : 143);
    expect(existsSync(`${kept}.in-use`)).toBe(false);
  });

  it('accepts nothing of the other environment: neither its settings nor its domain', async () => {
    const kept = join(folder, 'staging', 'settings.env');
    const before = readFileSync(kept, 'utf8');
    const file = join(folder, 'other.env');
    mkdirSync(join(folder, 'both/production'), { recursive: true });
    writeFileSync(join(folder, 'both/production/settings.env'), "DOMAIN='real.test'\n");
    for (const [said, problem] of [
      ["ENVIRONMENT='production'", 'are of production, but --env says staging'],
      ["DOMAIN='real.test'", 'real.test is the domain of production'],
    ] as const) {
      writeFileSync(file, `${said}\n`);
      for (const command of ['setup', 'deploy', 'doctor', 'terms/terms']) {
        const where = said.startsWith('DOMAIN') ? join(folder, 'both') : folder;
        const words = ['--env', 'staging', '--file', file];
        const { code, text } = await start({ SETUP_FOLDER: where }, `commands/setup/${command}.ts`, ...words);
        expect([code, text], command).toEqual([1, expect.stringContaining(problem)]);
      }
    }
    expect(readFileSync(kept, 'utf8')).toBe(before);
    // Nor when a person has written it into the kept settings.
    mkdirSync(join(folder, 'both/staging'));
    writeFileSync(join(folder, 'both/staging/settings.env'), "DOMAIN='real.test'\n");
    const words = ['--env', 'staging', '--mainnet'];
    const { text } = await start({ SETUP_FOLDER: join(folder, 'both') }, 'commands/setup/deploy.ts', ...words);
    expect(text).toContain('real.test is the domain of production');
  });

  it('goes from devnet to mainnet only by an explicit word, also with a deployed file', async () => {
    const kept = join(folder, 'turned/staging');
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, 'settings.env'), settingsText(soundAnswers(kept)));
    writeFileSync(join(kept, 'state.json'), JSON.stringify({ startedAt: 1 }));
    const before = readFileSync(join(kept, 'settings.env'), 'utf8');
    const file = join(folder, 'turned.env');
    writeFileSync(file, "CLUSTER='mainnet-beta'\n");
    const words = ['--env', 'staging', '--file', file];
    const { code, text } = await start({ SETUP_FOLDER: join(folder, 'turned') }, 'commands/setup/deploy.ts', ...words);
    expect([code, text]).toEqual([1, expect.stringContaining('then add --mainnet')]);
    expect(readFileSync(join(kept, 'settings.env'), 'utf8')).toBe(before);
  });

  it('does not change when the setup’s file is given to a deployment: `new` and `next` were answered already', async () => {
    const kept = join(folder, 'wished/staging');
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, 'settings.env'), settingsText(soundAnswers(kept)));
    const before = readFileSync(join(kept, 'settings.env'), 'utf8');
    const file = join(folder, 'wished.env');
    writeFileSync(file, "POOL_SECRET_KEY='new'\nADMIN_KEYS='new'\nGENESIS_TIME='next'\nCLUSTER='mainnet-beta'\n");
    const words = ['--env', 'staging', '--file', file, '--dry-run', '--mainnet'];
    const { text } = await start({ SETUP_FOLDER: join(folder, 'wished') }, 'commands/setup/deploy.ts', ...words);
    expect(text).toContain('complete; the pool is');
    expect(readFileSync(join(kept, 'settings.env'), 'utf8')).toBe(before);
  });
});
