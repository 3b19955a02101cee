import { checkAccount } from '../checks/checkAccount.ts';
import { cloudflareOf, openSetup } from '../openSetup.ts';
import type { SetupInput } from '../SetupInput.ts';
import type { Account } from '../Target.ts';

/** What a command that works on an account is given. */
export interface AccountInput extends SetupInput {
  readonly account: Account;
}

/**
 * Opens an environment's kept set-up and its account at Cloudflare, and calls `work` with both. Resolves to the result
 * of `work`. `--mainnet` counts as given if a setup has noted it, or if no setup was begun. Throws an Error with a
 * sentence when the login is of another account than the one in which the environment was made.
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
