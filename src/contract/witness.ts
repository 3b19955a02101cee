import * as z from 'zod';
import { hex32, isoTime } from './figures.ts';

/** A watcher: its name on the pages, and the wallet with which it testifies. */
export const witnessName = z.object({ name: z.string(), address: z.string() });

/** What a watcher said on chain about a round's list, before its draw; all null while it has said nothing. */
export const witnessClaim = witnessName.extend({
  root: hex32
    .nullable()
    .describe('Merkle root of the list that the watcher saw. If `signature` is set, null says: it was shown no list.'),
  entries: z.int().nullable().describe('How many entries that list has.'),
  unjudged: z
    .int()
    .nullable()
    .describe('How many wallets it could not judge. It left each of them in or out, as the committed list has it.'),
  signature: z.string().nullable().describe('The transaction that says so, signed by the watcher’s wallet.'),
  slot: z.int().nullable(),
  blockTime: isoTime.nullable(),
});

/** A watcher's claim, with who runs the watcher. */
export const witness = witnessClaim.extend({
  operator: z
    .string()
    .describe('Who runs the watcher, by the word of the lottery: the watchers of one operator count once.'),
});
export type Witness = z.infer<typeof witness>;

/** How many operators of the terms' watchers saw the published list, and which watchers saw another. */
export const witnessCount = z.object({
  known: z.int().describe('How many different operators the watchers of the terms have.'),
  saw: z.int().describe('How many of these operators have watchers that testified the published root, and no other.'),
  differ: z.array(z.object({ name: z.string(), root: hex32 })).describe('The watchers that testified another root.'),
});
export type WitnessCount = z.infer<typeof witnessCount>;
