import * as z from 'zod';
import type { Reads } from '../../rows/reads.ts';
import { readArchives } from './taxArchives.ts';

/** Archives that are unpacked at once: some megabytes. */
const AT_ONCE = 20;

export interface ArchiveSearch {
  /** A receiver's address, a part of its label, or a signature. */
  readonly search: string;
  /** Unix seconds, which ids are: cycles that began at or after `from`, and before `before`. */
  readonly from: number;
  readonly before: number;
  /** SQL's condition for a cycle `c`. */
  readonly where: string;
  readonly limit: number;
}

/**
 * The newest archived cycles that a search finds, up to the wanted number. All archives of the range are unpacked until
 * they are found: two milliseconds for fifty cycles. Only administrators can ask for this.
 */
export async function searchArchives(db: Reads, search: ArchiveSearch): Promise<number[]> {
  const found: number[] = [];
  let before = search.before;
  while (found.length < search.limit) {
    const archives = await archivesBefore(db, before, search.from);
    const oldest = archives.at(-1);
    if (oldest === undefined) break;
    found.push(...(await shownOf(db, search, await matches(db, search, archives))));
    before = oldest;
  }
  return found.slice(0, search.limit);
}

/** The newest archives whose cycles begin before a second; an archive's id is that of its first cycle. */
async function archivesBefore(db: Reads, before: number, from: number): Promise<number[]> {
  const { results } = await db
    .prepare(
      `SELECT id FROM tax_archives
       WHERE id < ?1 AND id >= coalesce((SELECT max(id) FROM tax_archives WHERE id <= ?2), 0) ORDER BY id DESC LIMIT ${AT_ONCE}`,
    )
    .bind(before, from)
    .all();
  return ids.parse(results).map(({ id }) => id);
}

async function matches(db: Reads, { search }: ArchiveSearch, archives: readonly number[]): Promise<Set<number>> {
  const { steps, lines } = await readArchives(db, archives);
  const part = search.toLowerCase();
  return new Set(
    [
      ...lines.filter(({ address, label }) => address === search || label.toLowerCase().includes(part)),
      ...steps.filter(({ signature }) => signature === search),
    ].map(({ cycle }) => cycle),
  );
}

/** The cycles among some that are in the range and of the wanted kind, newest first. */
async function shownOf(
  db: Reads,
  { from, before, where }: ArchiveSearch,
  cycles: ReadonlySet<number>,
): Promise<number[]> {
  if (cycles.size === 0) return [];
  const { results } = await db
    .prepare(
      `SELECT c.id FROM json_each(?1) v CROSS JOIN tax_cycles c
       WHERE c.id = v.value AND c.id >= ?2 AND c.id < ?3 AND ${where} ORDER BY c.id DESC`,
    )
    .bind(JSON.stringify([...cycles]), from, before)
    .all();
  return ids.parse(results).map(({ id }) => id);
}

const ids = z.array(z.object({ id: z.int() }));
