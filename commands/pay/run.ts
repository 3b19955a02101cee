import '../watcher/quietBindings.ts';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { proof } from '../../src/contract/round.ts';
import { exactSol } from '../../src/money/lamports.ts';
import type { PlacedWinner } from '../../src/protocol/terms/lock.ts';
import { mainCommand, WrongUse } from '../mainCommand.ts';
import { isAgreed } from '../setup/agree.ts';
import { keptAnswers, keptFolder, keptUrl } from '../setup/keptFolder.ts';
import { readSettings } from '../setup/readSettings.ts';
import { readSettingsText } from '../setup/settingsText.ts';
import { payByHand } from './payByHand.ts';
import { PAY_USAGE, type PayOptions, payOptions } from './payOptions.ts';
import { termsOfRound } from './termsOfRound.ts';

// Exit code of `npm run pay`: 0 when the round is paid; 64 for wrong arguments or settings; 1 when it is not
// paid for another reason, or when nobody can tell whether it is paid.
await mainCommand({ usage: PAY_USAGE, read: payOptions, run });

async function run(options: PayOptions): Promise<boolean> {
  const { round, environment } = options;
  const folder = keptFolder(environment ?? '');
  const app = options.app ?? keptUrl(folder);
  if (app === null)
    throw new WrongUse(`No lottery was deployed from ${folder}. Give the address of the round's lottery with --app.`);
  const answers =
    options.settings === null ? keptAnswers(folder) : readSettingsText(readFileSync(options.settings, 'utf8'));
  // In place of a wallet's secret key, these answers may have the path of the key's file; or `env`, if the key
  // is in a variable of this process.
  const { settings, findings } = readSettings(answers, process.env);
  if (settings === null) throw new WrongUse(findings.map(({ sentence }) => sentence).join('\n'));
  const answer = await fetch(`${app}/api/lottery/rounds/${round}/proof`);
  if (!answer.ok) throw new Error(`${app} gave no proof of round ${round}: it answered ${answer.status}.`);
  const published = proof.parse(await answer.json());
  const signature = await payByHand({
    ...{ proof: published, settings, fetch, wait },
    under: (rpc) => termsOfRound(published, { rpc, settings, named: options.named }),
    now: () => Date.now(),
    say: (line) => console.log(line),
    confirm: (winners) => confirm(round, winners, options),
  });
  console.log(
    `Paid: ${signature}\nNow close round ${round} in the console with this signature, so that it is shown as paid.`,
  );
  return true;
}

async function confirm(round: number, winners: readonly PlacedWinner[], { isSure }: PayOptions): Promise<boolean> {
  for (const { place, address, lamports } of winners) console.log(`  ${place}. ${address}  ${exactSol(lamports)} SOL`);
  return isSure || isAgreed(`Pay round ${round}?`, `${round}`);
}
