import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { sendSignal } from '../processes.ts';

/** A node that the worker asks. */
export interface LocalNode {
  readonly url: string;
  /** The id of its process; null for an address on which somebody else listens. */
  readonly pid: number | null;
}

export interface LocalNodes {
  readonly nodes: readonly LocalNode[];
  /** Ends the nodes that were started here, also those that a signal has stopped. */
  stop(): void;
}

const PROGRAM = fileURLToPath(new URL('./runNode.ts', import.meta.url));
const started = z.object({ url: z.string() });

/**
 * `count` nodes in front of one chain, each with an address and a process of its own, so that one can be stopped alone.
 */
export async function startLocalNodes(chainUrl: string, count: number): Promise<LocalNodes> {
  const children = Array.from({ length: count }, () =>
    // A process group of its own: a Ctrl-C in the terminal reaches only us, and we end it in order.
    fork(PROGRAM, [chainUrl], {
      execArgv: ['--no-warnings'],
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  const stop = (): void => {
    // A process that SIGSTOP has stopped handles no other signal.
    for (const { pid } of children) if (pid !== undefined) sendSignal(pid, 'SIGKILL');
  };
  try {
    return { nodes: await Promise.all(children.map(ready)), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Addresses of somebody else's nodes. */
export const foreignNodes = (urls: readonly string[]): LocalNodes => ({
  nodes: urls.map((url) => ({ url, pid: null })),
  stop: () => undefined,
});

function ready(child: ChildProcess): Promise<LocalNode> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve({ ...started.parse(message), pid: child.pid ?? null }));
    child.once('exit', (code) => reject(new Error(`A node of the local chain ended with code ${code}.`)));
    child.once('error', reject);
  });
}
