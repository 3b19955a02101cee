/** How a command is used, what it reads from its arguments, and what it does with that. */
export interface MainCommand<O extends object> {
  readonly usage: string;
  /** Lines for what is wrong. */
  readonly read: (args: readonly string[]) => O | string;
  /** Whether all went well. */
  readonly run: (options: O) => Promise<boolean>;
}

/** The arguments are right, and what they name is not. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

const FAILED = 1;
/** As sysexits.h has it. */
const USAGE = 64;

/** Runs a command with its arguments: exit code 64 for wrong ones, 1 when it was refused or throws, with a sentence. */
export async function mainCommand<O extends object>({ usage, read, run }: MainCommand<O>): Promise<void> {
  const options = read(process.argv.slice(2));
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`);
    process.exitCode = USAGE;
    return;
  }
  try {
    process.exitCode = (await run(options)) ? 0 : FAILED;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof WrongUse ? USAGE : FAILED;
  }
}
