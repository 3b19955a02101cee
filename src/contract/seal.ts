import * as z from 'zod';
import { hex32, isoTime } from './figures.ts';

/** What a lock fixed before its randomness existed, as it can be checked on chain. */
export const seal = z.object({
  root: hex32.describe('Merkle root of the entries.'),
  entries: z.int(),
  signature: z.string().nullable().describe('Of the commitment’s transaction; null until it has been seen on chain.'),
  sealedAt: isoTime.nullable().describe('The chain’s block time of the commitment; null until it has been seen.'),
  beaconRound: z.int(),
  beaconAt: isoTime.describe('When the beacon’s round is due.'),
  randomness: hex32.nullable().describe('Null until the draw.'),
});
export type Seal = z.infer<typeof seal>;
