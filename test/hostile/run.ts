import { parseArgs } from 'node:util';
import { wordsOf } from '../world/wordsOf.ts';
import { followWorld } from './followWorld.ts';

/**
 * `npm run hostile -- --minutes 5`: follows a running `STRANGER=1 npm start`. Prints one line of JSON for each event;
 * exits with 1 unless all was well.
 */
const minutes = wordsOf('npm run hostile -- [--minutes N]', (args) => {
  const { values } = parseArgs({ args: [...args], options: { minutes: { type: 'string', default: '5' } } });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= 1_440))
    throw new Error(`--minutes must be a number from 1 to 1440, got ${JSON.stringify(values.minutes)}`);
  return minutes;
});
const say = (event: Readonly<Record<string, unknown>>): void => console.log(JSON.stringify(event));
try {
  process.exit((await followWorld(minutes, say)) ? 0 : 1);
} catch (error) {
  say({ event: 'error', message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
