import type { Address } from '../address/address.ts';

/** The pool wallet in force, and all present and former pool wallets: a configuration may name any of them. */
export interface PoolWallets {
  readonly pool: Address;
  readonly pools: readonly Address[];
}

/**
 * What a tax cycle has fixed about the pool: the wallet that is paid, and the addresses in the configuration that stand
 * for this wallet.
 */
export interface PoolLines {
  readonly wallet: string;
  readonly lines: readonly string[];
}

/** The lines of a configuration that belong to the pool: those that name any of its wallets. */
export function poolLines(wallets: readonly { readonly address: string }[], { pool, pools }: PoolWallets): PoolLines {
  const named = wallets.map(({ address }) => address).filter((address) => pools.some((each) => each === address));
  return { wallet: pool, lines: [...new Set(named)] };
}

/** A configuration as it is paid: lines that name any pool wallet pay the one in force. */
export function withPool<W extends { readonly address: string }>(wallets: readonly W[], pools: PoolWallets): W[] {
  return payPool(wallets, poolLines(wallets, pools));
}

/** A configuration as a tax cycle pays it: the lines in `pool.lines` pay `pool.wallet`. Null changes nothing. */
export function payPool<W extends { readonly address: string }>(wallets: readonly W[], pool: PoolLines | null): W[] {
  return wallets.map((each) => (pool?.lines.includes(each.address) ? { ...each, address: pool.wallet } : each));
}
