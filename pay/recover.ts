import '../watcher/quietBindings.ts';
import { readFileSync } from 'node:fs';
import { copyFromFile } from './copyFromFile.ts';
import { RECOVER_USAGE, type RecoverOptions, recoverOptions } from './recoverOptions.ts';

/** 0: the round goes on. 1: it was refused. 64: wrong arguments. */
const EXIT = { refused: 1, usage: 64 } as const;

const parsed = recoverOptions(process.argv.slice(2));
const adminKey = process.env.ADMIN_KEY ?? '';
if ('problems' in parsed) fail(EXIT.usage, [...parsed.problems, '', RECOVER_USAGE]);
else if (adminKey === '') fail(EXIT.usage, ['ADMIN_KEY is not set', '', RECOVER_USAGE]);
else await run(parsed.options);

/** The key is no argument: whoever is on the same machine could read it there. */
async function run({ signature, file, app, reason }: RecoverOptions): Promise<void> {
  try {
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

function fail(code: number, lines: readonly string[]): void {
  console.error(lines.join('\n'));
  process.exitCode = code;
}
