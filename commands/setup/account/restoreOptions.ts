import { accountArgs } from '../accountArgs.ts';

/** What `npm run restore` was asked for. */
export interface RestoreOptions {
  readonly environment: 'staging' | 'production';
  /** A bookmark, or the number of a round. A round means the moment before its lock. */
  readonly to: { readonly bookmark: string } | { readonly round: number };
  readonly isSure: boolean;
}

export const RESTORE_USAGE = `npm run restore -- BOOKMARK|ROUND --env staging|production [--yes]

  BOOKMARK      as a deployment has printed it; .setup/NAME/state.json has the last fifty
  ROUND         the number of a round: puts the database back to the moment before its lock, within 30 days
  --env NAME    whose database
  --yes         does it without asking`;

/** The form of Cloudflare's bookmarks: four groups of hex. */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/** Reads the arguments of the command; a sentence for what is wrong with them. */
export function restoreOptions(args: readonly string[]): RestoreOptions | string {
  const read = accountArgs(args, { flags: ['yes'] });
  if (typeof read === 'string') return read;
  const { environment, words } = read;
  const [word = '', ...more] = words;
  if (more.length > 0) return 'one bookmark or one round is wanted';
  const isSure = read.is('yes');
  if (BOOKMARK.test(word)) return { environment, isSure, to: { bookmark: word } };
  if (/^[1-9]\d{0,11}$/.test(word)) return { environment, isSure, to: { round: Number(word) } };
  return 'a bookmark or the number of a round is wanted';
}
