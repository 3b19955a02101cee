import type { MadeRow } from '../../src/terms/MadeRow.ts';
import { canonicalTerms, type Terms } from '../../src/terms/Terms.ts';
import { agreeOnMark, agreeOnRent, readComputePrice } from '../../worker/chain/readChain.ts';
import { readMint } from '../../worker/chain/readMint.ts';
import { agreeOnBlockhash } from '../../worker/chain/readSigning.ts';
import type { Rpc } from '../../worker/chain/rpc.ts';
import { RpcError } from '../../worker/chain/rpcError.ts';
import { sendTransaction } from '../../worker/chain/sendTransaction.ts';
import { signAnnouncement } from '../../worker/chain/signAnnouncement.ts';
import { computePriceBounds, MARK_BYTES } from '../../worker/chain/transactions.ts';
import type { Settings } from '../../worker/settings/Settings.ts';
import { lotteryOf } from '../../worker/terms/lotteryOf.ts';
import { readAnnounced, termsMark } from '../../worker/terms/readAnnounced.ts';
import { announcedKey, termsKey } from '../../worker/terms/termsKey.ts';
import { planTerms, type TermsPlan } from './planTerms.ts';

/** What announcing may touch. */
export interface AnnounceInput {
  readonly settings: Settings;
  readonly rpc: Rpc;
  /** Keeps a text where the deployed lottery finds it, and has read it back. */
  readonly keep: (key: string, text: string) => Promise<void>;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** The first round; null: the next that there is time for. */
  readonly from: number | null;
  /** Transactions that announced, where their marks' histories are too long to find them. */
  readonly named?: readonly string[] | undefined;
}

/** Says yes to a plan, after it was shown. */
export type Agree = (plan: Extract<TermsPlan, { readonly kind: 'announce' }>) => Promise<boolean>;

export type AnnounceResult =
  | { readonly kind: 'announced'; readonly terms: Terms; readonly hash: string; readonly signature: string }
  | { readonly kind: 'same'; readonly terms: Terms; readonly hash: string }
  | { readonly kind: 'refused'; readonly why: string };

const POLL_MS = 2_000;
/** A blockhash is good for a minute or so, and finality takes a quarter of one. */
const PATIENCE_MS = 150_000;

/** Every announcement that enough nodes show, and why there may be more that nobody shows. Throws an RpcError. */
async function readAll(input: AnnounceInput) {
  const made: MadeRow[] = [];
  for (;;) {
    const found = await readOne(input, made.length + 1, input.named ?? []);
    if (found === null) return { made, why: null };
    if (found.kind === 'unread') return { made, why: found.why };
    made.push(found.row);
  }
}

/** Null while its mark is not made. */
async function readOne({ settings, rpc }: AnnounceInput, k: number, named: readonly string[]) {
  const lottery = lotteryOf(settings);
  if (!(await agreeOnMark(rpc, termsMark(lottery.authority, k)))) return null;
  return readAnnounced({ rpc, lottery, k, named });
}

/**
 * What these settings would announce now. Whom the mint puts out of the draw is said by enough nodes: one alone could put
 * anybody out of every draw to come. Throws an RpcError.
 */
async function planNext(
  input: AnnounceInput,
): Promise<{ readonly plan: TermsPlan; readonly made: readonly MadeRow[] }> {
  const { settings, rpc, now, from } = input;
  const { made, why } = await readAll(input);
  if (why !== null) return { made, plan: { kind: 'refused', why: `The chain cannot be read: ${why}.` } };
  const authorities = await rpc.agree({
    about: 'the authorities of the mint',
    ask: async (node) => (await readMint(node, settings.mint, 'finalized')).authorities,
  });
  return { made, plan: planTerms({ settings, made, authorities, from, now: now() / 1000 }) };
}

/**
 * Announces the terms of the settings, once somebody has agreed. The text is kept first: an end in between leaves a text that
 * nobody asks for, and never terms that nobody can read. Begun again, it finds what has landed. Throws an RpcError.
 */
export async function announce(input: AnnounceInput, agree: Agree): Promise<AnnounceResult> {
  const { settings, rpc, keep, now, wait } = input;
  const { plan, made } = await planNext(input);
  // What was found by its name alone is found by that from now on.
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
    agreeOnBlockhash(rpc, 0),
    agreeOnRent(rpc, MARK_BYTES),
    rpc.read((node) => readComputePrice(node, terms.authority, computePriceBounds(0))),
  ]);
  const { bytes, signature } = signAnnouncement({
    ...{ terms, blockhash, markRent, computePrice, poolBefore: plan.before?.pool ?? null },
    secretKeys: [settings.taxAuthority, settings.pool, ...settings.oldPools].map(({ secretKey }) => secretKey),
  });
  // Before it is sent: whoever floods the history of its mark hides it from every search, and not from its name.
  await keep(announcedKey(terms.terms), signature);
  for (const until = now() + PATIENCE_MS; now() < until; await wait(POLL_MS)) {
    await sendTransaction(rpc, bytes);
    const found = await readOne(input, terms.terms, [signature]).catch((error: unknown) => {
      if (error instanceof RpcError) return null;
      throw error;
    });
    if (found?.kind !== 'made') continue;
    if (found.row.signature === signature) return { kind: 'announced', terms, hash, signature };
    return { kind: 'refused', why: `The number ${terms.terms} was taken by ${found.row.signature}. Begin again.` };
  }
  return { kind: 'refused', why: `${signature} has not become final. Begin again: what has landed is found.` };
}
