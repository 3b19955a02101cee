import '../watcher/quietBindings.ts';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptAnswers, keptFolder, keptUrl } from '../setup/keptFolder.ts';
import { copyFromFile } from './copyFromFile.ts';
import { RECOVER_USAGE, type RecoverOptions, recoverOptions } from './recoverOptions.ts';

/** 0: the round goes on. 1: it was refused. 64: wrong arguments. */
const EXIT = { refused: 1, usage: 64 } as const;

const parsed = recoverOptions(process.argv.slice(2));
if ('problems' in parsed) fail(EXIT.usage, [...parsed.problems, '', RECOVER_USAGE]);
else await run(parsed.options);

/** The key is no argument: whoever is on the same machine could read it there. */
async function run({ signature, file, reason, ...asked }: RecoverOptions): Promise<void> {
  try {
    const folder = keptFolder(asked.environment ?? '');
    const app = asked.app ?? keptUrl(folder);
    if (app === null) return fail(EXIT.usage, [`No lottery was deployed from ${folder}: name it by --app.`]);
    const adminKey = process.env.ADMIN_KEY ?? keptKey(folder);
    if (adminKey === null) return fail(EXIT.usage, ['ADMIN_KEY is not set', '', RECOVER_USAGE]);
    const copy = file === null ? null : copyFromFile(readFileSync(file, 'utf8'));
    const answer = await fetch(`${app}/api/admin/operations/recover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-admin-key': adminKey },
      body: JSON.stringify({ signature, reason, copy }),
    });
    const { error } = (await answer.json()) as { error?: string };
    if (!answer.ok) return fail(EXIT.refused, [error ?? `${app} answered ${answer.status}.`]);
    console.log('The round is committed again, and goes on.');
  } catch (error) {
    fail(EXIT.refused, [error instanceof Error ? error.message : String(error)]);
  }
}

/** Of the console's keys that are kept the one that the settings know: after a rotation there are older ones. */
function keptKey(folder: string): string | null {
  const known = keptAnswers(folder).ADMIN_KEYS ?? '';
  const keys = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => /^admin-key.*\.txt$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return keys.find((key) => known.includes(createHash('sha256').update(key).digest('hex'))) ?? null;
}

function fail(code: number, lines: readonly string[]): void {
  console.error(lines.join('\n'));
  process.exitCode = code;
}
