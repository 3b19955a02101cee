import type { Address } from '../../src/address/address.ts';
import { errorText } from '../../src/errorText.ts';
import type { Lamports } from '../../src/money/lamports.ts';
import { readBalance } from '../chain/accounts/readChain.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import { type OwnWallets, ownWallets } from '../settings/ownWallets.ts';
import { noteBalances } from '../store/journal/noteBalances.ts';

export interface ReadBalancesInput {
  readonly db: D1Database;
  readonly rpc: Pick<Rpc, 'read'>;
  readonly settings: OwnWallets;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Reads what our wallets hold, and the wallet `also`, and notes it for forecasts. The word of one node is enough for
 * these. Does not wait for the note: a database that fails or hangs delays no alert.
 */
export function createReadBalances({ db, rpc, settings, now }: ReadBalancesInput) {
  return async (also: Address): Promise<ReadonlyMap<Address, Lamports>> => {
    // One wallet may have two roles, and is read once.
    const addresses = [...new Set([...ownWallets(settings).map(({ address }) => address), also])];
    const balances = await rpc.read((node) =>
      Promise.all(
        addresses.map(async (address) => ({
          address,
          lamports: (await readBalance(node, address, 'confirmed')).lamports,
        })),
      ),
    );
    void noteBalances(db, balances, now()).catch((error: unknown) => {
      console.warn(`balances not noted: ${errorText(error)}`);
    });
    return new Map(balances.map(({ address, lamports }) => [address, lamports]));
  };
}
