import { parseArgs } from 'node:util';

/** What `npm run pay` was asked for. */
export interface PayOptions {
  readonly round: number;
  /** Without a slash at its end. */
  readonly app: string;
  /** A file of settings, one `NAME=value` a line. */
  readonly settings: string;
  /** Nothing is asked before it is sent. */
  readonly isSure: boolean;
}

export const USAGE = `npm run pay -- N --app URL [--settings FILE] [--yes]

  N                the number of a held round
  --app URL        the lottery, such as https://example.com
  --settings FILE  its settings with the pool's key, one NAME=value a line (by default .dev.vars);
                   what npm run setup keeps is in .setup/production/settings.env
  --yes            sends without asking`;

/** Reads the arguments of the command; every problem at once, each as a sentence. */
export function payOptions(
  args: readonly string[],
): { readonly options: PayOptions } | { readonly problems: readonly string[] } {
  const read = parsed(args);
  if (typeof read === 'string') return { problems: [read] };
  const { values, positionals } = read;
  const round = Number(positionals[0]);
  const app = values.app ?? '';
  const problems = [
    ...(positionals.length === 1 && Number.isSafeInteger(round) && round > 0
      ? []
      : ['the number of one round is wanted, a whole number above 0']),
    ...(URL.canParse(app) && /^https?:/.test(app) ? [] : ['--app must be an http or https address']),
  ];
  if (problems.length > 0) return { problems };
  const settings = values.settings ?? '.dev.vars';
  return { options: { round, app: app.replace(/\/$/, ''), settings, isSure: values.yes === true } };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { app: text, settings: text, yes: { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
