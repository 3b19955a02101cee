import { SETTING_NAMES } from '../../../worker/settings/parseSettings.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { SetupInput } from '../SetupInput.ts';
import { isSecretName } from '../settingsText.ts';

const ABOUT = 'secrets';
type Input = Pick<SetupInput, 'environment' | 'target' | 'kept'>;

/**
 * The names of the secrets that are deployed, and of those that the setup keeps for the next deployment. A deployment
 * adds and changes secrets, and removes none.
 */
export interface SecretNames {
  readonly both: readonly string[];
  /** Not kept any more, and still deployed. */
  readonly left: readonly string[];
  /** Kept, and not deployed yet. */
  readonly missing: readonly string[];
  /** Deployed, and no settings of the lottery. */
  readonly foreign: readonly string[];
}

/**
 * Compares the names of deployed and kept secrets; null for a target without an account. A secret that comes from an
 * environment variable counts as kept, even if the variable is not set.
 */
export async function compareSecrets({ target, ...input }: Input): Promise<SecretNames | null> {
  if (target.account === null) return null;
  const there = [...(await target.account.secrets())].sort();
  const kept = Object.keys(input.kept.answers()).filter(isSecretName).sort();
  return {
    both: there.filter((name) => kept.includes(name)),
    left: there.filter((name) => SETTING_NAMES.includes(name) && !kept.includes(name)),
    missing: kept.filter((name) => !there.includes(name)),
    foreign: there.filter((name) => !SETTING_NAMES.includes(name)),
  };
}

/**
 * Findings about whether the deployed secrets are the kept ones; none for a target without an account. They contain
 * names only, never the value of a secret.
 */
export async function checkSecrets(input: Input): Promise<readonly Finding[]> {
  const names = await compareSecrets(input);
  if (names === null) return [];
  const { both, left, missing, foreign } = names;
  const list = (of: readonly string[]) => new Intl.ListFormat('en-GB').format(of);
  const prune = `npm run secrets -- prune --env ${input.environment}`;
  const found = [
    ...(left.length === 0
      ? []
      : [problem(ABOUT, `${list(left)}: taken out of the settings, and still in force. Take away: ${prune}`)]),
    ...(missing.length === 0 ? [] : [note(ABOUT, `${list(missing)}: kept, and not deployed yet`)]),
    ...(foreign.length === 0 ? [] : [note(ABOUT, `${list(foreign)}: not of the lottery`)]),
  ];
  return found.length > 0 ? found : [fine(ABOUT, `the ${both.length} that are kept are deployed, and no other`)];
}
