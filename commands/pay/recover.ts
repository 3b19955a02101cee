import '../watcher/quietBindings.ts';
import { readFileSync } from 'node:fs';
import { parseJson } from '../../src/parseJson.ts';
import { mainCommand, WrongUse } from '../mainCommand.ts';
import { keptFolder, keptUrl, knownAdminKeys } from '../setup/keptFolder.ts';
import { copyFromFile } from './copyFromFile.ts';
import { RECOVER_USAGE, type RecoverOptions, recoverOptions } from './recoverOptions.ts';

// `npm run recover` exits with 0 when the round goes on, with 1 when not, with 64 for wrong arguments.
await mainCommand({ usage: RECOVER_USAGE, read: recoverOptions, run });

/**
 * Asks the lottery to recover the round. The console's key is no argument: other users of the machine could read it.
 */
async function run({ signature, file, reason, ...asked }: RecoverOptions): Promise<boolean> {
  const folder = keptFolder(asked.environment ?? '');
  const app = asked.app ?? keptUrl(folder);
  if (app === null) throw new WrongUse(`No lottery was deployed from ${folder}: name a lottery by --app.`);
  const [kept] = knownAdminKeys(folder);
  const adminKey = process.env.ADMIN_KEY ?? (kept === undefined ? null : readFileSync(kept, 'utf8').trim());
  if (adminKey === null) throw new WrongUse(`ADMIN_KEY is not set\n\n${RECOVER_USAGE}`);
  const copy = file === null ? null : copyFromFile(readFileSync(file, 'utf8'));
  const answer = await fetch(`${app}/api/admin/operations/recover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-key': adminKey },
    body: JSON.stringify({ signature, reason, copy }),
  });
  const { success, error } = (parseJson(await answer.text()) ?? {}) as { success?: boolean; error?: string };
  if (success !== true) throw new Error(error ?? `${app} answered ${answer.status}.`);
  console.log('The round is committed again, and goes on.');
  return true;
}
