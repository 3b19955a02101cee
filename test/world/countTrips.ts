import { wrapBundle } from './wrapBundle.ts';

/** One round trip to D1: a statement, or a batch of them. `at` is unix milliseconds. */
export interface Trip {
  readonly who: 'rounds' | 'tax';
  readonly at: number;
  readonly sql: string;
}

/** A call that the edge makes to an object. */
export interface ObjectCall {
  readonly called: string;
  readonly at: number;
}

const MARK = 'test:';

/**
 * The built worker in a folder of its own, where both objects log each of their round trips to D1, and the rounds'
 * object also each call of its methods. The database answers `delayMs` later than it would, as if it were that far
 * away.
 */
export function countingBundle(bundleDir: string, delayMs = 0): string {
  return wrapBundle(bundleDir, moduleOf(delayMs));
}

/** The trips of one object, from the logs of such a worker, oldest first. */
export function tripsOf(logs: readonly string[], who: Trip['who']): Trip[] {
  return told<Trip>(logs).filter((trip) => trip.who === who);
}

/** The calls of one method of the rounds' object, from the same logs. */
export function callsOf(logs: readonly string[], called: string): ObjectCall[] {
  return told<ObjectCall>(logs).filter((call) => call.called === called);
}

function told<T>(logs: readonly string[]): T[] {
  return logs.filter((line) => line.startsWith(MARK)).map((line) => JSON.parse(line.slice(MARK.length)) as T);
}

const moduleOf = (delayMs: number) => `
import worker, { AlertsObject, PushObject, RoundsObject as Rounds, TaxObject as Tax } from './built.js';

export { AlertsObject, PushObject };

const tell = (said) => console.log('${MARK}' + JSON.stringify({ ...said, at: Date.now() }));
const far = async (who, sql, ask) => {
  tell({ who, sql });
  if (${delayMs} > 0) await scheduler.wait(${delayMs});
  return ask();
};
const countedStatement = (who, sql, statement) => ({
  sql,
  statement,
  bind: (...values) => countedStatement(who, sql, statement.bind(...values)),
  first: (...asked) => far(who, sql, () => statement.first(...asked)),
  all: () => far(who, sql, () => statement.all()),
  run: () => far(who, sql, () => statement.run()),
});
const counted = (who, env) => ({
  ...env,
  DB: {
    prepare: (sql) => countedStatement(who, sql, env.DB.prepare(sql)),
    batch: (list) => far(who, list.map(({ sql }) => sql).join(' ;; '), () => env.DB.batch(list.map((each) => each.statement))),
  },
});

export class RoundsObject extends Rounds {
  constructor(ctx, env) {
    super(ctx, counted('rounds', env));
  }
  trigger() {
    tell({ called: 'trigger' });
    return super.trigger();
  }
  publicState(refresh) {
    tell({ called: refresh ? 'refresh' : 'publicState' });
    return super.publicState(refresh);
  }
  nextState(builtAt, ms) {
    tell({ called: 'nextState' });
    return super.nextState(builtAt, ms);
  }
  readPulse() {
    tell({ called: 'readPulse' });
    return super.readPulse();
  }
  wallet(address) {
    tell({ called: 'wallet' });
    return super.wallet(address);
  }
}

export class TaxObject extends Tax {
  constructor(ctx, env) {
    super(ctx, counted('tax', env));
  }
}

export default worker;
`;
