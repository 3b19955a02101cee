import { agreeOnTransaction } from '../../chain/ledger/agreeOnTransaction.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import { RpcError } from '../../chain/node/rpcError.ts';
import type { Settings } from '../../settings/Settings.ts';
import { recordLosses, unweighedOutflows } from '../../store/rounds/losses.ts';

export interface WeighInput {
  readonly db: D1Database;
  readonly rpc: Pick<Rpc, 'agree'>;
  readonly settings: Pick<Settings, 'mint'>;
}

/**
 * Learns what outflows took, and from which wallets, by enough nodes: as soon as they are found, because a node may not
 * know them any more when they are acknowledged. One that landed after `finalSlot`, or of which too few nodes say the
 * same, is asked about the next time.
 */
export async function weighOutflows({ db, rpc, settings }: WeighInput, finalSlot: number): Promise<void> {
  for (const signature of await unweighedOutflows(db)) {
    try {
      const landed = await agreeOnTransaction(rpc, { signature, mint: settings.mint });
      if (landed === null || landed.slot > finalSlot) continue;
      const losses = [...landed.changes].flatMap(([wallet, change]) =>
        change < 0n ? [{ wallet, lamports: -change }] : [],
      );
      await recordLosses(db, { signature, slot: landed.slot, losses });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      console.warn(`what the outflow ${signature} took is not known yet: ${error.message}`);
    }
  }
}
