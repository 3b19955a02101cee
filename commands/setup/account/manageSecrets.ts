import { writeFileSync } from 'node:fs';
import { checkSecrets, compareSecrets } from '../checks/checkSecrets.ts';
import { findingLine, hasProblem } from '../Finding.ts';
import { FROM_ENVIRONMENT } from '../readSettings.ts';
import { isSecretName } from '../secretNames.ts';
import { settingsText } from '../settingsText.ts';
import { settingsNow } from '../steps/Step.ts';
import type { AccountInput } from './openAccount.ts';
import type { SecretsOptions } from './secretsOptions.ts';

type Input = Pick<AccountInput, 'environment' | 'account' | 'target' | 'kept' | 'variables' | 'print'>;

/** Lists, prunes or shares. Returns whether all is well. No value of a secret is printed or written. */
export async function manageSecrets(input: Input, { verb, file }: Pick<SecretsOptions, 'verb' | 'file'>) {
  if (verb === 'list') return list(input);
  return verb === 'prune' ? prune(input) : share(input, file ?? '');
}

async function list(input: Input): Promise<boolean> {
  const findings = await checkSecrets(input);
  for (const finding of findings) input.print(findingLine(finding));
  return !hasProblem(findings);
}

async function prune(input: Input): Promise<boolean> {
  const { account, print } = input;
  // Without this environment's settings, every secret would look as if it was removed.
  const { settings, findings } = settingsNow(input);
  if (settings === null) {
    for (const finding of findings) print(findingLine(finding));
    print('The settings are not complete: nothing is taken away.');
    return false;
  }
  const names = await compareSecrets(input);
  const left = names?.left ?? [];
  if (left.length === 0) print('Nothing is to be taken away: every secret that is deployed is kept.');
  else {
    await account.removeSecrets(left);
    print(`Taken away: ${left.join(', ')}. The lottery runs without them now.`);
  }
  return list(input);
}

async function share({ kept, environment, print }: Input, file: string): Promise<boolean> {
  const answers = kept.answers();
  const secret = Object.keys(answers).filter(isSecretName);
  const shared = Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [name, isSecretName(name) ? FROM_ENVIRONMENT : value]),
  );
  writeFileSync(file, settingsText(shared));
  print(`${file} has no secret in it. Each of these has to be set where it is used (with GitHub: gh secret set NAME`);
  print(`--env ${environment}): ${secret.join(', ')}`);
  return true;
}
