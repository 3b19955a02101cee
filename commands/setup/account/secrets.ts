import '../../watcher/quietBindings.ts';
import { mainCommand } from '../../mainCommand.ts';
import { manageSecrets, SECRETS_USAGE, secretsOptions } from './manageSecrets.ts';
import { withAccount } from './openAccount.ts';

// `npm run secrets` exits with 0 when the deployed secrets are the kept secrets, or FILE is written; with 1 when not;
// with 64 for wrong arguments.
await mainCommand({
  usage: SECRETS_USAGE,
  read: secretsOptions,
  run: ({ environment, ...asked }) => withAccount(environment, (input) => manageSecrets(input, asked)),
});
