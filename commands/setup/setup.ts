import '../watcher/quietBindings.ts';
import { commitName } from './commitName.ts';
import { REPOSITORY } from './keptFolder.ts';
import { cloudflareOf, openSetup, settingsOfFile } from './openSetup.ts';
import { questionsFor } from './questions.ts';
import { runCommand } from './runCommand.ts';
import { runSetup } from './runSetup.ts';
import { SETUP_USAGE, type SetupOptions } from './setupOptions.ts';
import { askAtTerminal } from './terminal.ts';

// `npm run setup`: 0 when the lottery answers, 1 when something is to be mended first, 64 for wrong arguments.
await runCommand(SETUP_USAGE, run);

async function run(options: SetupOptions): Promise<void> {
  const { environment } = options;
  if (environment === 'local') {
    // The local world is no part of what is deployed: it is found by its place, when it is asked for.
    const { href } = new URL('../../test/world/setUpHere.ts', import.meta.url);
    const { setUpHere } = (await import(href)) as { setUpHere: (options: SetupOptions) => Promise<void> };
    return setUpHere(options);
  }
  const input = openSetup(options, cloudflareOf(environment));
  try {
    const isWell = await runSetup(input, {
      questions: questionsFor(environment === 'production'),
      given: { ENVIRONMENT: environment, ...settingsOfFile(options.file) },
      ask: options.file === null ? askAtTerminal() : null,
      readCommit: () => commitName(REPOSITORY),
    });
    process.exitCode = isWell ? 0 : 1;
  } finally {
    input.close();
  }
}
