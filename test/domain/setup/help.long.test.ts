import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ROOT } from './printedLines.ts';

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
}
const { scripts }: Package = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const files = Object.entries(scripts).flatMap(([name, script]) => {
  const file = /node --no-warnings ((?:commands|test\/(?:sim|fuzz|bench|hostile|drill))\/\S+\.ts)/.exec(script)?.[1];
  // It takes no arguments.
  return file === undefined || name === 'verify:hash' ? [] : [{ name, file }];
});

describe('a command', () => {
  it.each(files)('npm run $name says for --help how it is used, and ends well', async ({ name, file }) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', file, '--help'], { cwd: ROOT });
    expect(stdout).toMatch(new RegExp(`^npm run ${name}\\b`));
  });

  it.each([['commands/pay/move.ts'], ['test/sim/run.ts'], ['test/bench/run.ts']])(
    '%s refuses words that it does not know with a sentence, its usage and 64',
    async (file) => {
      const run = promisify(execFile)(process.execPath, ['--no-warnings', file, '--nonsense'], { cwd: ROOT });
      const refused = await run.catch((error: { code: number; stderr: string }) => error);
      expect(refused).toMatchObject({ code: 64, stderr: expect.stringMatching(/--nonsense.*\n\nnpm run /s) });
      expect(refused.stderr).not.toContain('    at ');
    },
  );
});
