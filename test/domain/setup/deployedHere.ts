import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountInput } from '../../../commands/setup/account/openAccount.ts';
import { cloudflareTarget } from '../../../commands/setup/cloudflare/cloudflareTarget.ts';
import { readWranglerConfig } from '../../../commands/setup/cloudflare/wranglerConfig.ts';
import { runSetup } from '../../../commands/setup/runSetup.ts';
import { fakeAccount } from './fakeAccount.ts';
import { type Around, fakeSurroundings, setupHere, soundAnswers } from './fakeSurroundings.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const CONFIG = readWranglerConfig(ROOT);
export const COMMIT = 'c0ffee1234';

/** A lottery that a setup has deployed to an account, and everything that an operator's command needs afterwards. */
export async function deployedHere(around: Around = {}) {
  const repository = mkdtempSync(join(tmpdir(), 'repository-'));
  const account = fakeAccount(repository);
  const target = cloudflareTarget({
    ...{ environment: 'staging', repository, run: account.run, readConfig: () => CONFIG },
    secretsFolder: repository,
    ...{ fetch: account.fetch, apiUrl: 'https://api.cloudflare.test' },
  });
  const { input, lines, folder } = setupHere(target, fakeSurroundings(around).fetch);
  const readCommit = async (): Promise<string | null> => COMMIT;
  const plan = { questions: [], given: soundAnswers(folder), ask: null, readCommit };
  if (!(await runSetup(input, plan))) throw new Error(lines.join('\n'));
  if (target.account === null) throw new Error('an account is wanted');
  const setupLines = lines.splice(0);
  account.commands.splice(0);
  const given: AccountInput = { ...input, account: target.account };
  const clear = () => {
    for (const path of [repository, folder]) rmSync(path, { recursive: true, force: true });
  };
  return { account, input: given, lines, setupLines, folder, plan, clear };
}
