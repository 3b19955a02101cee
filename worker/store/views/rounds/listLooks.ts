import * as z from 'zod';
import { type Address, addressBytes } from '../../../../src/address/address.ts';
import { fromBase64, toBase64 } from '../../rows/bodies.ts';
import type { Reads } from '../../rows/reads.ts';
import { shownReason } from '../../rows/roundRows.ts';

/** The length of a block: three entries of 40 bytes each, in base64. No entry lies in two blocks. */
const BLOCK_CHARS = 160;
/** So many of a wallet's bytes are searched for: whole groups of three, whose base64 does not depend on other bytes. */
const CORE_BYTES = 30;
/** Enough for `["<address>","<reason>"]`. */
const EXCLUSION_CHARS = 80;

/** What the stored documents of a round say of one wallet. */
export interface ListLook {
  readonly round: number;
  readonly endsAt: number;
  readonly state: string;
  readonly reason: string | null;
  /** The version of the round's rules. */
  readonly rules: number;
  /** Whether the round's list is stored as a whole. */
  readonly hasList: boolean;
  /**
   * A block of up to three entries, the wallet's own among them. Null if the wallet is not in the list, or the list is
   * packed.
   */
  readonly block: Uint8Array | null;
  /** The part of the round's rules that names the wallet as excluded: `["…","frozen"]…`. Null when none does. */
  readonly exclusion: string | null;
  /** What the wallet won in the round, lamports; null when it won nothing. */
  readonly won: bigint | null;
}

const row = z
  .object({
    round: z.int(),
    ends_at: z.int(),
    state: z.string(),
    reason: z.string().nullable(),
    closed_at: z.int().nullable(),
    rules: z.int(),
    lists: z.int(),
    block: z.string().nullable(),
    exclusion: z.string().nullable(),
    won: z.string().nullable(),
  })
  .transform(
    ({ ends_at, lists, block, won, closed_at, ...look }): ListLook => ({
      ...look,
      reason: shownReason({ ...look, closed_at }),
      endsAt: ends_at,
      hasList: lists > 0,
      block: block === null ? null : fromBase64(block),
      won: won === null ? null : BigInt(won),
    }),
  );

/** SQL for the block in which a spelling of the wallet first occurs. */
const BLOCK_OF = (parameter: string) =>
  `substr(d.body, (instr(d.body, ${parameter}) - 1) / ${BLOCK_CHARS} * ${BLOCK_CHARS} + 1, ${BLOCK_CHARS})`;

const LOOK = `SELECT r.round, r.ends_at, r.state, r.reason, r.closed_at, r.rules,
    (SELECT count(*) FROM round_documents d WHERE d.round = r.round AND d.kind = 'list') AS lists,
    (SELECT CASE WHEN instr(d.body, ?3) > 0 THEN ${BLOCK_OF('?3')}
                 WHEN instr(d.body, ?4) > 0 THEN ${BLOCK_OF('?4')} ELSE ${BLOCK_OF('?5')} END
       FROM round_documents d WHERE d.round = r.round AND d.kind = 'list'
        AND (instr(d.body, ?3) > 0 OR instr(d.body, ?4) > 0 OR instr(d.body, ?5) > 0) LIMIT 1) AS block,
    (SELECT substr(d.body, instr(d.body, ?6), ${EXCLUSION_CHARS}) FROM round_documents d
      WHERE d.round = r.round AND d.kind = 'rules' AND instr(d.body, ?6) > 0 LIMIT 1) AS exclusion,
    (SELECT w.lamports FROM winners w WHERE w.round = r.round AND w.address = ?7) AS won
  FROM rounds r WHERE r.round <= ?1 ORDER BY r.round DESC LIMIT ?2`;

/**
 * The newest rounds up to a number, each with what its documents say of a wallet. The database searches the text of the
 * lists, and returns at most one block of each.
 */
export async function lookInLists(
  db: Reads,
  { wallet, newest, limit }: { readonly wallet: Address; readonly newest: number; readonly limit: number },
): Promise<ListLook[]> {
  const { results } = await db
    .prepare(LOOK)
    .bind(newest, limit, ...spellings(wallet), `["${wallet}","`, wallet)
    .all();
  return z.array(row).parse(results);
}

/**
 * Thirty of the wallet's 32 bytes in base64. There are three spellings, because the wallet's first byte may be the
 * first, second or third byte of a group.
 */
function spellings(wallet: Address): readonly [string, string, string] {
  const bytes = addressBytes(wallet);
  const from = (start: number) => toBase64(bytes.subarray(start, start + CORE_BYTES));
  return [from(0), from(2), from(1)];
}
