import { resolve } from 'node:path';
import { accountArgs } from '../accountArgs.ts';
import { checkSecrets, compareSecrets } from '../checks/checkSecrets.ts';
import { findingLine, hasProblem } from '../Finding.ts';
import { placeNew } from '../placeNew.ts';
import { FROM_ENVIRONMENT } from '../readSettings.ts';
import { isSecretName, settingsText } from '../settingsText.ts';
import { settingsNow } from '../steps/Step.ts';
import type { AccountInput } from './openAccount.ts';

const VERBS = ['list', 'prune', 'share'] as const;

/** What `npm run secrets` was asked for. */
interface SecretsOptions {
  readonly environment: 'staging' | 'production';
  readonly verb: (typeof VERBS)[number];
  /** For share: the file to which the settings are written; otherwise null. */
  readonly file: string | null;
}

export const SECRETS_USAGE = `npm run secrets -- list|prune --env staging|production
npm run secrets -- share FILE --env staging|production

  list          says by name where the deployed secrets and the kept ones differ
  prune         removes the deployed secrets that are not kept any more: a deployment removes none
  share FILE    writes the kept settings to a new FILE, with the word env in place of each secret
  --env NAME    the environment`;

/** Reads the arguments of the command. Returns the options, or a sentence for what is wrong with the arguments. */
export function secretsOptions(args: readonly string[]): SecretsOptions | string {
  const read = accountArgs(args, {});
  if (typeof read === 'string') return read;
  const [word, file = null, ...more] = read.words;
  const verb = VERBS.find((one) => one === word);
  if (verb === undefined) return `one of ${VERBS.join(', ')} is wanted`;
  if (more.length > 0 || (verb === 'share') !== (file !== null))
    return 'share wants one file; list and prune want none';
  return { environment: read.environment, verb, file };
}

type Input = Pick<AccountInput, 'environment' | 'account' | 'target' | 'kept' | 'variables' | 'print'>;

/**
 * Lists, prunes or shares. Resolves to whether all is well. No value of a secret is printed or written. Throws an Error
 * with a sentence when nothing is kept: a wrong folder would look well if nothing is deployed either.
 */
export async function manageSecrets(input: Input, { verb, file }: Pick<SecretsOptions, 'verb' | 'file'>) {
  const { kept } = input;
  if (Object.keys(kept.answers()).length === 0)
    throw new Error(`Nothing is kept in ${kept.folder}. Run npm run setup first.`);
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
  // Without the kept settings, every deployed secret would look as if it could go.
  const { settings, findings } = settingsNow(input);
  if (settings === null) {
    for (const finding of findings) print(findingLine(finding));
    print('The settings are not complete: no secret is taken away.');
    return false;
  }
  const names = await compareSecrets(input);
  const left = names?.left ?? [];
  if (left.length === 0) print('No secret has to be taken away: each deployed secret of the lottery is kept.');
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
  if (!placeNew(resolve(file), settingsText(shared)))
    throw new Error(`${resolve(file)} is there already, and nothing is written over. Name a new file.`);
  if (secret.length === 0) {
    print(`${resolve(file)} has no secret in it, and none has to be set where it is used.`);
    return true;
  }
  print(
    `${resolve(file)} has no secret in it. Set these secrets where the file is used (with GitHub: gh secret set NAME --env ${environment}):`,
  );
  print(secret.join(', '));
  return true;
}
