import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../world/freePort.ts';
import { REPOSITORY } from '../world/worldFolders.ts';
import { report } from './report.ts';

/** The time of `npm start` from the command to its ready line, after `npm ci`. */
export async function benchStart(): Promise<void> {
  const bare = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  const reference = { name: 'starting Node', value: (performance.now() - bare) / 1000 };
  const began = performance.now();
  const start = spawn('npm', ['start'], {
    cwd: REPOSITORY,
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    for await (const chunk of start.stdout) {
      said += String(chunk);
      if (/^Ready/m.test(said)) break;
    }
    if (!/^Ready/m.test(said)) throw new Error(`npm start ended without its ready line:\n${said}`);
    report({
      bench: 'npm start until ready',
      value: (performance.now() - began) / 1000,
      unit: 's',
      goal: 15,
      reference,
    });
  } finally {
    start.kill('SIGINT');
    if (start.exitCode === null) await once(start, 'exit');
  }
}
