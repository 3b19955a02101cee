import { parseArgs } from 'node:util';

/** What `npm run recover` was asked for. */
export interface RecoverOptions {
  /** Of the commitment. */
  readonly signature: string;
  /** A proof or a list; null for the copies that the lottery has kept. */
  readonly file: string | null;
  /** Without a slash at its end. */
  readonly app: string;
  readonly reason: string;
}

export const RECOVER_USAGE = `ADMIN_KEY=… npm run recover -- SIGNATURE [FILE] --app URL --reason TEXT

  SIGNATURE        the transaction that made the mark of the round's commitment
  FILE             a proof of the round that somebody has saved, or its list: {"entries": […], "rules": {…}};
                   without it the lottery's own copies are taken
  --app URL        the lottery, such as https://example.com
  --reason TEXT    why: it is kept with the name of your key`;

/** Reads the arguments of the command; every problem at once, each as a sentence. */
export function recoverOptions(
  args: readonly string[],
): { readonly options: RecoverOptions } | { readonly problems: readonly string[] } {
  const read = parsed(args);
  if (typeof read === 'string') return { problems: [read] };
  const { values, positionals } = read;
  const [signature = '', file = null, ...more] = positionals;
  const [app, reason] = [values.app ?? '', values.reason?.trim() ?? ''];
  const problems = [
    ...(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(signature) ? [] : ['the signature of a commitment is wanted (base58)']),
    ...(more.length === 0 ? [] : ['one file at most']),
    ...(URL.canParse(app) && /^https?:/.test(app) ? [] : ['--app must be an http or https address']),
    ...(reason === '' ? ['--reason must say why'] : []),
  ];
  return problems.length > 0 ? { problems } : { options: { signature, file, app: app.replace(/\/$/, ''), reason } };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...args], options: { app: text, reason: text }, strict: true, allowPositionals: true });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
