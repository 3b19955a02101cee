import { type Finding, problem } from '../Finding.ts';
import type { SetupInput } from '../SetupInput.ts';

/**
 * Finds a login of another account than the one in which the storage was made. In that other account, a command would
 * make a second lottery, or put back another database of the same name.
 */
export async function checkAccount({
  environment,
  kept,
  target,
}: Pick<SetupInput, 'environment' | 'kept' | 'target'>): Promise<readonly Finding[]> {
  const { accountId } = kept.facts();
  if (target.account === null || accountId === null) return [];
  const id = await target.account.id();
  if (id === accountId) return [];
  const sentence = `This login is of the account ${id}, and ${environment} was made in ${accountId}.`;
  return [problem('account', `${sentence} Log in there ("npx wrangler login"), or set CLOUDFLARE_ACCOUNT_ID.`)];
}
