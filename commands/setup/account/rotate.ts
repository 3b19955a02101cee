import '../../watcher/quietBindings.ts';
import { mainCommand } from '../../mainCommand.ts';
import { withAccount } from './openAccount.ts';
import { ROTATE_USAGE, rotateKey, rotateOptions } from './rotateKey.ts';

// `npm run rotate` exits with 0 when a new key is in the settings that `npm run setup` keeps, 1 when not, 64 for wrong
// arguments.
await mainCommand({
  usage: ROTATE_USAGE,
  read: rotateOptions,
  run: ({ environment, ...asked }) =>
    withAccount(environment, async (input) => {
      for (const [i, sentence] of rotateKey(input, asked).entries())
        console.log(i === 0 ? sentence : `${i}. ${sentence}`);
      return true;
    }),
});
