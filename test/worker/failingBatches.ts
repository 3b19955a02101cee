/**
 * A D1 that fails on batches (only the journal writes by batches): before anything happened, or afterwards, so that the
 * answer is lost.
 */
export const failingBatches = (db: D1Database, when: 'before' | 'after'): D1Database =>
  new Proxy(db, {
    get(target, name) {
      if (name !== 'batch') return Reflect.get(target, name).bind(target);
      return async (statements: D1PreparedStatement[]) => {
        if (when === 'after') await target.batch(statements);
        throw new Error('D1_ERROR: network lost');
      };
    },
  });
