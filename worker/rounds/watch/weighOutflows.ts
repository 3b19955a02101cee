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
 * Stores what each outflow took from which wallets, as enough nodes say. This is done as soon as an outflow is found,
 * because the nodes may have forgotten its transaction by the time when an operator acknowledges it. An outflow that
 * landed after `finalSlot`, or about which too few nodes agree, is asked about at the next call.
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
