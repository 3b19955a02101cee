import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const addresses = z.object({ rpcUrl: z.url(), wsUrl: z.url() });

/** The addresses at which a node answers calls and takes subscriptions. */
export type ChainAddresses = z.infer<typeof addresses>;

/** A Solana node in a process of its own. */
export interface ChainProcess extends ChainAddresses {
  readonly pid: number;
  /** Ends it at once. */
  stop(): void;
}

export interface ChainInput {
  readonly slotMs: number;
  readonly blocksBy: 'clock' | 'transaction';
  /** The program that is run as the node. */
  readonly program?: URL;
  /** How long one start may take, in ms. */
  readonly patienceMs?: number;
}

const STARTS = 5;
/** Generous: a start takes a second, or many seconds on a busy machine. */
const PATIENCE_MS = 30_000;
const PROGRAM = new URL('./chainProcess.ts', import.meta.url);

/**
 * Starts a node. A node chooses the port for its calls before it takes it. When another process takes that port first,
 * the node's start waits for ever and blocks its whole process. That process is then ended, and another one is started.
 */
export async function startChainProcess(input: ChainInput): Promise<ChainProcess> {
  const { slotMs, blocksBy, program = PROGRAM, patienceMs = PATIENCE_MS } = input;
  let said = '';
  for (let start = 0; start < STARTS; start += 1) {
    const child = fork(fileURLToPath(program.href), [`${slotMs}`, blocksBy], {
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr?.on('data', (data: Buffer) => {
      said = `${said}${data.toString()}`.slice(-4000);
    });
    const told = await firstMessage(child, patienceMs);
    if (told !== null) return running(child, addresses.parse(told));
    child.kill('SIGKILL');
  }
  throw new Error(`The local chain did not start in ${STARTS} attempts. ${said}`.trim());
}

/** Null where the process ended, or said nothing for as long as that. */
function firstMessage(child: ChildProcess, patienceMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    // A blocked process does not notice that this one has ended.
    const end = (): void => void child.kill('SIGKILL');
    process.once('exit', end);
    const settle = (message: unknown): void => {
      clearTimeout(timer);
      process.off('exit', end);
      resolve(message);
    };
    const timer = setTimeout(() => settle(null), patienceMs);
    child.once('message', settle);
    child.once('exit', () => settle(null));
  });
}

function running(child: ChildProcess, { rpcUrl, wsUrl }: ChainAddresses): ChainProcess {
  // A chain that somebody forgot to stop must not keep this process from ending.
  child.unref();
  child.channel?.unref();
  return { rpcUrl, wsUrl, pid: child.pid ?? 0, stop: () => void child.kill('SIGKILL') };
}
