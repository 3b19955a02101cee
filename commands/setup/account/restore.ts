import '../../watcher/quietBindings.ts';
import { mainCommand } from '../../mainCommand.ts';
import { isAgreed } from '../agree.ts';
import { commitName } from '../commitName.ts';
import { REPOSITORY } from '../keptFolder.ts';
import { runSteps } from '../steps/Step.ts';
import { withAccount } from './openAccount.ts';
import { RESTORE_USAGE, restoreOptions, restoreSteps } from './restoreSteps.ts';

// Exit code of `npm run restore`: 0 when the database is back and the lottery deployed again; 1 when not; 64 for wrong
// arguments.
await mainCommand({
  usage: RESTORE_USAGE,
  read: restoreOptions,
  run: ({ environment, to, isSure }) =>
    withAccount(environment, (input) => {
      const agree = async (question: string) => isSure || isAgreed(question, environment);
      const steps = restoreSteps(input, { to, agree, readCommit: () => commitName(REPOSITORY) });
      return runSteps(steps, input, false);
    }),
});
