import {
  type LineStatus,
  parseLine,
  parseStep,
  type StepName,
  type StepStatus,
  type TaxCurrency,
  type TaxLine,
  type TaxStep,
} from '../rows/taxRows.ts';

export type StepKey = Pick<TaxStep, 'cycle' | 'name' | 'part'>;

export interface StepOutcome {
  readonly status: Exclude<StepStatus, 'pending'>;
  readonly signature: string | null;
  readonly fee: bigint | null;
  readonly amount?: bigint;
}

/** A step to be made. `accounts` are those of a harvest; `line` is the only line that the step will pay. */
export interface NewStep {
  readonly part: number;
  readonly amount: bigint;
  readonly accounts?: readonly string[];
  readonly line?: number;
}

export interface StepsToInsert {
  readonly cycle: number;
  readonly name: StepName;
  readonly currency: TaxCurrency;
  readonly steps: readonly NewStep[];
  /**
   * An SQL condition about the cycle `c` and the step `s.value`, of constants and numbers only. A step is made only if
   * the condition is true for it.
   */
  readonly where: string;
}

/** The statement that inserts the given steps. A step that exists already stays as it is. */
export function insertSteps(
  db: D1Database,
  { cycle, name, currency, steps, where }: StepsToInsert,
): D1PreparedStatement {
  const list = steps.map((step) => ({ ...step, amount: step.amount.toString() }));
  return db
    .prepare(
      `INSERT INTO tax_steps (cycle, name, part, status, amount, currency, accounts)
       SELECT c.id, ?2, s.value ->> 'part', 'pending', s.value ->> 'amount', ?3, s.value ->> 'accounts'
       FROM json_each(?4) s JOIN tax_cycles c ON c.id = ?1 WHERE ${where} ON CONFLICT DO NOTHING`,
    )
    .bind(cycle, name, currency, JSON.stringify(list));
}

/** The steps of a cycle, ordered by name and part: all of them, or those of one name. */
export async function readSteps(db: D1Database, cycle: number, name?: StepName): Promise<TaxStep[]> {
  const { results } = await db
    .prepare('SELECT * FROM tax_steps WHERE cycle = ?1 AND (?2 IS NULL OR name = ?2) ORDER BY name, part')
    .bind(cycle, name ?? null)
    .all();
  return results.map(parseStep);
}

/** Lines with the signature of the part that pays them. */
export const SELECT_LINES = `SELECT l.*, s.signature FROM tax_lines l
  LEFT JOIN tax_steps s ON s.cycle = l.cycle AND s.name = 'distribute' AND s.part = l.part`;

/** The lines of a cycle in their order: what each wallet is paid. */
export async function readLines(db: D1Database, cycle: number): Promise<TaxLine[]> {
  const { results } = await db.prepare(`${SELECT_LINES} WHERE l.cycle = ? ORDER BY l.line`).bind(cycle).all();
  return results.map(parseLine);
}

export interface SettledStep {
  readonly step: StepKey;
  readonly outcome: StepOutcome;
  readonly lines?: Exclude<LineStatus, 'pending'>;
}

/** Stores the results of steps with the lines that they pay, all or nothing. A final step is not changed. */
export async function settleSteps(db: D1Database, settled: readonly SettledStep[]): Promise<void> {
  await db.batch(settled.flatMap((each) => settleStatements(db, each)));
}

function settleStatements(db: D1Database, { step, outcome, lines }: SettledStep): D1PreparedStatement[] {
  const { cycle, name, part } = step;
  const { status, signature, fee, amount } = outcome;
  const settle = db
    .prepare(
      `UPDATE tax_steps SET status = ?4, signature = coalesce(?5, signature), fee = coalesce(?6, fee),
         amount = coalesce(?7, amount), accounts = NULL
       WHERE cycle = ?1 AND name = ?2 AND part = ?3 AND status <> 'final'`,
    )
    .bind(cycle, name, part, status, signature, fee?.toString() ?? null, amount?.toString() ?? null);
  if (lines === undefined) return [settle];
  const pay = db
    .prepare(`UPDATE tax_lines SET status = ?3 WHERE cycle = ?1 AND part = ?2 AND status = 'pending'`)
    .bind(cycle, part, lines);
  return [settle, pay];
}

/** The new part of a line whose part failed. */
export interface LineMove {
  readonly line: number;
  readonly part: number;
  readonly amount: bigint;
}

/** Moves each line of a failed part into a part of its own. */
export async function splitPart(
  db: D1Database,
  { cycle, part, currency }: { readonly cycle: number; readonly part: number; readonly currency: TaxCurrency },
  moves: readonly LineMove[],
): Promise<void> {
  const list = JSON.stringify(moves.map(({ line, part: to }) => ({ line, part: to })));
  const made = insertSteps(db, {
    cycle,
    name: 'distribute',
    currency,
    steps: moves,
    // Another instance may have split the part. So a step is made only for a line that still belongs to the part.
    where: `EXISTS (SELECT 1 FROM tax_lines l
      WHERE l.cycle = c.id AND l.part = ${part} AND l.line = s.value ->> 'line' AND l.status = 'pending')`,
  });
  await db.batch([
    made,
    db
      .prepare(
        `UPDATE tax_lines SET part = (SELECT value ->> 'part' FROM json_each(?3) WHERE value ->> 'line' = tax_lines.line)
         WHERE cycle = ?1 AND part = ?2 AND status = 'pending' AND line IN (SELECT value ->> 'line' FROM json_each(?3))`,
      )
      .bind(cycle, part, list),
    db
      .prepare(`UPDATE tax_steps SET status = 'failed' WHERE cycle = ?1 AND name = 'distribute' AND part = ?2`)
      .bind(cycle, part),
  ]);
}
