import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { accountArgs } from '../accountArgs.ts';
import type { SetupInput } from '../SetupInput.ts';
import type { Account } from '../Target.ts';

/** What `npm run export` was asked for. */
interface ExportOptions {
  readonly environment: 'staging' | 'production';
  /** Null: a folder named after the environment and the time. */
  readonly folder: string | null;
  /** A bucket of R2 that gets the files too. */
  readonly bucket: string | null;
}

export const EXPORT_USAGE = `npm run export -- --env staging|production [--to FOLDER] [--bucket NAME]

  --env NAME    the lottery whose database and copies of the rounds are exported
  --to FOLDER   the folder that is made for the files; without it backup-NAME-TIME
  --bucket NAME puts the files into this bucket of R2 as well

The database answers nothing while it is exported: some seconds, or a minute for a large one.`;

/** Reads the arguments of the command. Returns the options, or a sentence for what is wrong with the arguments. */
export function exportOptions(args: readonly string[]): ExportOptions | string {
  const read = accountArgs(args, { texts: ['to', 'bucket'] });
  if (typeof read === 'string') return read;
  if (read.words.length > 0) return 'every argument has a name that begins with --';
  const bucket = read.text('bucket');
  if (bucket !== null && !/^[a-z0-9][a-z0-9-]{1,62}$/.test(bucket)) return '--bucket must be the name of a bucket';
  return { environment: read.environment, folder: read.text('to'), bucket };
}

type Input = Pick<SetupInput, 'environment' | 'now' | 'print'> & { readonly account: Account };

/**
 * Writes the database and the copies of all rounds to files, and to a bucket if one is named. Resolves with the path of
 * the folder, which gets its name only when all files are in it. Throws an Error with a sentence when the name is
 * taken.
 */
export async function exportAll(input: Input, { folder, bucket }: Pick<ExportOptions, 'folder' | 'bucket'>) {
  const { environment, account, now, print } = input;
  const time = new Date(now()).toISOString().replaceAll(':', '-').slice(0, 19);
  // Messages show the whole path, because npm starts a command in the repository, wherever it was typed.
  const where = resolve(folder ?? `backup-${environment}-${time}`);
  if (existsSync(where))
    throw new Error(`${where} exists already, and a backup overwrites nothing. Name a new folder.`);
  mkdirSync(dirname(where), { recursive: true, mode: 0o700 });
  const part = mkdtempSync(`${where}.part-`);
  const names: string[] = [];
  try {
    for (const file of await account.exportTo(part)) names.push(basename(file));
    renameSync(part, where);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  }
  for (const file of names.map((name) => join(where, name))) {
    print(`${file}: ${statSync(file).size} bytes`);
    if (bucket === null) continue;
    const key = join(environment, time, basename(file));
    await account.upload(file, bucket, key);
    print(`${bucket}/${key}`);
  }
  return where;
}
