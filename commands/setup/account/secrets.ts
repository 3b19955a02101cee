import '../../watcher/quietBindings.ts';
import { mainCommand } from '../../mainCommand.ts';
import { manageSecrets, SECRETS_USAGE, secretsOptions } from './manageSecrets.ts';
import { withAccount } from './openAccount.ts';

// `npm run secrets`: 0 when the deployed secrets are the kept ones, or FILE is written; 1 when not; 64 for wrong
// arguments.
await mainCommand({
  usage: SECRETS_USAGE,
  read: secretsOptions,
  run: ({ environment, ...asked }) => withAccount(environment, (input) => manageSecrets(input, asked)),
});
