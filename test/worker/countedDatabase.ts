/** A database that notes each round trip: a statement, or a batch of them. */
export function countedDatabase(db: D1Database) {
  const trips: string[] = [];
  const own = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const trip = <T>(sql: string, ask: () => Promise<T>): Promise<T> => {
    trips.push(sql.replace(/\s+/g, ' ').slice(0, 110));
    return ask();
  };
  const sqlOf = new WeakMap<D1PreparedStatement, string>();
  const counted = (sql: string, statement: D1PreparedStatement): D1PreparedStatement => {
    const outer = {
      bind: (...values: unknown[]) => counted(sql, statement.bind(...values)),
      first: (column?: string) => trip(sql, () => (column === undefined ? statement.first() : statement.first(column))),
      all: () => trip(sql, () => statement.all()),
      run: () => trip(sql, () => statement.run()),
    } as D1PreparedStatement;
    own.set(outer, statement);
    sqlOf.set(outer, sql);
    return outer;
  };
  const DB = {
    prepare: (sql: string) => counted(sql, db.prepare(sql)),
    batch: (list: D1PreparedStatement[]) =>
      trip(`${list.length} statements: ${sqlOf.get(list[0] as D1PreparedStatement)}`, () =>
        db.batch(list.map((each) => own.get(each) ?? each)),
      ),
  } as D1Database;
  return { DB, trips };
}
