import * as z from 'zod';

/** Something that an operator does: by whom, why, and when (unix milliseconds). */
export interface Deed {
  readonly by: string;
  readonly reason: string | null;
  readonly at: number;
}

export interface Action extends Deed {
  /** Rises with each action. To read the next page, pass the last number of this page as `before`. */
  readonly number: number;
  readonly action: string;
  readonly subject: string | null;
  /** What the deed changed, as a sentence. */
  readonly details: string | null;
}

const COLUMNS = 'number, at, by, action, subject, reason, details';

const rows = z.array(
  z.object({
    number: z.int(),
    at: z.int(),
    by: z.string(),
    action: z.string(),
    subject: z.string().nullable(),
    reason: z.string().nullable(),
    details: z.string().nullable(),
  }),
) satisfies z.ZodType<Action[]>;

/**
 * The statement for a page of actions, newest first: those with a number below `before`. Null: the page begins with the
 * newest action.
 */
export function actionsStatement(db: D1Database, limit: number, before: number | null): D1PreparedStatement {
  return db
    .prepare(`SELECT ${COLUMNS} FROM actions WHERE number < ? ORDER BY number DESC LIMIT ?`)
    .bind(before ?? Number.MAX_SAFE_INTEGER, limit);
}

/** Parses what `actionsStatement` returned. */
export function parseActions(results: readonly unknown[] | undefined): Action[] {
  return rows.parse(results);
}

/** Only this many of the newest deeds are searched. */
const LOOKED_THROUGH = 5_000;

interface ActionsAbout {
  readonly about: string;
  /** True: only deeds with exactly this subject. False: also those that have the text in subject, reason or details. */
  readonly isWhole: boolean;
  readonly limit: number;
}

/** The newest deeds about `about`. */
export async function actionsAbout(db: D1Database, { about, isWhole, limit }: ActionsAbout): Promise<Action[]> {
  const where = isWhole
    ? 'subject = ?1'
    : `instr(lower(coalesce(subject, '') || ' ' || coalesce(reason, '') || ' ' || coalesce(details, '')), lower(?1)) > 0`;
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM actions
       WHERE number > (SELECT max(number) FROM actions) - ${LOOKED_THROUGH} AND ${where} ORDER BY number DESC LIMIT ?2`,
    )
    .bind(about, limit)
    .all();
  return rows.parse(results);
}
