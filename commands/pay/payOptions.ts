import { parseArgs } from 'node:util';
import { errorText } from '../../src/errorText.ts';

/** What `npm run pay` was asked for. */
export interface PayOptions {
  readonly round: number;
  /** The lottery's address, without a slash at its end; null: the address of the environment's lottery. */
  readonly app: string | null;
  /** A file of settings, one `NAME=value` a line; null: the settings that the setup keeps for the environment. */
  readonly settings: string | null;
  readonly environment: 'staging' | 'production' | null;
  /** Signatures of transactions that announced terms: needed where the history of their mark is too long to search. */
  readonly named: readonly string[];
  /** True: sends without asking first. */
  readonly isSure: boolean;
}

export const PAY_USAGE = `npm run pay -- N --env staging|production [--named SIG,SIG] [--yes]
npm run pay -- N --app URL --settings FILE [--named SIG,SIG] [--yes]

  N                the number of a held round
  --env NAME       with the settings that npm run setup keeps, and the lottery that it has deployed
  --app URL        another lottery, such as https://example.com
  --settings FILE  other settings, with the pool's key, one NAME=value a line
  --named SIG      transactions that announced terms, where the history of their mark is too long to search
  --yes            sends without asking`;

/** Reads the arguments of the command. Returns the options, or every problem at once, a line for each. */
export function payOptions(args: readonly string[]): PayOptions | string {
  const read = parsed(args);
  if (typeof read === 'string') return read;
  const { values, positionals } = read;
  const round = Number(positionals[0]);
  const { app = null, settings = null, env = null, named = '' } = values;
  const problems = [
    ...(positionals.length === 1 && Number.isSafeInteger(round) && round > 0
      ? []
      : ['the number of one round is wanted, a whole number above 0']),
    ...(app === null || (URL.canParse(app) && /^https?:/.test(app)) ? [] : ['--app must be an http or https address']),
    ...(env === null && (app === null || settings === null)
      ? ['--env is wanted, or --app and --settings together']
      : []),
  ];
  const environment = env === 'staging' || env === 'production' ? env : null;
  if (env !== environment) problems.push('--env must be staging or production');
  if (problems.length > 0) return problems.join('\n');
  return {
    round,
    app: app?.replace(/\/$/, '') ?? null,
    settings,
    environment,
    named: named.split(',').filter(Boolean),
    isSure: values.yes === true,
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { app: text, settings: text, env: text, named: text, yes: { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    return errorText(error);
  }
}
