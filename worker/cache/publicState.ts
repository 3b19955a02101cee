import * as z from 'zod';
import { seal } from '../../src/contract/stats.ts';
import { witnessCount } from '../../src/contract/witness.ts';
import { PLACES } from '../../src/protocol/terms/places.ts';
import { ROUND_STATES } from '../../src/round/state.ts';

const decimal = z.string().regex(/^\d+$/);

/** A winner as JSON in the object, KV and the edge. `endsAt` is unix seconds. */
const publicWinner = z.object({
  round: z.int(),
  place: z.literal(PLACES),
  address: z.string(),
  lamports: decimal,
  endsAt: z.int(),
  signature: z.string().nullable(),
  status: z.enum(['drawn', 'sent', 'confirmed', 'final']),
});
export type PublicWinner = z.infer<typeof publicWinner>;

/** What is known of the chain between locks. Amounts are decimal base units, times are unix milliseconds. */
export const chainViewSchema = z.object({
  holders: z
    .object({
      /** Eligible wallets, the largest first, at most 500. */
      participants: z.array(z.string()),
      total: z.int(),
      topHolders: z.array(z.object({ address: z.string(), amount: decimal, isEligible: z.boolean() })),
      slot: z.int(),
      readAt: z.int(),
      /** The round whose locked list this is; missing when the list was read from the chain. */
      lockedRound: z.int().optional(),
      /** Hash of the terms by which the list was read from the chain, where there were any. */
      under: z.string().optional(),
    })
    .nullable(),
  /** Since when no read of the holders succeeds; null while they can be read. */
  holdersFailingSince: z.int().nullable(),
  terms: z
    .object({
      lock: z.int(),
      threshold: decimal,
      top: z.int(),
      share: z.int(),
      places: z.array(z.int()),
      excluded: z.array(z.object({ address: z.string(), reason: z.string() })),
      watchers: z.array(z.object({ name: z.string(), address: z.string() })),
    })
    .nullable(),
  pool: z.object({ wallet: z.string(), lamports: decimal, slot: z.int(), readAt: z.int() }).nullable(),
  mint: z
    .object({
      supply: decimal,
      transferFee: z.object({ basisPoints: z.int(), maximumFee: decimal }).nullable(),
      authorities: z.array(z.object({ address: z.string(), role: z.string() })),
    })
    .nullable(),
});
export type ChainView = z.infer<typeof chainViewSchema>;

const publicStateSchema = z.object({
  /** Unix milliseconds. */
  builtAt: z.int(),
  /** The newest round that has ended, once it has a row. */
  lastRound: z
    .object({
      round: z.int(),
      state: z.enum(ROUND_STATES),
      reason: z.string().nullable(),
      winners: z.array(publicWinner),
      /** Unix milliseconds. */
      paidAt: z.int().nullable(),
      seal: seal.nullable(),
      witnesses: witnessCount.nullable(),
    })
    .nullable(),
  /** The running round, once it is locked. `prizes`: lamports, first place first, by the rules of that round. */
  lockedRound: z
    .object({
      round: z.int(),
      prizes: z.array(decimal),
      entries: z.int(),
      seal: seal.nullable(),
      witnesses: witnessCount.nullable(),
    })
    .nullable(),
  /**
   * Prizes of committed rounds that a reading of the pool may still contain, lamports: of the round in flight, and of
   * those that were paid last. `slot` is the one in which the chain shows the payment; null while it shows none.
   */
  payments: z.array(z.object({ round: z.int(), lamports: decimal, slot: z.int().nullable() })),
  isRehearsal: z.boolean(),
  paused: z.boolean(),
  totalWinners: z.int(),
  distributedLamports: decimal,
  recentWinners: z.array(publicWinner),
  chain: chainViewSchema,
});

/** What every visitor may know, as plain JSON in memory. What depends on the clock is added at the edge. */
export type PublicState = z.infer<typeof publicStateSchema>;

const KEY = 'public-state';
/** Only for cleaning up: the value itself says how old it is. */
const TTL_SECONDS = 86_400;

/** Publishes a state for every isolate. Throws what KV throws. */
export async function writePublicState(kv: KVNamespace, state: PublicState): Promise<void> {
  await kv.put(KEY, JSON.stringify(state), { expirationTtl: TTL_SECONDS });
}

/** The last published state, however old; null when there is none or it was written by another version. */
export async function readPublicState(kv: KVNamespace): Promise<PublicState | null> {
  const parsed = publicStateSchema.safeParse(await kv.get(KEY, 'json'));
  return parsed.success ? parsed.data : null;
}
