import '../../watcher/quietBindings.ts';
import { mainCommand } from '../../mainCommand.ts';
import { manageSecrets, SECRETS_USAGE, secretsOptions } from './manageSecrets.ts';
import { withAccount } from './openAccount.ts';

// `npm run secrets`: 0 when what is deployed is what is kept; 1 when not; 64 for wrong arguments.
await mainCommand({
  usage: SECRETS_USAGE,
  read: secretsOptions,
  run: ({ environment, ...asked }) => withAccount(environment, (input) => manageSecrets(input, asked)),
});
