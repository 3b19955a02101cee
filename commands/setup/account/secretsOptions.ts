import { accountArgs } from '../accountArgs.ts';

const VERBS = ['list', 'prune', 'share'] as const;

/** What `npm run secrets` was asked for. */
export interface SecretsOptions {
  readonly environment: 'staging' | 'production';
  readonly verb: (typeof VERBS)[number];
  /** Of share: where the settings are written. */
  readonly file: string | null;
}

export const SECRETS_USAGE = `npm run secrets -- list|prune --env staging|production
npm run secrets -- share FILE --env staging|production

  list          the names of the secrets that are deployed, beside those that are kept
  prune         removes deployed secrets that are not kept any more, because a deployment removes none
  share FILE    writes the kept settings to FILE, with the word env in place of each secret: the file holds no secret
  --env NAME    the environment`;

/** Reads the arguments of the command; a sentence for what is wrong with them. */
export function secretsOptions(args: readonly string[]): SecretsOptions | string {
  const read = accountArgs(args, {});
  if (typeof read === 'string') return read;
  const [word, file = null, ...more] = read.words;
  const verb = VERBS.find((one) => one === word);
  if (verb === undefined) return `one of ${VERBS.join(', ')} is wanted`;
  if (more.length > 0 || (verb === 'share') !== (file !== null)) return 'share wants one file, and nothing else does';
  return { environment: read.environment, verb, file };
}
