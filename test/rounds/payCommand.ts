import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Lottery } from './startLottery.ts';

const run = promisify(execFile);

export interface PayCommand {
  readonly lottery: Lottery;
  /** By default the first one. */
  readonly round?: number;
  /** Settings that differ from the deployment's. */
  readonly changes?: Readonly<Record<string, string>>;
}

/**
 * Runs `npm run pay` as a person does, with the deployment's settings in a file. Resolves to its output; rejects with
 * its message when it refuses. Without `isSure`, the command asks for a confirmation and gets no answer.
 */
export function payByHand({ lottery, round = 1, changes = {} }: PayCommand, isSure = true) {
  const settings = { ...lottery.settings, ...changes };
  const file = join(mkdtempSync(join(tmpdir(), 'pay-')), 'settings');
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}='${value}'`)
      .join('\n'),
  );
  const options = ['--app', lottery.url, '--settings', file, ...(isSure ? ['--yes'] : [])];
  const ran = run(process.execPath, ['--no-warnings', 'commands/pay/run.ts', `${round}`, ...options]);
  ran.child.stdin?.end();
  return ran;
}

/** The signature of the payment, from its output. */
export async function paidByHand(command: PayCommand, onLine: (line: string) => void = () => {}): Promise<string> {
  const running = payByHand(command);
  running.child.stdout?.on('data', (text: string) => text.split('\n').forEach(onLine));
  const { stdout } = await running;
  const [, signature] = /^Paid: (\S+)$/m.exec(stdout) ?? [];
  if (signature === undefined) throw new Error(`it names no payment:\n${stdout}`);
  return signature;
}
