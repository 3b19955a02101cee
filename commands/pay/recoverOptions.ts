import { parseArgs } from 'node:util';
import { errorText } from '../../src/errorText.ts';

/** What `npm run recover` was asked for. */
export interface RecoverOptions {
  /** The commitment's transaction. */
  readonly signature: string;
  /** A file with a proof or a list; null: the copies that the lottery has kept are taken. */
  readonly file: string | null;
  /** The lottery's address, without a slash at its end; null: the address of the environment's lottery. */
  readonly app: string | null;
  readonly environment: 'staging' | 'production' | null;
  readonly reason: string;
}

export const RECOVER_USAGE = `npm run recover -- SIGNATURE [FILE] --env staging|production --reason TEXT
ADMIN_KEY=… npm run recover -- SIGNATURE [FILE] --app URL --reason TEXT

  SIGNATURE        the transaction that made the mark of the round's commitment
  FILE             a saved proof of the round, or the list of the round: {"entries": […], "rules": {…}};
                   without it the lottery's own copies are taken
  --env NAME       the lottery that npm run setup has deployed, with the console's key that the setup keeps
  --app URL        another lottery, such as https://example.com, with the key in ADMIN_KEY
  --reason TEXT    why the round is recovered: the text is kept with the name of your key`;

/** Reads the arguments of the command. Returns the options, or every problem at once, a line for each. */
export function recoverOptions(args: readonly string[]): RecoverOptions | string {
  const read = parsed(args);
  if (typeof read === 'string') return read;
  const { values, positionals } = read;
  const [signature = '', file = null, ...more] = positionals;
  const { app = null, env = null } = values;
  const reason = values.reason?.trim() ?? '';
  const environment = env === 'staging' || env === 'production' ? env : null;
  const problems = [
    ...(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(signature) ? [] : ['the signature of a commitment is wanted (base58)']),
    ...(more.length === 0 ? [] : ['one file at most']),
    ...(app === null || (URL.canParse(app) && /^https?:/.test(app)) ? [] : ['--app must be an http or https address']),
    ...(env !== environment || (env === null && app === null)
      ? ['--env must be staging or production; without --env, --app is needed']
      : []),
    ...(reason === '' ? ['--reason must say why'] : []),
  ];
  if (problems.length > 0) return problems.join('\n');
  return { signature, file, app: app?.replace(/\/$/, '') ?? null, environment, reason };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { app: text, env: text, reason: text },
      strict: true,
      allowPositionals: true,
    });
  } catch (error) {
    return errorText(error);
  }
}
