import { errorText } from '../src/errorText.ts';

/** A command: its usage, how it reads its arguments, and what it does with them. */
export interface MainCommand<O extends object> {
  readonly usage: string;
  /** Returns the options, or lines about what is wrong. */
  readonly read: (args: readonly string[]) => O | string;
  /** Resolves to whether all went well, or to an exit code of the command's own. */
  readonly run: (options: O) => Promise<boolean | number>;
}

/** The arguments are well-formed, but what they name is wrong. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

const FAILED = 1;
/** The code for wrong usage in sysexits.h. */
const USAGE = 64;

/**
 * Runs a command with its arguments; `--help` prints its usage. The exit code is 64 for wrong arguments and after a
 * `WrongUse`, and 1 when `run` resolves to false or throws anything else. The error's sentence is printed. A number
 * from `run` is the exit code itself.
 */
export async function mainCommand<O extends object>({ usage, read, run }: MainCommand<O>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(usage);
    return;
  }
  const options = read(args);
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`);
    process.exitCode = USAGE;
    return;
  }
  try {
    const end = await run(options);
    process.exitCode = typeof end === 'number' ? end : end ? 0 : FAILED;
  } catch (error) {
    console.error(errorText(error));
    process.exitCode = error instanceof WrongUse ? USAGE : FAILED;
  }
}
