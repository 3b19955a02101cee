import { accountArgs } from '../accountArgs.ts';

/** What `npm run terms` was asked for. */
export interface TermsOptions {
  readonly environment: 'staging' | 'production';
  readonly file: string | null;
  /** The first round for which the terms hold; null: the first for which an announcement made now can hold. */
  readonly from: number | null;
  /** Signatures of transactions that announced terms, for a mark whose history is too long to search. */
  readonly named: readonly string[];
  readonly isSure: boolean;
}

export const TERMS_USAGE = `npm run terms -- --env staging|production [--file FILE] [--from ROUND] [--named SIG,SIG] [--yes]

  --env NAME    announces the terms that the settings of this environment say
  --file FILE   settings that replace those that npm run setup has kept
  --from N      the first round for which the terms hold; by default the first that an announcement made now can reach
  --named SIG   transactions that announced terms, for a mark whose history is too long to search
  --yes         announces without asking`;

/** Reads the arguments of the command; a sentence for what is wrong with them. */
export function termsOptions(args: readonly string[]): TermsOptions | string {
  const read = accountArgs(args, { texts: ['file', 'from', 'named'], flags: ['yes'] });
  if (typeof read === 'string') return read;
  if (read.words.length > 0) return 'every argument has a name that begins with --';
  const from = read.text('from');
  if (from !== null && !/^[1-9]\d{0,11}$/.test(from)) return '--from must be the number of a round';
  return {
    environment: read.environment,
    file: read.text('file'),
    from: from === null ? null : Number(from),
    named: (read.text('named') ?? '').split(',').filter(Boolean),
    isSure: read.is('yes'),
  };
}
