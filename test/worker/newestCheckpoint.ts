import type { Address } from '../../src/address/address.ts';
import { type Checkpoint, sinceCheckpoint } from '../../worker/store/rounds/checkpoints.ts';

/** The newest checkpoint of a wallet; null before its first. */
export async function newestCheckpoint(db: D1Database, wallet: Address): Promise<Checkpoint | null> {
  return (await sinceCheckpoint(db, wallet, Number.MAX_SAFE_INTEGER))?.checkpoint ?? null;
}
