import { parseArgs } from 'node:util';
import { followWorld } from './followWorld.ts';

/**
 * `npm run hostile -- --minutes 5`: follows a running `STRANGER=1 npm start`. Prints one line of JSON for each event;
 * exits with 1 unless all was well.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 1_440)) {
  console.error(`--minutes must be a number from 1 to 1440, got ${JSON.stringify(values.minutes)}`);
  process.exit(1);
}
const say = (event: Readonly<Record<string, unknown>>): void => console.log(JSON.stringify(event));
try {
  process.exit((await followWorld(minutes, say)) ? 0 : 1);
} catch (error) {
  say({ event: 'error', message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
