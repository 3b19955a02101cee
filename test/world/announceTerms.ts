import { type AuthorityType, createSetAuthorityInstruction, TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import type { Connection, Keypair, PublicKey } from '@solana/web3.js';
import type { Address } from '../../src/address/address.ts';
import { canonicalTerms, type Terms, termsHash } from '../../src/terms/Terms.ts';
import { signAnnouncement } from '../../worker/chain/signing/signAnnouncement.ts';
import { parseSettings } from '../../worker/settings/parseSettings.ts';
import { termsKey } from '../../worker/terms/termsKey.ts';
import { type TermsLink, termsOfSettings } from '../../worker/terms/termsOfSettings.ts';
import { type SentTransaction, sendTransaction, untilConfirmed } from './sendTransaction.ts';

const MARK_BYTES = 1;
const COMPUTE_PRICE = 1;
/** spl-token's `AuthorityType` for `SetAuthority`: whoever may withdraw the withheld fees. */
const WITHHELD_WITHDRAW = 5 as AuthorityType;

/** Terms, their text for KV, and the signature of their announcement. */
export interface AnnouncedTerms {
  readonly terms: Terms;
  readonly hash: string;
  /** The key and the text that a worker's KV has to hold before it can play. */
  readonly kept: readonly [key: string, text: string];
  readonly signature: string;
}

/**
 * The terms that a worker's settings (as text) announce; by default its first ones. `altered` replaces fields that no
 * setting determines.
 */
export function termsOfVars(
  vars: Readonly<Record<string, string>>,
  link: Partial<TermsLink> = {},
  altered: Partial<Terms> = {},
) {
  const parsed = parseSettings(vars);
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const { settings } = parsed;
  const own = termsOfSettings(settings, { terms: 1, from: 1, previous: null, authorities: [], ...link });
  const terms = { ...own, ...altered };
  const { pool, oldPools, taxAuthority } = settings;
  const secretKeys = [taxAuthority, pool, ...oldPools].map(({ secretKey }) => secretKey);
  return { terms, secretKeys, hash: termsHash(terms), text: canonicalTerms(terms) };
}

/** The key and the text that a worker's KV has to hold for the first terms of its settings. */
export function keptOf(vars: Readonly<Record<string, string>>): AnnouncedTerms['kept'] {
  const { hash, text } = termsOfVars(vars);
  return [termsKey(hash), text];
}

interface AnnounceLink extends Partial<TermsLink> {
  /** The pool wallet of the terms before; null for the first ones. */
  readonly poolBefore?: Address | null;
  readonly altered?: Partial<Terms>;
}

/** Announces the terms of a worker's settings on a chain, and waits until the transaction is confirmed. */
export async function announceTerms(
  connection: Connection,
  vars: Readonly<Record<string, string>>,
  { poolBefore = null, altered, ...link }: AnnounceLink = {},
): Promise<AnnouncedTerms> {
  const { terms, secretKeys, hash, text } = termsOfVars(vars, link, altered);
  const markRent = BigInt(await connection.getMinimumBalanceForRentExemption(MARK_BYTES));
  const send = async (): Promise<SentTransaction> => {
    const blockhash = await connection.getLatestBlockhash('confirmed');
    const { bytes, signature } = signAnnouncement({
      ...{ terms, poolBefore, secretKeys, blockhash, markRent },
      computePrice: COMPUTE_PRICE,
    });
    await connection.sendRawTransaction(Buffer.from(bytes, 'base64'), { skipPreflight: true });
    return { signature, lastValidBlockHeight: blockhash.lastValidBlockHeight };
  };
  const signature = await untilConfirmed(connection, send);
  return { terms, hash, kept: [termsKey(hash), text], signature };
}

/**
 * Hands the mint's withdraw-withheld authority to another key. Each authority is another lottery: several lotteries on
 * one mint follow each other in this way.
 */
export async function handAuthority(
  connection: Connection,
  mint: PublicKey,
  { from, to }: { readonly from: Keypair; readonly to: PublicKey },
): Promise<void> {
  const { publicKey } = from;
  const hand = createSetAuthorityInstruction(mint, publicKey, WITHHELD_WITHDRAW, to, [], TOKEN_2022_PROGRAM_ID);
  await sendTransaction(connection, [hand], [from]);
}
