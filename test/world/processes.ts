import { execFileSync } from 'node:child_process';

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly command: string;
}

/** Every process of this machine that we may see, as `ps` tells it (Linux and macOS). */
export function listProcesses(): Process[] {
  const table = execFileSync('ps', ['-axo', 'pid=,ppid=,pgid=,args='], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, group, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (command === undefined) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), command }];
  });
}

/** Sends a signal; a process that is gone already is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process is gone already, so there is nothing to do.
  }
}
