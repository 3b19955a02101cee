import * as z from 'zod';
import { CYCLE_IN_FLIGHT } from '../../../../src/tax/cycle.ts';
import type { Reads } from '../../rows/reads.ts';
import { stateIn } from '../../rows/states.ts';
import {
  parseCycle,
  parseLine,
  parseStep,
  SELECT_CYCLE,
  type TaxCycle,
  type TaxLine,
  type TaxStep,
} from '../../rows/taxRows.ts';
import { readArchives } from './taxArchives.ts';

export interface TaxCycleDetail extends TaxCycle {
  readonly steps: readonly TaxStep[];
  readonly lines: readonly TaxLine[];
}

/**
 * The SQL conditions of the admin API's filters. A row with the state `empty` is not a cycle: it stands for a look that
 * found too little GOD to begin one. A cycle of which no line was paid counts as failed.
 */
const WHERE = {
  all: `c.state <> 'empty'`,
  completed: `c.state = 'done' AND c.is_unpaid = 0`,
  // Exactly the condition of the index of such cycles: otherwise SQLite does not use the index.
  failed: `(c.state = 'failed' OR c.is_unpaid = 1)`,
  pending: `c.${stateIn(CYCLE_IN_FLIGHT)}`,
  /** All cycles, and the newest look that found too little for a cycle; older such looks are not stored. */
  every: 'true',
} as const;
export type TaxFilter = keyof typeof WHERE;

export interface TaxPageQuery {
  readonly filter: TaxFilter;
  readonly limit: number;
  /** Only cycles with a lower id; null: the page begins with the newest cycle. */
  readonly before: number | null;
  /** Unix seconds, as ids are: only cycles that began at or after `from` and before `until`. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Only cycles with a line to this address, a line with this text in its label, or a step with this signature. */
  readonly search?: string | undefined;
}

/**
 * Cycles that ?4 names: as the address of a line, as a part of a line's label, or as the signature of a step. Each of
 * the two queries has the range of ids as a condition, so that no cycle outside of the range is read.
 */
const FOUND = `SELECT cycle FROM tax_lines WHERE cycle >= ?3 AND cycle < ?1 AND (address = ?4 OR instr(lower(label), lower(?4)) > 0)
  UNION SELECT cycle FROM tax_steps WHERE cycle >= ?3 AND cycle < ?1 AND signature = ?4`;

/** A page of cycles with their steps and lines, newest first. */
export async function taxPage(db: Reads, query: TaxPageQuery): Promise<TaxCycleDetail[]> {
  const { filter, limit, before, from = 0, until = Number.MAX_SAFE_INTEGER, search } = query;
  const end = Math.min(before ?? until, until);
  const found = search === undefined ? '' : `AND c.id IN (${FOUND} UNION SELECT value FROM json_each(?5))`;
  const archivedOnes =
    search === undefined ? [] : await searchArchives(db, { search, from, before: end, where: WHERE[filter], limit });
  const { results } = await db
    .prepare(`${SELECT_CYCLE} WHERE ${WHERE[filter]} AND c.id < ?1 AND c.id >= ?3 ${found} ORDER BY c.id DESC LIMIT ?2`)
    .bind(end, limit, from, ...(search === undefined ? [] : [search, JSON.stringify(archivedOnes)]))
    .all();
  const cycles = results.map(parseCycle);
  if (cycles.length === 0) return [];
  const ids = JSON.stringify(cycles.map((cycle) => cycle.id));
  const ofThese = 'cycle IN (SELECT value FROM json_each(?))';
  const [steps, lines] = await db.batch([
    // The list of a harvest's accounts is long, and no page shows it.
    db
      .prepare(
        `SELECT cycle, name, part, status, amount, currency, signature, fee, NULL AS accounts FROM tax_steps WHERE ${ofThese} ORDER BY cycle, part`,
      )
      .bind(ids),
    db
      .prepare(
        `SELECT l.*, s.signature FROM tax_lines l
         LEFT JOIN tax_steps s ON s.cycle = l.cycle AND s.name = 'distribute' AND s.part = l.part
         WHERE l.${ofThese} ORDER BY l.cycle, l.line`,
      )
      .bind(ids),
  ]);
  const archives = new Set(cycles.flatMap(({ archive }) => archive ?? []));
  const archived = await readArchives(db, [...archives]);
  const allSteps = [...(steps?.results ?? []).map(parseStep), ...archived.steps].sort(byPart);
  const allLines = [...(lines?.results ?? []).map(parseLine), ...archived.lines];
  return cycles.map((cycle) => ({
    ...cycle,
    steps: allSteps.filter((step) => step.cycle === cycle.id),
    lines: allLines.filter((line) => line.cycle === cycle.id),
  }));
}

/** Sorts steps by part, and those of one part by name. In a cycle no two steps have the same part and name. */
function byPart(a: TaxStep, b: TaxStep): number {
  return a.part - b.part || (a.name < b.name ? -1 : 1);
}

/** How many archives, of some megabytes together, are unpacked at once. */
const AT_ONCE = 20;

interface ArchiveSearch {
  /** A receiver's address, a part of its label, or a signature. */
  readonly search: string;
  /** Unix seconds, as ids are: only cycles that began at or after `from`, and before `before`. */
  readonly from: number;
  readonly before: number;
  /** SQL's condition for a cycle `c`. */
  readonly where: string;
  readonly limit: number;
}

/**
 * The newest archived cycles that a search finds, up to the wanted number. Archives of the range are unpacked, the
 * newest first, until enough are found. Fifty cycles take two milliseconds, and only administrators can search.
 */
async function searchArchives(db: Reads, search: ArchiveSearch): Promise<number[]> {
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

/**
 * The newest archives whose first cycle began before `before` (unix seconds). An archive's id is that of its first
 * cycle.
 */
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
  const part = lower(search);
  return new Set(
    [
      ...lines.filter(({ address, label }) => address === search || lower(label).includes(part)),
      ...steps.filter(({ signature }) => signature === search),
    ].map(({ cycle }) => cycle),
  );
}

/** As SQLite's `lower`, which changes ASCII letters only, so that a search finds the same before and after archiving. */
function lower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Those of the given cycles that are in the range and meet the condition `where`, newest first. */
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
