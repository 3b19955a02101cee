import { SETTING_NAMES } from '../../../worker/settings/parseSettings.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { SetupInput } from '../SetupInput.ts';
import { isSecretName } from '../secretNames.ts';

const ABOUT = 'secrets';
type Input = Pick<SetupInput, 'environment' | 'target' | 'kept'>;

/** How the secrets that are deployed differ from those that are kept. A deployment adds and changes, and takes none away. */
export interface SecretNames {
  readonly both: readonly string[];
  /** Settings that are kept no more, and still in force. */
  readonly left: readonly string[];
  /** Kept, and not deployed yet. */
  readonly missing: readonly string[];
  /** Of somebody else: no setting of the lottery. */
  readonly foreign: readonly string[];
}

/** By the names of what is kept: a secret of the environment is kept too, also where its variable is not set. */
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

/** Names alone: what a secret holds is told by nobody. */
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
