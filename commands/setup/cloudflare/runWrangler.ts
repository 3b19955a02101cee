import { type ExecFileException, execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { errorText } from '../../../src/errorText.ts';

/** Runs one command of wrangler. Resolves with what it printed to stdout; rejects with a `WranglerError`. */
export type RunWrangler = (args: readonly string[]) => Promise<string>;

class WranglerError extends Error {
  /** All that wrangler printed. */
  readonly output: string;
  constructor(args: readonly string[], output: string) {
    super(`wrangler ${args.slice(0, 3).join(' ')} failed: ${lastLines(output)}`);
    this.output = output;
  }
}

const TIMEOUT_MS = 600_000;
const MOST_LINES = 12;

/** Runs wrangler's own program, by this Node, in the repository. Wrangler asks no question and opens no browser. */
export function wranglerIn(repository: string, timeoutMs = TIMEOUT_MS): RunWrangler {
  const manifest = createRequire(import.meta.url).resolve('wrangler/package.json');
  const cli = join(manifest, '..', 'wrangler-dist', 'cli.js');
  const env = {
    ...process.env,
    PATH: `${join(repository, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
    CI: '1',
    NO_COLOR: '1',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
  };
  return (args) =>
    new Promise((resolve, reject) => {
      const options = { cwd: repository, env, timeout: timeoutMs, maxBuffer: 1 << 26 };
      execFile(process.execPath, ['--no-warnings', cli, ...args], options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new WranglerError(args, `${stdout}\n${stderr}\n${endOf(error, timeoutMs)}`.trim()));
      });
    });
}

/** Why wrangler did not run to its end, in a sentence; empty when it did, and says itself what failed. */
function endOf({ code, signal, message }: ExecFileException, timeoutMs: number): string {
  if (typeof code === 'number') return '';
  return signal ? `It was ended by ${signal}, after at most ${timeoutMs / 1000} s.` : message;
}

function lastLines(output: string): string {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-MOST_LINES)
    .join('\n');
}

/** Refusals of a deployment: a pattern in what wrangler printed, and a sentence that says what to do. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [
    /CPU limits are not supported|100328|free plan/i,
    'The account has no paid plan of Workers, which is needed. Subscribe to it in the dashboard (Workers & Pages, Plans).',
  ],
  [
    // A path of Cloudflare's API may have `/zones` in it, whatever is wrong.
    /(?<!\/)zone|could not find.*domain|10000.*custom.?domain/i,
    'DOMAIN is in no zone of this account. Add the zone to the account first, or give a domain of a zone that is there.',
  ],
  [
    /authenticat|10000\b|not authorized|permission/i,
    'The login is not allowed to do this. Log in again with "npx wrangler login".',
  ],
];

/** Why a deployment was refused, in wrangler's words. For a known refusal, a sentence before them says what to do. */
export function refusalText(error: unknown): string {
  const words = errorText(error);
  const all = error instanceof Error && 'output' in error ? `${words}\n${String(error.output)}` : words;
  const [, sentence] = REFUSALS.find(([pattern]) => pattern.test(all)) ?? [];
  return sentence === undefined ? words : `${sentence}\n${words}`;
}
