import { type SetupOptions, setupOptions } from './setupOptions.ts';

/** Runs a command with its arguments: exit code 64 for wrong ones, 1 with a sentence when it throws. */
export async function runCommand(usage: string, run: (options: SetupOptions) => Promise<void>): Promise<void> {
  const parsed = setupOptions(process.argv.slice(2), usage);
  if ('problem' in parsed) {
    console.error(parsed.problem);
    process.exitCode = 64;
    return;
  }
  await run(parsed.options).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}
