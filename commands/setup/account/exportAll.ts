import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SetupInput } from '../SetupInput.ts';
import type { Account } from '../Target.ts';
import type { ExportOptions } from './exportOptions.ts';

type Input = Pick<SetupInput, 'environment' | 'now' | 'print'> & { readonly account: Account };

/** Writes the database and the copies of all rounds to files, and to a bucket if one is named. Resolves with the folder. */
export async function exportAll(input: Input, { folder, bucket }: Pick<ExportOptions, 'folder' | 'bucket'>) {
  const { environment, account, now, print } = input;
  const time = new Date(now()).toISOString().replaceAll(':', '-').slice(0, 19);
  const where = folder ?? `backup-${environment}-${time}`;
  for (const file of await account.exportTo(where)) {
    print(`${file}: ${statSync(file).size} bytes`);
    if (bucket === null) continue;
    const key = join(environment, time, basename(file));
    await account.upload(file, bucket, key);
    print(`${bucket}/${key}`);
  }
  return where;
}
