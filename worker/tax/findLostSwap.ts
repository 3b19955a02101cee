import { readHistoryPage } from '../chain/readHistory.ts';
import type { LandedTransaction } from '../chain/readLanded.ts';
import { NodesDisagree, RpcError } from '../chain/rpcError.ts';
import type { TaxCycle } from '../store/taxRows.ts';
import { NotTogether } from './agreeInTime.ts';
import { agreeOnLanded } from './agreeOnFigures.ts';
import type { TaxContext } from './context.ts';
import { SLACK_SECONDS, searchTaxMemos } from './searchTaxMemos.ts';

/** Transactions looked at in one search; the next search goes on behind them. */
const LOOK_UPS_A_SEARCH = 40;
/** In all: strangers may name the account as often as they pay for it, and must not make this endless. */
const MOST_LOOKED_AT = 400;
/** What could not be read so often is passed over, with its name. */
const MOST_TRIES = 3;
/** A swap that this database does not know may be another deployment's, which is about to distribute it. */
const ADOPT_AFTER_SECONDS = 600;
const AGAIN_MS = 1_000;
const DAY_MS = 86_400_000;

export type LostSwap =
  | { readonly kind: 'none' }
  /** Something is on its way that may be one, or is not looked at yet: ask again after so long, ms. */
  | { readonly kind: 'wait'; readonly ms: number; readonly problem?: string }
  | { readonly kind: 'found'; readonly signature: string; readonly transaction: LandedTransaction };

interface Candidate {
  readonly signature: string;
  /** Unix seconds; null when no node says it. */
  readonly blockTime: number | null;
  readonly isFinal: boolean;
}

/**
 * A swap whose proceeds no cycle has: the database was restored to before it, or another instance gave its cycle up
 * while it was on its way. Found by what it did to our GOD account since the cycle before, so that its proceeds are
 * distributed and not forgotten. Not when another cycle's distribution came after it: then they may have been
 * distributed, by a life of this database that is lost as well. And not before it is ten minutes old: a second
 * deployment with the same key is given the time to distribute what it has sold.
 */
export async function findLostSwap(context: TaxContext, cycle: TaxCycle): Promise<LostSwap> {
  const { lookedAt, settings, tax } = context;
  const since = Math.min(cycle.id, (await tax.newestEnded())?.id ?? cycle.id) - SLACK_SECONDS;
  if (lookedAt.foreign.size > 10 * MOST_LOOKED_AT) lookedAt.foreign.clear();
  const candidates = await candidatesOf(context, since);
  const open = candidates.slice(0, LOOK_UPS_A_SEARCH);
  for (const candidate of open) {
    const transaction = await look(context, candidate.signature);
    if (transaction === 'later') return { kind: 'wait', ms: AGAIN_MS };
    if (transaction === null) continue;
    const isOurs = transaction.feePayer === settings.taxWallet.address && !transaction.failed;
    if (!isOurs || transaction.godChange >= 0n || transaction.solChange + transaction.fee <= 0n) {
      lookedAt.foreign.add(candidate.signature);
      continue;
    }
    const verdict = await judge(context, cycle, { candidate, transaction, since });
    if (verdict.kind !== 'none') return verdict;
  }
  if (candidates.length <= open.length) return { kind: 'none' };
  if (lookedAt.foreign.size < MOST_LOOKED_AT) return { kind: 'wait', ms: AGAIN_MS };
  await context.raiseAlert(
    `tax-flood:${Math.floor(context.now() / 86_400_000)}`,
    `Strangers name the tax wallet's GOD account in many transactions: only ${lookedAt.foreign.size} of them were looked at. A swap of ours that the database has lost could hide behind the others.`,
  );
  return { kind: 'none' };
}

/**
 * Successful transactions of our GOD account that are neither known to the database nor looked at yet, as any node
 * lists them.
 */
async function candidatesOf({ rpc, ownAccount, tax, lookedAt }: TaxContext, since: number): Promise<Candidate[]> {
  const range = { wallet: ownAccount, before: null, until: null };
  const about = 'the history of our GOD account';
  const pages = await rpc.gather(about, (node) => readHistoryPage(node, range));
  // What one node lists and another does not is looked at, whoever is right: only a silence is told of here.
  await rpc.weigh({ about, isSame: () => true }, pages);
  const rows = pages
    .flatMap(({ value }) => value.rows)
    .filter((row) => row.err === null && (row.blockTime ?? since) >= since && !lookedAt.foreign.has(row.signature));
  const signatures = [...new Set(rows.map((row) => row.signature))];
  return (await tax.unknown(signatures, since)).map((signature) => {
    const same = rows.filter((row) => row.signature === signature);
    const times = same.flatMap(({ blockTime }) => (blockTime === null ? [] : [blockTime]));
    return {
      signature,
      // The later one: a swap is younger rather than older than a node says.
      blockTime: times.length === 0 ? null : Math.max(...times),
      isFinal: same.every((row) => row.confirmationStatus === 'finalized'),
    };
  });
}

/** What a transaction did; null when it cannot be read and is passed over, `later` when it is to be tried again. */
async function look(context: TaxContext, signature: string): Promise<LandedTransaction | 'later' | null> {
  const { failures, foreign } = context.lookedAt;
  try {
    return await agreeOnLanded(context, signature);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // Nodes that contradict each other are named, and nothing is decided before they agree.
    if (error instanceof NotTogether || error instanceof NodesDisagree) return 'later';
    const tries = (failures.get(signature) ?? 0) + 1;
    failures.set(signature, tries);
    if (tries < MOST_TRIES) return 'later';
    failures.delete(signature);
    foreign.add(signature);
    // Each by its name in the log; one alert a day, since anyone can send more of them.
    console.warn(`tax: ${signature} cannot be read and is passed over`);
    await context.raiseAlert(
      `tax-unreadable:${Math.floor(context.now() / DAY_MS)}`,
      `The transaction ${signature} names the tax wallet's GOD account and cannot be read (${error.summary}). It is passed over; please check that it is no swap of ours.`,
    );
    return null;
  }
}

interface Finding {
  readonly candidate: Candidate;
  readonly transaction: LandedTransaction;
  readonly since: number;
}

async function judge(
  context: TaxContext,
  cycle: TaxCycle,
  { candidate: { signature, blockTime, isFinal }, transaction, since }: Finding,
): Promise<LostSwap> {
  const others = await searchTaxMemos(context, since, (memo) => memo.cycle !== cycle.id);
  if (others.some((memo) => memo.slot >= transaction.slot)) {
    context.lookedAt.foreign.add(signature);
    await context.raiseAlert(
      `tax-lost-swap:${signature}`,
      `The swap ${signature} is not in the database, and a distribution that came after it is on chain. Nothing is paid for it again; please check the tax wallet.`,
    );
    return { kind: 'none' };
  }
  const age = context.now() / 1000 - (blockTime ?? context.now() / 1000);
  if (isFinal && age >= ADOPT_AFTER_SECONDS) return { kind: 'found', signature, transaction };
  return {
    kind: 'wait',
    ms: Math.min(30_000, Math.max(AGAIN_MS, (ADOPT_AFTER_SECONDS - age) * 1000)),
    problem: `A swap of the tax wallet that this database does not know (${signature}) is taken over when it is ten minutes old.`,
  };
}
