import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportOptions } from '../../../commands/setup/account/exportAll.ts';
import { secretsOptions } from '../../../commands/setup/account/manageSecrets.ts';
import { restoreOptions } from '../../../commands/setup/account/restoreSteps.ts';
import { rotateOptions } from '../../../commands/setup/account/rotateKey.ts';
import { setupOptions } from '../../../commands/setup/setupOptions.ts';
import { termsOptions } from '../../../commands/setup/terms/termsOptions.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'commands-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command as `npm run` does. Returns its output and its exit code. */
function start(file: string, ...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['--no-warnings', file, ...args], { cwd: ROOT }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, text: out + err }),
    );
  });
}

/** Generous, because nine processes run one after the other. */
const LAST_RESORT_MS = 600_000;

describe('the commands', { timeout: LAST_RESORT_MS }, () => {
  it('name what is wrong in a file of settings, and end with 1', async () => {
    const file = join(folder, 'wrong.vars');
    writeFileSync(
      file,
      'TAX_SECRET=canary\nADMIN_KEYS={}\nGENESIS_TIME=1795352400000\nDRAND_URLS=https://canary.test\nPOOL_SECRET_KEY=canary\nTAX_AUTHORITY_SECRET_KEY=/canary/key.json\n',
    );
    const { code, text } = await start('commands/setup/doctor.ts', '--file', file);
    expect(code, text).toBe(1);
    for (const name of ['ADMIN_KEYS', 'GENESIS_TIME', 'DRAND_URLS', 'POOL_SECRET_KEY'])
      expect(text).toContain(`WRONG  settings: ${name} must`);
    expect(text).toContain('GOD_MINT is not set');
    expect(text.match(/\w+ names a file that is not there/g)).toEqual([
      'TAX_AUTHORITY_SECRET_KEY names a file that is not there',
    ]);
    expect(text).toContain('TAX_SECRET is not a setting. Did you mean TAX_SECRET_KEY?');
    expect(text).not.toContain('canary');
  });

  it.each(['setup', 'doctor', 'terms/terms', 'account/restore', 'account/rotate', 'account/export', 'account/secrets'])(
    'of commands/setup/%s.ts say how they are used, and end with 64',
    async (file) => {
      const { code, text } = await start(`commands/setup/${file}.ts`, '--unknown');
      expect(code, text).toBe(64);
      expect(text).toMatch(/'--unknown'[\s\S]*npm run/);
    },
  );

  it.each([setupOptions, termsOptions, restoreOptions, rotateOptions, exportOptions, secretsOptions])(
    'say what is wrong with their arguments, by %o',
    (read) => {
      for (const args of [[], ['--env', 'moon']]) expect(read(args), args.join(' ')).toMatch(/--env must be staging/);
      expect(read(['--env', 'staging', '--unknown'])).toContain("'--unknown'");
    },
  );

  it('do not deploy the repository’s wrangler.toml as it is, because it names no database', async () => {
    vi.stubEnv('WORKERS_CI_COMMIT_SHA', '0123456789');
    const { code, text } = await start('commands/setup/deploy.ts');
    vi.unstubAllEnvs();
    expect(code, text).toBe(1);
    expect(text).toContain('wrangler.toml names no database of yours. Run npm run setup, or deploy with --env.');
  });

  it('use no temporary folder, so that a killed doctor leaves no key behind', async () => {
    vi.stubEnv('TMPDIR', join(folder, 'nowhere'));
    const { code, text } = await start('commands/setup/doctor.ts', '--file', join(folder, 'nothing.vars'));
    vi.unstubAllEnvs();
    expect([code, text]).toEqual([1, `${join(folder, 'nothing.vars')} cannot be read.\n`]);
  });

  it('say when a file is not there', async () => {
    const { code, text } = await start('commands/setup/doctor.ts', '--file', join(folder, 'nothing.vars'));
    expect([code, text]).toEqual([1, `${join(folder, 'nothing.vars')} cannot be read.\n`]);
  });
});
