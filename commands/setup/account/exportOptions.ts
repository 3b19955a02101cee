import { accountArgs } from '../accountArgs.ts';

/** What `npm run export` was asked for. */
export interface ExportOptions {
  readonly environment: 'staging' | 'production';
  /** Null: a folder named after the environment and the time. */
  readonly folder: string | null;
  /** A bucket of R2 that gets the files too. */
  readonly bucket: string | null;
}

export const EXPORT_USAGE = `npm run export -- --env staging|production [--to FOLDER] [--bucket NAME]

  --env NAME    whose database and copies
  --to FOLDER   where the files are put; without it a new folder backup-NAME-TIME
  --bucket NAME puts them into this bucket of R2 as well

The database answers nothing while it is exported: some seconds, or a minute for a large one.`;

/** Reads the arguments of the command; a sentence for what is wrong with them. */
export function exportOptions(args: readonly string[]): ExportOptions | string {
  const read = accountArgs(args, { texts: ['to', 'bucket'] });
  if (typeof read === 'string') return read;
  if (read.words.length > 0) return 'nothing stands without a name';
  const bucket = read.text('bucket');
  if (bucket !== null && !/^[a-z0-9][a-z0-9-]{1,62}$/.test(bucket)) return '--bucket must be the name of a bucket';
  return { environment: read.environment, folder: read.text('to'), bucket };
}
