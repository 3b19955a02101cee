import { env } from 'cloudflare:workers';

/** A statement that was run. */
export interface AskedStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Whether it went to a session, which any copy of the database may answer, or to the database itself. */
  readonly at: 'copy' | 'primary';
}

/** The file's D1, which remembers what it is asked and how the sessions began. */
export function watchedDatabase() {
  const asked: AskedStatement[] = [];
  const sessions: unknown[] = [];
  const watch = <T extends D1Database | D1DatabaseSession>(of: T, at: AskedStatement['at']): T =>
    new Proxy(of, {
      get: (target, name) => {
        if (name === 'withSession')
          return (constraint?: string) => {
            sessions.push(constraint);
            return watch(env.DB.withSession(constraint), 'copy');
          };
        if (name === 'prepare') return (sql: string) => watchStatement(target.prepare(sql), { sql, at });
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const watchStatement = (statement: D1PreparedStatement, { sql, at }: Pick<AskedStatement, 'sql' | 'at'>) => {
    const place = asked.push({ sql, values: [], at }) - 1;
    const bind = statement.bind.bind(statement);
    return Object.assign(statement, {
      bind: (...values: unknown[]) => {
        asked[place] = { sql, values, at };
        return bind(...values);
      },
    });
  };
  return { DB: watch(env.DB, 'primary'), asked, sessions };
}
