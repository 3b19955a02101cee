export interface Ending {
  /** Aborted when the end begins, so that whatever is still starting can stop. */
  readonly signal: AbortSignal;
  /** Registers something to do at the end; what was registered last is done first. */
  onEnd(work: () => Promise<void> | void): void;
  /** Does everything that was registered, once; prints the reason, if there is one; exits the process. */
  end(code: number, reason?: string): Promise<void>;
}

const PARENT_CHECK_MS = 500;
const PATIENCE_MS = 10_000;

/** Ends this process in order on Ctrl-C, SIGTERM, SIGHUP, an unexpected error, or when its parent (npm) has gone. */
export function endInOrder(): Ending {
  const work: (() => Promise<void> | void)[] = [];
  const aborted = new AbortController();
  let ending = false;

  const end = async (code: number, reason?: string): Promise<void> => {
    if (ending) return;
    ending = true;
    aborted.abort();
    if (reason !== undefined) console.error(reason);
    // Something that hangs must not keep the world alive. Wrangler notices by itself that this process has ended.
    setTimeout(() => process.exit(code), PATIENCE_MS).unref();
    for (const step of work.reverse()) {
      try {
        await step();
      } catch (error) {
        console.error(`While ending: ${error}`);
      }
    }
    process.exit(code);
  };

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  process.on('uncaughtException', (error) => void end(1, error.stack ?? error.message));
  // In a closed terminal, the last line of output must not throw.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void end(0);
  }, PARENT_CHECK_MS).unref();
  return { signal: aborted.signal, onEnd: (step) => void work.push(step), end };
}
