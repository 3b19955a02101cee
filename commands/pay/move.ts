import '../watcher/quietBindings.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exactSol } from '../../src/money/lamports.ts';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { secretKey } from '../../worker/settings/kinds.ts';
import { mainCommand, WrongUse } from '../mainCommand.ts';
import { isAgreed } from '../setup/agree.ts';
import { keptAnswers, keptFolder } from '../setup/keptFolder.ts';
import { readSettings } from '../setup/readSettings.ts';
import { keptTransfers } from './keptTransfers.ts';
import { MOVE_USAGE, type MoveOptions, moveOptions } from './moveOptions.ts';
import { moveSol } from './moveSol.ts';

// `npm run move` exits with 0 when the transfer is final, 1 when not, 64 for wrong arguments, key or settings.
await mainCommand({ usage: MOVE_USAGE, read: moveOptions, run });

async function run({ key, to, amount, environment, isSure }: MoveOptions): Promise<boolean> {
  const from = secretKey.safeParse(keyIn(key));
  if (!from.success) throw new WrongUse('KEY must be a file with a secret key: 64 bytes, as base58 or a JSON list.');
  if (from.data.address === to) throw new WrongUse(`${to} is the wallet of that key itself.`);
  const { settings, findings } = readSettings(keptAnswers(keptFolder(environment)), process.env);
  if (settings === null) throw new WrongUse(findings.map(({ sentence }) => sentence).join('\n'));
  const signature = await moveSol({
    ...{ from: from.data, to, amount, wait, say: (line: string) => console.log(line) },
    // One folder for a wallet and a chain, whatever the environment: two environments may use the same wallet.
    keptOn: (chain) => keptTransfers(join(keptFolder('moved'), `${from.data.address}-${chain}`)),
    rpc: createRpc({ urls: settings.rpcUrls, fetch: (...asked) => fetch(...asked), now: () => Date.now() }),
    now: () => Date.now(),
    confirm: async (lamports) => isSure || isAgreed(`Move ${exactSol(lamports)} SOL to ${to}?`, environment),
  });
  console.log(`Moved: ${signature}`);
  return true;
}

/**
 * The text of a key's file; null when the file cannot be read. No error shows `path`: somebody may have given the key
 * itself instead.
 */
function keyIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
