/** How a command is used, what it reads from its arguments, and what it does with that. */
export interface MainCommand<O extends object> {
  readonly usage: string;
  /** A sentence for what is wrong. */
  readonly read: (args: readonly string[]) => O | string;
  /** Whether all went well. */
  readonly run: (options: O) => Promise<boolean>;
}

/** Runs a command with its arguments: exit code 64 for wrong ones, 1 when it was refused or throws, with a sentence. */
export async function mainCommand<O extends object>({ usage, read, run }: MainCommand<O>): Promise<void> {
  const options = read(process.argv.slice(2));
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`);
    process.exitCode = 64;
    return;
  }
  const isWell = await run(options).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    return false;
  });
  process.exitCode = isWell ? 0 : 1;
}
