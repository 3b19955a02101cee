/** A statement and the file of the worker that prepares it. */
export interface StatementOfWorker {
  readonly sql: string;
  readonly from: string;
}

/** Tables that do not grow with the lottery's age: a row each, or as many as there are reasons, tenths or buckets. */
const SMALL_TABLES = new Set([
  ...['checkpoints', 'fairness', 'tax_totals', 'wrong_keys', 'distribution_active'],
  ...['round_ends', 'payment_times', 'win_counts', 'wallet_lows', 'settled_rounds', 'lock_problems'],
]);

/** Indexes of what is open, and of nothing that is settled. */
const OPEN_INDEXES = new Set([
  ...['rounds_open', 'rounds_in_flight', 'rounds_uncounted', 'rounds_untallied', 'rounds_unplaced'],
  ...[
    'journal_open',
    'alerts_undelivered',
    'outflows_unacknowledged',
    'outflows_unweighed',
    'one_pause_at_a_time',
    'one_tax_pause_at_a_time',
  ],
  ...['tax_cycles_in_flight', 'one_tax_cycle_at_a_time'],
]);

const FIRST_FEW = /^\s*SELECT [\w\s,*]+ FROM \w+ ORDER BY [\w\s,]+ LIMIT \S+\s*$/;

/** Statements that run only when a person acts or asks, on tables that grow only by what persons do. */
const ALLOWED: readonly { readonly statement: RegExp; readonly tables: readonly string[] }[] = [
  { statement: /^\s*INSERT INTO actions\b/, tables: ['pauses', 'tax_pauses', 'outflows'] },
];

/** Of these statements, those that walk over a table that grows: the file, the plan's line and the statement. */
export async function walksOf(db: D1Database, statements: readonly StatementOfWorker[]): Promise<string[]> {
  const explained = await db.batch<{ detail: string }>(
    statements.map(({ sql }) => db.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...nulls(sql))),
  );
  return explained.flatMap(({ results }, i) => {
    const { sql, from } = statements[i] ?? { sql: '', from: '' };
    // The first few of a table by an index of it: SQLite stops after them.
    if (FIRST_FEW.test(sql) && !results.some(({ detail }) => detail.includes('TEMP B-TREE'))) return [];
    return results
      .filter(({ detail }) => isWalk(detail, sql))
      .map(({ detail }) => `${from}: ${detail} in ${sql.replace(/\s+/g, ' ')}`);
  });
}

/** The highest or lowest of a table's own key, which SQLite finds at the end of the table. */
const END_OF_TABLE = /\b(?:min|max)\((?:round|id|slot|number)\)(?: - \d+)?(?: AS \w+)? FROM \w+/;

function isWalk(detail: string, sql: string): boolean {
  // SQLite writes this line for the highest or lowest of all, even where it has to look at every row.
  if (/^SEARCH \w+$/.test(detail)) return !END_OF_TABLE.test(sql);
  // Lists and subqueries within the statement are no tables.
  if (!detail.startsWith('SCAN ') || / VIRTUAL TABLE|^SCAN (?:\d+ )?CONSTANT|^SCAN \(/.test(detail)) return false;
  const [, name = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
  if (index !== undefined && OPEN_INDEXES.has(index)) return false;
  if (SMALL_TABLES.has(name) || new RegExp(`\\bWITH (?:RECURSIVE )?${name}\\b|\\) ${name}\\b`, 'i').test(sql))
    return false;
  return !ALLOWED.some(({ statement, tables }) => tables.includes(name) && statement.test(sql));
}

/** A null for each parameter: without statistics SQLite plans by the statement alone. */
function nulls(sql: string): null[] {
  const numbered = [...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number));
  const bare = sql.match(/\?(?!\d)/g)?.length ?? 0;
  return Array.from({ length: Math.max(bare, ...numbered, 0) }, () => null);
}
