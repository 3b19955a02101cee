import { cloudflareOf, openSetup } from '../openSetup.ts';
import type { SetupInput } from '../SetupInput.ts';
import type { Account } from '../Target.ts';

/** What a command that works on an account is given. */
export interface AccountInput extends SetupInput {
  readonly account: Account;
}

/**
 * Opens what an environment keeps, and its account. `--mainnet` is not asked for again: it was given when the lottery
 * was deployed.
 */
export async function withAccount<R>(
  environment: 'staging' | 'production',
  work: (input: AccountInput) => Promise<R>,
): Promise<R> {
  const target = cloudflareOf(environment);
  const input = openSetup({ environment, isDryRun: false, isMainnetMeant: true }, target);
  try {
    if (target.account === null) throw new Error(`${target.name} has no account.`);
    return await work({ ...input, account: target.account });
  } finally {
    input.close();
  }
}
