import { errorText } from '../../src/errorText.ts';

/** The code for wrong usage in sysexits.h. */
const WRONG_USE = 64;

/**
 * What `read` makes of the command's arguments. `--help` prints the usage and ends the process with 0; what `read`
 * throws is printed above the usage and ends it with 64.
 */
export function wordsOf<O>(usage: string, read: (args: readonly string[]) => O): O {
  const args = process.argv.slice(2);
  if (args.includes('--help')) end(usage, 0);
  try {
    return read(args);
  } catch (error) {
    return end(`${errorText(error)}\n\n${usage}`, WRONG_USE);
  }
}

function end(text: string, code: number): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}
