import type { Address } from '../address/address.ts';

/** Which wallet is the lottery's pool, and every one that is or was: a configuration may name any of them. */
export interface PoolWallets {
  readonly pool: Address;
  readonly pools: readonly Address[];
}

/** What a tax cycle has fixed of its pool's lines: who is paid, and the addresses of its configuration that stand for it. */
export interface PoolLines {
  readonly wallet: string;
  readonly lines: readonly string[];
}

/** The lines of a configuration that are the pool's: those that name any of its wallets. */
export function poolLines(wallets: readonly { readonly address: string }[], { pool, pools }: PoolWallets): PoolLines {
  const named = wallets.map(({ address }) => address).filter((address) => pools.some((each) => each === address));
  return { wallet: pool, lines: [...new Set(named)] };
}

/** A configuration as it is paid now. */
export function withPool<W extends { readonly address: string }>(wallets: readonly W[], pools: PoolWallets): W[] {
  return payPool(wallets, poolLines(wallets, pools));
}

/** A configuration as it is paid: whichever of its wallets a line of the pool names, one wallet gets it. */
export function payPool<W extends { readonly address: string }>(wallets: readonly W[], pool: PoolLines | null): W[] {
  return wallets.map((each) => (pool?.lines.includes(each.address) ? { ...each, address: pool.wallet } : each));
}
