import { readBalance } from '../chain/readChain.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Settings } from '../settings/Settings.ts';
import { noteBalances } from '../store/walletLows.ts';

/** How often the wallets' balances are noted. */
const EVERY_MS = 600_000;

export interface WatchWalletsInput {
  readonly db: D1Database;
  readonly rpc: Pick<Rpc, 'read'>;
  readonly settings: Pick<Settings, 'pool' | 'oldPools' | 'taxAuthority' | 'taxWallet' | 'adminWallet'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The product's own wallets, by the names that operators know. */
export function ownWallets({ pool, oldPools, taxAuthority, taxWallet, adminWallet }: WatchWalletsInput['settings']) {
  return [
    { name: 'Pool', address: pool.address },
    ...oldPools.map(({ address }) => ({ name: 'Old pool', address })),
    { name: 'Tax authority', address: taxAuthority.address },
    { name: 'Tax wallet', address: taxWallet.address },
    { name: 'Admin', address: adminWallet },
  ];
}

/** Notes every ten minutes what the wallets hold: forecasts are made of it. One node's word is enough for that. */
export function createWatchWallets({ db, rpc, settings, now }: WatchWalletsInput): () => Promise<void> {
  let notedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (now() - notedAt < EVERY_MS) return;
    // One wallet may have two roles.
    const addresses = [...new Set(ownWallets(settings).map(({ address }) => address))];
    const balances = await rpc.read((node) =>
      Promise.all(
        addresses.map(async (address) => ({
          address,
          lamports: (await readBalance(node, address, 'confirmed')).lamports,
        })),
      ),
    );
    await noteBalances(db, balances, now());
    notedAt = now();
  };
}
