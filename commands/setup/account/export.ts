import '../../watcher/quietBindings.ts';
import { mainCommand } from '../../mainCommand.ts';
import { EXPORT_USAGE, exportAll, exportOptions } from './exportAll.ts';
import { withAccount } from './openAccount.ts';

// `npm run export` exits with 0 when everything is in files, 1 when not, 64 for wrong arguments.
await mainCommand({
  usage: EXPORT_USAGE,
  read: exportOptions,
  run: ({ environment, ...asked }) =>
    withAccount(environment, async (input) => {
      await exportAll(input, asked);
      return true;
    }),
});
