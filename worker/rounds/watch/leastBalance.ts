import type { Address } from '../../../src/address/address.ts';
import { agreeOnRent, type Balance } from '../../chain/accounts/readChain.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import { MARK_BYTES, MAX_FEE_LAMPORTS } from '../../chain/signing/transactions.ts';
import { sinceCheckpoint } from '../../store/rounds/checkpoints.ts';

/**
 * The least that the pool must hold, lamports, at slots after `afterSlot`, the slot of a checkpoint. If it holds less,
 * something was paid that is neither in the journal nor acknowledged.
 */
export interface LeastBalance {
  readonly afterSlot: number;
  readonly lamports: bigint;
}

/** Whether a balance is below the least at its slot. */
export const isShort = ({ slot, lamports }: Balance, least: LeastBalance | null): least is LeastBalance =>
  least !== null && slot > least.afterSlot && lamports < least.lamports;

/** The slot after which a pool wallet paid something that nothing explains; null when its balance is explained. */
export async function unexplainedFrom(
  { db, rpc }: { readonly db: D1Database; readonly rpc: Pick<Rpc, 'agreeLately'> },
  wallet: Address,
  balance: Balance,
): Promise<number | null> {
  const markRent = await agreeOnRent(rpc, MARK_BYTES);
  const least = await leastBalance(db, { wallet, slot: balance.slot, markRent });
  return isShort(balance, least) ? least.afterSlot : null;
}

/** The wallet whose balance is judged. The balance is read at `slot` or later. `markRent` is in lamports. */
interface BalanceAsked {
  readonly wallet: Address;
  readonly slot: number;
  readonly markRent: bigint;
}

/**
 * The balance at the wallet's last checkpoint, less all that the journal explains since then, and less the acknowledged
 * outflows until `slot`; null before the first checkpoint.
 */
export async function leastBalance(
  db: D1Database,
  { wallet, slot, markRent }: BalanceAsked,
): Promise<LeastBalance | null> {
  const since = await sinceCheckpoint(db, wallet, slot);
  if (since === null) return null;
  const { checkpoint, prizes, transactions, acknowledged } = since;
  const explained = prizes + BigInt(transactions) * (MAX_FEE_LAMPORTS + markRent) + acknowledged;
  return { afterSlot: checkpoint.slot, lamports: checkpoint.lamports - explained };
}
