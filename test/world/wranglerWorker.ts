import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendSignal } from './processes.ts';
import { REPOSITORY } from './worldFolders.ts';
import { runWrangler, wranglerCli, wranglerEnvironment } from './wranglerCommand.ts';

export interface WranglerWorkerOptions {
  readonly port: number;
  /** Its storage, logs and env file: prepared by `prepareWranglerState`. */
  readonly stateDir: string;
  /** Aborts a start that is still under way. */
  readonly signal: AbortSignal;
  /** Resolves once the world is complete. Nothing asks the worker before. */
  readonly world?: Promise<unknown>;
  /** Every piece of wrangler's output. */
  readonly onOutput: (text: string) => void;
  /** Called after a restart that nobody asked for, with its reason and wrangler's new process id. */
  readonly onRestart: (reason: string, pid: number) => void;
  /** Called when the worker cannot be started again. */
  readonly onLost: (error: Error) => void;
}

export interface WranglerWorker {
  readonly url: string;
  /** Wrangler's process id; its process group has the same number. */
  pid(): number;
  /** Ends wrangler and all its processes; its state stays. Safe to call twice. */
  stop(): Promise<void>;
}

const READY_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 5000;
/** Miniflare starts a killed workerd again, but wrangler's proxy does not find it: requests then hang for ever. */
const CRASHED = 'runtime crashed unexpectedly';
/** After this many crashes in a row, without an answer in between, no further start is tried. */
const PATIENCE = 3;

/**
 * Creates the state folder and the migrated database in it. It needs nothing of the world, so it can run at the same
 * time.
 */
export async function prepareWranglerState(stateDir: string, signal?: AbortSignal): Promise<void> {
  rmSync(stateDir, { recursive: true, force: true });
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  await runWrangler(['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', stateDir], stateDir, signal);
}

/** Writes a text to the cache of a prepared state folder. */
export async function keepText(stateDir: string, key: string, text: string, signal?: AbortSignal): Promise<void> {
  const where = ['--binding', 'CACHE', '--local', '--persist-to', stateDir];
  await runWrangler(['kv', 'key', 'put', key, text, ...where], stateDir, signal);
}

/**
 * The worker under `wrangler dev` on a prepared state folder. Resolves at its first answer, whatever its status. When
 * wrangler or one of its workerd processes dies, all of them are replaced on the same port and storage.
 */
export async function startWranglerWorker(
  options: WranglerWorkerOptions,
  settings: Readonly<Record<string, string>>,
): Promise<WranglerWorker> {
  const url = `http://127.0.0.1:${options.port}`;
  const envFile = join(options.stateDir, 'worker.env');
  writeFileSync(envFile, envLines(settings), { mode: 0o600 });
  let child: ChildProcess;
  let stopping = false;

  const launch = (): Promise<void> => {
    const launched = spawnWrangler(options, envFile);
    child = launched;
    const died = new Promise<string>((resolve) => {
      let tail = '';
      const read = (data: Buffer): void => {
        options.onOutput(data.toString());
        tail = `${tail}${data.toString()}`.slice(-4000);
        if (tail.includes(CRASHED)) resolve('workerd was killed');
      };
      launched.stdout?.on('data', read);
      launched.stderr?.on('data', read);
      launched.once('exit', (code, signal) => resolve(`wrangler ended (${signal ?? `code ${code}`})\n${tail}`));
    });
    let answered = false;
    void died.then(async (reason) => {
      if (stopping || !answered) return;
      await bringBack(launched, reason.split('\n')[0] ?? reason);
    });
    return Promise.resolve(options.world)
      .then(() => firstAnswer(url, died))
      .then(() => {
        answered = true;
      });
  };

  const bringBack = async (dead: ChildProcess, reason: string): Promise<void> => {
    for (let attempt = 1; attempt <= PATIENCE && !stopping; attempt += 1) {
      killGroup(attempt === 1 ? dead : child);
      try {
        await launch();
        return options.onRestart(reason, child.pid ?? 0);
      } catch (error) {
        if (attempt === PATIENCE && !stopping)
          options.onLost(error instanceof Error ? error : new Error(String(error)));
      }
    }
  };

  const stop = async (): Promise<void> => {
    stopping = true;
    await endWrangler(child);
  };
  const stopNow = (): void => void stop();
  options.signal.addEventListener('abort', stopNow);
  try {
    await launch();
    options.signal.removeEventListener('abort', stopNow);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: () => child.pid ?? 0, stop };
}

function spawnWrangler({ port, stateDir }: WranglerWorkerOptions, envFile: string): ChildProcess {
  const preload = new URL('./endWithParent.ts', import.meta.url).href;
  const where = ['--ip', '127.0.0.1', '--port', `${port}`, '--inspector-port', '0'];
  const what = ['--show-interactive-dev-session=false', '--persist-to', stateDir, '--env-file', envFile];
  const args = ['--no-warnings', '--import', preload, wranglerCli(), 'dev', ...where, ...what];
  // A process group of its own: a Ctrl-C in the terminal reaches only us, and we end it in order.
  return spawn(process.execPath, args, {
    cwd: REPOSITORY,
    env: wranglerEnvironment(stateDir),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/** Polls, because wrangler says "ready" half a second before its first answer. */
async function firstAnswer(url: string, died: Promise<string>): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let dead: string | null = null;
  void died.then((reason) => {
    dead = reason;
  });
  while (Date.now() < deadline) {
    if (dead !== null) throw new Error(`The worker did not start: ${dead}`);
    try {
      const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(STOP_TIMEOUT_MS) });
      await response.arrayBuffer();
      return;
    } catch {
      await sleep(25);
    }
  }
  throw new Error(`The worker gave no answer within ${READY_TIMEOUT_MS / 1000} s`);
}

async function endWrangler(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await Promise.race([exited, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }
  killGroup(child);
}

/** Wrangler killed by force leaves workerd and esbuild behind, in its process group. */
function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined) sendSignal(-child.pid, 'SIGKILL');
}

function envLines(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => {
      const quote = ["'", '`', '"'].find((each) => !value.includes(each));
      if (quote === undefined || value.includes('\n')) throw new Error(`${name} cannot be written into an env file`);
      return `${name}=${quote}${value}${quote}\n`;
    })
    .join('');
}
