import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { base58 } from '@scure/base';
import type { World } from '../world/startWorld.ts';
import type { RoundSchedule } from '../world/workerSettings.ts';
import type { Lottery } from './startLottery.ts';

const run = promisify(execFile);

export interface PayCommand {
  readonly world: World;
  readonly lottery: Lottery;
  readonly schedule: Omit<RoundSchedule, 'genesisTime'>;
}

/**
 * `npm run pay -- 1` as a person runs it, with the deployment's settings in a file. Resolves to what it printed; rejects
 * with its words when it refuses. Whoever is not sure is asked, and gives no answer.
 */
export function payByHand({ world, lottery, schedule }: PayCommand, isSure = true) {
  const settings = world.settings(
    { ...schedule, genesisTime: lottery.genesisTime },
    { POOL_SECRET_KEY: base58.encode(lottery.pool.secretKey) },
  );
  const file = join(mkdtempSync(join(tmpdir(), 'pay-')), 'settings');
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}='${value}'`)
      .join('\n'),
  );
  const options = ['--app', lottery.url, '--settings', file, ...(isSure ? ['--yes'] : [])];
  const ran = run(process.execPath, ['--no-warnings', 'pay/run.ts', '1', ...options]);
  ran.child.stdin?.end();
  return ran;
}

/** The payment that it made: the signature among what it printed. */
export async function paidByHand(command: PayCommand, onLine: (line: string) => void = () => {}): Promise<string> {
  const running = payByHand(command);
  running.child.stdout?.on('data', (text: string) => text.split('\n').forEach(onLine));
  const { stdout } = await running;
  const [, signature] = /^Paid: (\S+)$/m.exec(stdout) ?? [];
  if (signature === undefined) throw new Error(`it names no payment:\n${stdout}`);
  return signature;
}
