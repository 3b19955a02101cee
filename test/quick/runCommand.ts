import { spawn } from 'node:child_process';

/** How a command ended: whether it succeeded, how long it took, and its output. */
export interface Ended {
  readonly ok: boolean;
  readonly seconds: number;
  readonly said: string;
}

/** Runs a program of `node_modules`, or another one, and keeps its output. */
export function runCommand([program = '', ...words]: readonly string[]): Promise<Ended> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({
        ok: code === 0,
        seconds: (performance.now() - begun) / 1000,
        said: Buffer.concat(said).toString('utf8'),
      }),
    );
  });
}
