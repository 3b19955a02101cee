import * as z from 'zod';
import { toBase64 } from '../rows/bodies.ts';
import { stateIn } from '../rows/states.ts';
import { type ArchivedRows, cycleRows } from '../views/tax/taxArchives.ts';

/** At most this many cycles become one archive: those of an hour and a half on the busiest days, about 35 KB. */
const CYCLES = 50;
/**
 * D1 caps a row at 2 MB. Cycles with 200 receivers and three attempts at each of 40 harvests take 43 KB each, so fewer
 * of them become one archive.
 */
const MOST_CHARS = 1_000_000;
/**
 * The newest cycle, and those that began within this time before it, stay in their tables, even if there has been no
 * cycle for long.
 */
const NEWEST_KEPT_SECONDS = 86_400;

/**
 * SQL: the cycle `c` has nothing left to do: it has ended and is in the sums, none of its lines or steps waits, and
 * each of its transactions is final or can never land.
 */
const FINISHED = `c.archive IS NULL AND c.${stateIn(['done', 'failed'])} AND c.is_counted = 1
  AND NOT EXISTS (SELECT 1 FROM tax_steps s WHERE s.cycle = c.id AND s.status = 'pending')
  AND NOT EXISTS (SELECT 1 FROM tax_lines l WHERE l.cycle = c.id AND l.status = 'pending')
  AND NOT EXISTS (SELECT 1 FROM journal j
    WHERE j.key >= 'tax:' || c.id || ':' AND j.key < 'tax:' || c.id || ';' AND j.state IN ('sent', 'confirmed'))`;

/**
 * The oldest finished cycles that began before `before` (unix seconds) and are not archived. Those that
 * `NEWEST_KEPT_SECONDS` keeps in their tables are left out.
 */
export async function cyclesToArchive(db: D1Database, before: number): Promise<number[]> {
  const { results } = await db
    .prepare(
      `SELECT c.id FROM tax_cycles c INDEXED BY tax_cycles_unarchived
       WHERE c.id < min(?1, (SELECT max(id) FROM tax_cycles) - ${NEWEST_KEPT_SECONDS}) AND ${FINISHED} ORDER BY c.id LIMIT ${CYCLES}`,
    )
    .bind(before)
    .all();
  return z
    .array(z.object({ id: z.int() }))
    .parse(results)
    .map(({ id }) => id);
}

const OF_THESE = {
  steps: 'FROM tax_steps WHERE cycle IN (SELECT value FROM json_each(?1))',
  lines: 'FROM tax_lines WHERE cycle IN (SELECT value FROM json_each(?1))',
  journal: `FROM journal WHERE rowid IN (SELECT j.rowid FROM json_each(?1) v CROSS JOIN journal j
    WHERE j.key >= 'tax:' || v.value || ':' AND j.key < 'tax:' || v.value || ';')`,
} as const;

/** Cycles packed into one row: the oldest of the given ones, as many as fit. */
export interface PackedCycles {
  readonly cycles: readonly number[];
  readonly contents: ArchivedRows;
  readonly body: string;
}

/**
 * Packs all rows of the cycles. If they do not fit into one row of the archive, only the older half of the cycles is
 * packed, or only the older half of that half, and so on.
 */
export async function packCycles(cycles: readonly number[], contents: ArchivedRows): Promise<PackedCycles> {
  const body = toBase64(await gzip(JSON.stringify(cycles.map((cycle) => rowsOf(cycle, contents)))));
  if (body.length <= MOST_CHARS || cycles.length === 1) return { cycles, contents, body };
  const half = cycles.slice(0, Math.ceil(cycles.length / 2));
  const kept = half.map((cycle) => rowsOf(cycle, contents));
  return packCycles(half, {
    steps: kept.flatMap(({ steps }) => steps),
    lines: kept.flatMap(({ lines }) => lines),
    journal: kept.flatMap(({ journal }) => journal),
  });
}

/** The rows of the given cycles that go into an archive. */
export async function rowsToArchive(db: D1Database, cycles: readonly number[]): Promise<ArchivedRows> {
  const ids = JSON.stringify(cycles);
  const [steps, lines, journal] = await db.batch([
    db.prepare(`SELECT * ${OF_THESE.steps} ORDER BY cycle, name, part`).bind(ids),
    db.prepare(`SELECT * ${OF_THESE.lines} ORDER BY cycle, line`).bind(ids),
    db.prepare(`SELECT * ${OF_THESE.journal} ORDER BY key, attempt`).bind(ids),
  ]);
  return cycleRows.parse({ steps: steps?.results, lines: lines?.results, journal: journal?.results });
}

/**
 * Stores an archive, and removes the rows that it contains from their tables, in one transaction. Its id is that of its
 * first cycle, so of two writers only the first changes anything. Nothing is changed if a cycle is not finished any
 * more, or if the database does not have as many rows of the cycles as the archive has.
 */
export async function storeArchive(
  { db, at }: { readonly db: D1Database; readonly at: number },
  { cycles, contents, body }: PackedCycles,
): Promise<void> {
  const ids = JSON.stringify(cycles);
  const [id] = cycles;
  if (id === undefined) return;
  const counted = (what: keyof ArchivedRows, number: number) => `(SELECT count(*) ${OF_THESE[what]}) = ${number}`;
  const isArchived = `(SELECT count(*) FROM tax_cycles WHERE archive = ?2 AND id IN (SELECT value FROM json_each(?1))) = ${cycles.length}`;
  await db.batch([
    db
      .prepare(
        `INSERT INTO tax_archives (id, body, archived_at) SELECT ?2, ?3, ?4
         WHERE (SELECT count(*) FROM tax_cycles c WHERE c.id IN (SELECT value FROM json_each(?1)) AND ${FINISHED}) = ${cycles.length}
           AND ${counted('steps', contents.steps.length)} AND ${counted('lines', contents.lines.length)}
           AND ${counted('journal', contents.journal.length)}`,
      )
      .bind(ids, id, body, at),
    db
      .prepare(
        `UPDATE tax_cycles AS c SET archive = ?2 WHERE id IN (SELECT value FROM json_each(?1)) AND archive IS NULL
           AND EXISTS (SELECT 1 FROM tax_archives WHERE id = ?2 AND body = ?3)`,
      )
      .bind(ids, id, body),
    ...Object.values(OF_THESE).map((rowsOfThese) =>
      db.prepare(`DELETE ${rowsOfThese} AND ${isArchived}`).bind(ids, id),
    ),
  ]);
}

/**
 * The rows of one cycle. An archive is packed cycle by cycle: a signature in a step and the same one in the journal are
 * then near each other, and compress well.
 */
function rowsOf(cycle: number, { steps, lines, journal }: ArchivedRows): ArchivedRows {
  return {
    steps: steps.filter((step) => step.cycle === cycle),
    lines: lines.filter((line) => line.cycle === cycle),
    journal: journal.filter(({ key }) => `${key}`.startsWith(`tax:${cycle}:`)),
  };
}

async function gzip(text: string): Promise<Uint8Array> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
