import * as z from 'zod';
import { hex32, isoTime } from './figures.ts';

/** Somebody who looks on: the name it is shown by and the wallet that it testifies with. */
export const witnessName = z.object({ name: z.string(), address: z.string() });

/** What a watcher said on chain about a round's list, before its draw; all null while it has said nothing. */
export const witness = witnessName.extend({
  root: hex32.nullable().describe('Merkle root of the list that it saw.'),
  entries: z.int().nullable().describe('How many entries that list has.'),
  signature: z.string().nullable().describe('The transaction that says so, signed by its wallet.'),
  slot: z.int().nullable(),
  blockTime: isoTime.nullable(),
});
export type Witness = z.infer<typeof witness>;

/** How many of the known watchers saw the published list, and who saw another one. */
export const witnessCount = z.object({
  known: z.int().describe('Watchers that were known at the lock.'),
  saw: z.int().describe('Those who testified the published root.'),
  differ: z.array(z.object({ name: z.string(), root: hex32 })).describe('Those who testified another root.'),
});
export type WitnessCount = z.infer<typeof witnessCount>;
