import { readHistoryPage } from '../chain/readHistory.ts';
import { type LandedTransaction, readLanded } from '../chain/readLanded.ts';
import type { TaxCycle } from '../store/taxRows.ts';
import type { TaxContext } from './context.ts';
import { SLACK_SECONDS, searchTaxMemos } from './searchTaxMemos.ts';

/** A cycle touches the account twice; strangers may touch it too, and must not make this long. */
const MAX_LOOK_UPS = 40;

export type LostSwap =
  | { readonly kind: 'none' }
  /** Something is on its way that may be one. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'found'; readonly signature: string; readonly transaction: LandedTransaction };

/**
 * A swap whose proceeds no cycle has: the database was restored to before it, or another instance gave its cycle up while it was on its
 * way. Found by what it did to our GOD account since the cycle before, so that its proceeds are distributed and not forgotten. Not when
 * another cycle's distribution came after it: then they may have been distributed, by a life of this database that is lost as well.
 */
export async function findLostSwap(context: TaxContext, cycle: TaxCycle): Promise<LostSwap> {
  const { rpc, settings, ownAccount, tax } = context;
  const since = Math.min(cycle.id, (await tax.newestEnded())?.id ?? cycle.id) - SLACK_SECONDS;
  const { rows } = await rpc.read((node) => readHistoryPage(node, { wallet: ownAccount, before: null, until: null }));
  const recent = rows.filter((row) => row.err === null && (row.blockTime ?? since) >= since);
  const unknown = await tax.notSwaps(recent.map((row) => row.signature));
  for (const signature of unknown.slice(0, MAX_LOOK_UPS)) {
    const transaction = await rpc.read((node) => readLanded(node, { signature, mint: settings.mint }));
    const isOurs = transaction.feePayer === settings.taxWallet.address;
    if (!isOurs || transaction.godChange >= 0n || transaction.solChange + transaction.fee <= 0n) continue;
    if (recent.find((row) => row.signature === signature)?.confirmationStatus !== 'finalized') return { kind: 'wait' };
    const others = await searchTaxMemos(context, since, (memo) => memo.cycle !== cycle.id);
    if (others.every((memo) => memo.slot < transaction.slot)) return { kind: 'found', signature, transaction };
    await context.raiseAlert(
      `tax-lost-swap:${signature}`,
      `The swap ${signature} is not in the database, and a distribution that came after it is on chain. Nothing is paid for it again; please check the tax wallet.`,
    );
  }
  if (unknown.length > MAX_LOOK_UPS) {
    await context.raiseAlert(
      `tax-flood:${Math.floor(context.now() / 86_400_000)}`,
      `Strangers name the tax wallet's GOD account in many transactions: only the newest ${MAX_LOOK_UPS} were looked at. A swap of ours that the database has lost could hide behind them.`,
    );
  }
  return { kind: 'none' };
}
