import type { StepName } from '../../worker/store/rows/taxRows.ts';

/** A cycle at this step, with so many parts of it that wait: for them the journal takes attempts. */
export async function openSteps(db: D1Database, cycle: number, name: StepName, parts: number): Promise<void> {
  await db.batch([
    db
      .prepare(
        `INSERT INTO tax_cycles (id, slot, state, currency, withheld, in_mint, unsold, started_at, state_since)
         VALUES (?1, 1, ?2, 'SOL', '0', '0', '0', 0, 0)`,
      )
      .bind(cycle, name),
    ...Array.from({ length: parts }, (_, part) =>
      db
        .prepare(
          `INSERT INTO tax_steps (cycle, name, part, status, amount, currency) VALUES (?, ?, ?, 'pending', '1', 'SOL')`,
        )
        .bind(cycle, name, part),
    ),
  ]);
}
