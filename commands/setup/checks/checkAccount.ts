import { type Finding, problem } from '../Finding.ts';
import type { SetupInput } from '../SetupInput.ts';

/**
 * Finds a login that is not of the account in which the storage was made. In another account a second lottery would be
 * made, or a database of the same name put back, without a word.
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
