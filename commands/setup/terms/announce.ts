import type { MadeRow } from '../../../src/terms/countTerms.ts';
import { canonicalTerms, type Terms } from '../../../src/terms/Terms.ts';
import { agreeOnRent, readComputePrice } from '../../../worker/chain/accounts/readChain.ts';
import { readMint } from '../../../worker/chain/accounts/readMint.ts';
import { sendTransaction } from '../../../worker/chain/ledger/sendTransaction.ts';
import type { Rpc } from '../../../worker/chain/node/rpc.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import { agreeOnBlockhash } from '../../../worker/chain/signing/readSigning.ts';
import { signAnnouncement } from '../../../worker/chain/signing/signAnnouncement.ts';
import { computePriceBounds, MARK_BYTES } from '../../../worker/chain/signing/transactions.ts';
import type { Settings } from '../../../worker/settings/Settings.ts';
import { countMade, lotteryOf } from '../../../worker/terms/countMade.ts';
import { readAllAnnounced, readAnnouncedNow } from '../../../worker/terms/readAnnounced.ts';
import { announcedKey, termsKey } from '../../../worker/terms/termsKey.ts';
import { markedHours, marksText } from '../checks/poolMarks.ts';
import { planTerms, type TermsPlan } from './planTerms.ts';

export interface AnnounceInput {
  readonly settings: Settings;
  readonly rpc: Rpc;
  /** Stores a text where the deployed lottery finds it, and reads it back before it resolves. */
  readonly keep: (key: string, text: string) => Promise<void>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** The first round for which the terms hold; null: the first for which an announcement made now can hold. */
  readonly from: number | null;
  /** Signatures of transactions that announced terms, for a mark whose history is too long to search. */
  readonly named?: readonly string[] | undefined;
}

/** Whether the plan shall be announced. May show it to a person and ask. */
export type Agree = (plan: Extract<TermsPlan, { readonly kind: 'announce' }>) => Promise<boolean>;

export type AnnounceResult =
  | { readonly kind: 'announced'; readonly terms: Terms; readonly hash: string; readonly signature: string }
  | { readonly kind: 'same'; readonly terms: Terms; readonly hash: string }
  | { readonly kind: 'refused'; readonly why: string };

const POLL_MS = 2_000;
/** How long to wait until the announcement is final. A blockhash is valid for about a minute; finality takes 15 s. */
const PATIENCE_MS = 150_000;

interface NextTerms {
  readonly plan: TermsPlan;
  readonly made: readonly MadeRow[];
}

/**
 * What these settings would announce now, and what was announced before. Enough nodes must agree on the mint's
 * authorities, because these are excluded from every later draw: a single node could exclude anybody. Throws an
 * RpcError.
 */
async function planNext(input: AnnounceInput): Promise<NextTerms> {
  const { settings, rpc, now, from, named = [] } = input;
  const { made, why } = await readAllAnnounced({ rpc, lottery: lotteryOf(settings), named });
  if (why !== null) return { made, plan: { kind: 'refused', why: `The chain cannot be read: ${why}.` } };
  const used = await usedBefore(input, made);
  if (used !== null) return { made, plan: { kind: 'refused', why: used } };
  const authorities = await rpc.agree({
    about: 'the authorities of the mint',
    ask: async (node) => (await readMint(node, settings.mint, 'finalized')).authorities,
  });
  return { made, plan: planTerms({ settings, made, authorities, from, now: now() / 1000 }) };
}

/** Why the pool wallet cannot be announced: another lottery has made marks with it. Null when it can. */
async function usedBefore({ settings, rpc, now }: AnnounceInput, made: readonly MadeRow[]): Promise<string | null> {
  const { counted } = countMade(made, new Map(), lotteryOf(settings));
  const { address: wallet } = settings.pool;
  if (counted.some(({ said }) => said.pool === wallet)) return null;
  const marked = await markedHours(rpc, { wallet, clock: settings.clock, now: now() / 1000 });
  return marked.length === 0 ? null : marksText(wallet, marked);
}

/**
 * Announces the terms of the settings, once somebody has agreed. The text is stored before the transaction is sent: a
 * command that ends between the two leaves an unused text, never terms without a text. Throws an RpcError.
 */
export async function announce(input: AnnounceInput, agree: Agree): Promise<AnnounceResult> {
  const { settings, rpc, keep, now, wait } = input;
  const { plan, made } = await planNext(input);
  // From now on, the announcement that a person has named is found by its stored signature.
  for (const { k, signature } of made) if (input.named?.includes(signature)) await keep(announcedKey(k), signature);
  if (plan.kind === 'refused') return plan;
  const { terms, hash } = plan;
  if (plan.kind === 'same') {
    await keep(termsKey(hash), canonicalTerms(terms));
    return plan;
  }
  if (!(await agree(plan))) return { kind: 'refused', why: 'Nobody said yes: nothing was announced.' };
  await keep(termsKey(hash), canonicalTerms(terms));
  const [blockhash, markRent, computePrice] = await Promise.all([
    // If two nodes do not know each other's blockhash, the present second decides which one is used. So a new run may
    // use the other one.
    agreeOnBlockhash(rpc, Math.floor(now() / 1000)),
    agreeOnRent(rpc, MARK_BYTES),
    rpc.read((node) => readComputePrice(node, terms.authority, computePriceBounds(0))),
  ]);
  const { bytes, signature } = signAnnouncement({
    ...{ terms, blockhash, markRent, computePrice, poolBefore: plan.before?.pool ?? null },
    secretKeys: [settings.taxAuthority, settings.pool, ...settings.oldPools].map(({ secretKey }) => secretKey),
  });
  // Stored before the transaction is sent: if somebody floods the history of its mark, only the signature finds it.
  await keep(announcedKey(terms.terms), signature);
  for (const until = now() + PATIENCE_MS; now() < until; await wait(POLL_MS)) {
    await sendTransaction(rpc, bytes);
    const landed = { rpc, lottery: lotteryOf(settings), named: [signature] };
    const found = await readAnnouncedNow(landed, terms.terms).catch((error: unknown) => {
      if (error instanceof RpcError) return null;
      throw error;
    });
    if (found?.kind !== 'made') continue;
    if (found.row.signature === signature) return { kind: 'announced', terms, hash, signature };
    return {
      kind: 'refused',
      why: `Announcement ${terms.terms} was made by another transaction, ${found.row.signature}. Begin again.`,
    };
  }
  return {
    kind: 'refused',
    why: `${signature} has not become final yet. Run this again: an announcement that has landed is found.`,
  };
}
