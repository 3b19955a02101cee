import '../watcher/quietBindings.ts';
import { createInterface } from 'node:readline/promises';
import { mainCommand } from '../mainCommand.ts';
import { commitName } from './commitName.ts';
import { REPOSITORY } from './keptFolder.ts';
import { cloudflareOf, openSetup, settingsOfFile } from './openSetup.ts';
import { type Question, questionsFor } from './questions.ts';
import { runSetup } from './runSetup.ts';
import { SETUP_USAGE, type SetupOptions, setupOptions } from './setupOptions.ts';

// `npm run setup` exits with 0 when all steps went well, 1 when something has to be mended, 64 for wrong arguments.
await mainCommand({ usage: SETUP_USAGE, read: setupOptions, run });

async function run(options: SetupOptions): Promise<boolean> {
  const { environment } = options;
  if (environment === 'local') {
    // Loaded by its path, and only here: the local world is not part of what is deployed.
    const { href } = new URL('../../test/world/setUpHere.ts', import.meta.url);
    const { setUpHere } = (await import(href)) as { setUpHere: (options: SetupOptions) => Promise<void> };
    await setUpHere(options);
    return true;
  }
  const input = openSetup(options, cloudflareOf(environment));
  return await runSetup(input, {
    questions: questionsFor(environment === 'production'),
    given: { ENVIRONMENT: environment, ...settingsOfFile(options.file, environment) },
    ask: options.file === null ? askAtTerminal() : null,
    readCommit: () => commitName(REPOSITORY),
  });
}

/** A function that asks a person at the terminal; null when there is no terminal. */
function askAtTerminal(): ((question: Question) => Promise<string>) | null {
  if (!process.stdin.isTTY) return null;
  return async ({ text, usual }) => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return (await terminal.question(`  ${text}${usual ? ` [${usual}]` : ''}\n  > `)).trim();
    } finally {
      terminal.close();
    }
  };
}
