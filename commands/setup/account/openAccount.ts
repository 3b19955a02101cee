import { checkAccount } from '../checks/checkAccount.ts';
import { cloudflareOf, openSetup } from '../openSetup.ts';
import type { SetupInput } from '../SetupInput.ts';
import type { Account } from '../Target.ts';

/** What a command that works on an account is given. */
export interface AccountInput extends SetupInput {
  readonly account: Account;
}

/**
 * Opens what an environment keeps, and its account, and calls `work` with both. Resolves to the result of `work`.
 * `--mainnet` is not asked for again: a setup has noted it, and where no setup was begun it counts as given. Throws an
 * Error with a sentence when the login is of another account than the one in which the environment was made.
 */
export async function withAccount<R>(
  environment: 'staging' | 'production',
  work: (input: AccountInput) => Promise<R>,
): Promise<R> {
  const target = cloudflareOf(environment);
  const input = openSetup({ environment, isDryRun: false, isMainnetMeant: false }, target);
  if (target.account === null) throw new Error(`${target.name} has no account.`);
  const [other] = await checkAccount(input);
  if (other !== undefined) throw new Error(other.sentence);
  const isMainnetMeant = input.kept.facts().startedAt === null;
  return work({ ...input, isMainnetMeant, account: target.account });
}
