import * as z from 'zod';
import { hex32, isoTime } from './figures.ts';

/** What a lock fixed before its randomness existed, as it can be checked on chain. */
export const seal = z.object({
  /** Merkle root of the entries. */
  root: hex32,
  entries: z.int(),
  /** Of the commitment's transaction; null until it has been seen on chain. */
  signature: z.string().nullable(),
  /** The chain's block time of the commitment; null until it has been seen. */
  sealedAt: isoTime.nullable(),
  beaconRound: z.int(),
  /** When the beacon's round is due. */
  beaconAt: isoTime,
  /** Null until the draw. */
  randomness: hex32.nullable(),
});
export type Seal = z.infer<typeof seal>;
