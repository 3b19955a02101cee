import { readDocuments } from '../../../worker/store/views/rounds/roundDocuments.ts';
import { createArchiveTax, createPackLists } from '../../../worker/upkeep/tidyUp.ts';
import { ASKED, DEEPEST } from './askYear.ts';
import { endOf, FIRST_LARGE, fillRounds, LARGE_LISTS, ROUNDS } from './fillRounds.ts';
import { fillTax } from './fillTax.ts';
import { statementCosts } from './statementCosts.ts';

/** The tasks of the bench; each answers JSON. */
const TASKS: Readonly<Record<string, (db: D1Database) => Promise<unknown>>> = {
  rounds: fillRounds,
  tax: fillTax,
  ...Object.fromEntries(
    Object.entries(ASKED).map(([who, ask]) => [`ask-${who}`, (db: D1Database) => statementCosts(db, ask)]),
  ),
  async size(db) {
    const { meta } = await db.prepare('SELECT 1').all();
    return { bytes: meta.size_after };
  },
  /** Reads the list that is built from the most differences. */
  async list(db) {
    const began = performance.now();
    const documents = await readDocuments(db, DEEPEST);
    return { bytes: documents?.list.length, ms: performance.now() - began };
  },
  async pack(db) {
    const packLists = createPackLists({ db, closedRounds: () => ROUNDS });
    const bytes = async () => {
      const found = await db
        .prepare(
          `SELECT (SELECT sum(length(body)) FROM round_documents WHERE kind = 'list' AND round BETWEEN ?1 AND ?2)
             + coalesce((SELECT sum(length(body)) FROM list_differences WHERE round BETWEEN ?1 AND ?2), 0) AS bytes`,
        )
        .bind(FIRST_LARGE, DEEPEST)
        .first<number>('bytes');
      return found ?? 0;
    };
    const [before, began] = [await bytes(), performance.now()];
    for (let i = 0; i < LARGE_LISTS; i++) await packLists();
    return { before, after: await bytes(), ms: performance.now() - began };
  },
  /** As many calls as one minute after another would make in three hours. */
  async archive(db) {
    const archiveTax = createArchiveTax({ db, pools: [], now: () => endOf(ROUNDS) * 1000 });
    const began = performance.now();
    for (let i = 0; i < 180; i++) await archiveTax();
    const ms = performance.now() - began;
    const done = await db
      .prepare(
        `SELECT count(*) AS cycles, (SELECT sum(length(body)) FROM tax_archives) AS bytes FROM tax_cycles WHERE archive IS NOT NULL`,
      )
      .first();
    return { ...done, ms };
  },
};

/** `/<task>` runs a task in the only database. */
export default {
  async fetch(request: Request, env: { readonly DB: D1Database }): Promise<Response> {
    const task = TASKS[new URL(request.url).pathname.slice(1)];
    if (task === undefined) return new Response('no such task', { status: 404 });
    try {
      return Response.json((await task(env.DB)) ?? null);
    } catch (error) {
      return new Response(error instanceof Error ? error.stack : String(error), { status: 500 });
    }
  },
};
