import { isRecent } from '../../src/round/isRecent.ts';
import { readBalance } from '../chain/accounts/readChain.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import { type OwnWallets, ownWallets } from '../settings/ownWallets.ts';
import { noteBalances } from '../store/journal/noteBalances.ts';

const EVERY_MS = 600_000;

export interface WatchWalletsInput {
  readonly db: D1Database;
  readonly rpc: Pick<Rpc, 'read'>;
  readonly settings: OwnWallets;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Notes every ten minutes what the wallets hold, for forecasts. The word of one node is enough for these. */
export function createWatchWallets({ db, rpc, settings, now }: WatchWalletsInput): () => Promise<void> {
  let notedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (isRecent(notedAt, now(), EVERY_MS)) return;
    // One wallet may have two roles, and is read once.
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
