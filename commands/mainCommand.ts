import { errorText } from '../src/errorText.ts';

export interface MainCommand<O extends object> {
  readonly usage: string;
  /** Returns the options, or a text about what is wrong with the arguments. */
  readonly read: (args: readonly string[]) => O | string;
  /** Resolves to whether all went well, or to an exit code. */
  readonly run: (options: O) => Promise<boolean | number>;
}

/** Well-formed arguments that name something wrong. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

const FAILED = 1;
/** The code for wrong usage in sysexits.h. */
const USAGE = 64;

/**
 * Runs a command with the process's arguments, or prints its usage for `--help`. The exit code is 0 when `run` resolves
 * to true, 1 when `run` resolves to false, and otherwise the number to which `run` resolves. It is 64 when `read`
 * returns a text. When `run` rejects, the error's text is printed, and the exit code is 64 for a `WrongUse`, else 1.
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
