import type { SQLInputValue } from 'node:sqlite';
import type { Database, Statement, StatementOutcome } from './database.ts';
import type { Dice } from './dice.ts';
import type { Process, Scheduler } from './scheduler.ts';

/** `before`: the call fails and nothing has changed. `after`: it fails although it took effect. */
export type D1Fault = 'before' | 'after';

export interface D1Input {
  readonly database: Database;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly owner: Process;
  /** The fault of a call, by the name of its first statement; null when it has none. */
  readonly fault: (name: string) => D1Fault | null;
  /** Whether the process that waits for this answer dies. */
  readonly dies: (name: string) => boolean;
}

const MOST_WAY_MS = 12;

/**
 * D1's interface for one process. Each call has three parts in virtual time: the way there, the effect and the way
 * back.
 */
export function createD1({ database, scheduler, dice, owner, fault, dies }: D1Input): D1Database {
  const way = () => dice.between('d1', 1, MOST_WAY_MS);

  function call(statements: readonly Statement[]): Promise<StatementOutcome[]> {
    return new Promise((resolve, reject) => {
      if (owner.isDead) return;
      const name = statementName(statements[0]?.sql ?? '');
      const lost = fault(name);
      const back = (what: string, run: () => void) =>
        scheduler.after(way(), `${owner.name} d1 < ${what}`, () => void (dies(name) || run()), { owner });
      const effect = () => {
        scheduler.note(`${owner.name} d1 > ${name}`, () =>
          JSON.stringify(statements.map(({ values }) => values)).slice(0, 600),
        );
        if (lost === 'before') return void back('lost before', () => reject(new Error('D1_ERROR: network lost')));
        try {
          const outcomes = database.transact(statements);
          if (lost === 'after') back('lost after', () => reject(new Error('D1_ERROR: network lost')));
          else
            back(outcomes.map(({ results, meta }) => `${results.length}/${meta.changes}`).join(), () =>
              resolve(outcomes),
            );
        } catch (error) {
          back(String(error), () => reject(error));
        }
      };
      scheduler.after(way(), '', effect, { owner, isWire: true, isQuiet: true });
    });
  }

  function statement(sql: string, values: readonly SQLInputValue[]): D1PreparedStatement {
    const own: Statement = { sql, values };
    const all = async () => (await call([own]))[0];
    const first = async (column?: string) => {
      const row = (await all())?.results[0];
      return row === undefined ? null : column === undefined ? row : row[column];
    };
    const bind = (...bound: unknown[]) => statement(sql, bound.map(toSql));
    return { ...own, bind, first, all, run: all } as unknown as D1PreparedStatement;
  }

  return {
    prepare: (sql: string) => statement(sql, []),
    batch: (statements: D1PreparedStatement[]) => call(statements as unknown as Statement[]),
  } as unknown as D1Database;
}

/** The name of a call of the database in traces and coverage: the first words of its first statement. */
function statementName(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const made = sql.trim().replace(/\s+/g, ' ').slice(0, 56).trim();
  if (names.size >= MOST_NAMES) names.clear();
  names.set(sql, made);
  return made;
}
const names = new Map<string, string>();
const MOST_NAMES = 2_000;

function toSql(value: unknown): SQLInputValue {
  if (value === undefined) throw new TypeError('D1_TYPE_ERROR: undefined is not supported');
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return value as SQLInputValue;
}
