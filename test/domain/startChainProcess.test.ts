import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChainProcess } from '../world/startChainProcess.ts';

const WHERE = { rpcUrl: 'http://127.0.0.1:1/', wsUrl: 'ws://127.0.0.1:2/' };
/** How long a start that hangs is waited for. */
const PATIENCE_MS = 5_000;

describe('a local chain in a process of its own', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chain-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const program = async (code: string): Promise<URL> => {
    const path = join(folder, `${code.length}.mjs`);
    await writeFile(path, code);
    return pathToFileURL(path);
  };

  it('is ended and started again when its first start blocks for ever', async () => {
    const starts = join(folder, 'starts');
    const hangsOnce = await program(`
      import { appendFileSync, readFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(starts)}, process.pid + ' ' + process.argv.slice(2).join(' ') + '\\n');
      if (readFileSync(${JSON.stringify(starts)}, 'utf8').split('\\n').length === 2)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      process.send(${JSON.stringify(WHERE)});
      setInterval(() => undefined, 1000);
    `);
    const chain = await startChainProcess({
      slotMs: 200,
      blocksBy: 'clock',
      program: hangsOnce,
      patienceMs: PATIENCE_MS,
    });
    chain.stop();
    const [first, ...others] = (await readFile(starts, 'utf8')).trim().split('\n');
    expect([chain.rpcUrl, chain.wsUrl]).toEqual([WHERE.rpcUrl, WHERE.wsUrl]);
    expect(others.at(-1)).toBe(`${chain.pid} 200 clock`);
    await expect.poll(() => isAlive(Number(first?.split(' ')[0]))).toBe(false);
  });

  it('repeats its process’s output when no start works', async () => {
    const fails = await program(`throw new Error('no such runtime here');`);
    await expect(startChainProcess({ slotMs: 200, blocksBy: 'clock', program: fails })).rejects.toThrow(
      /did not start in 5 attempts.*no such runtime here/s,
    );
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
