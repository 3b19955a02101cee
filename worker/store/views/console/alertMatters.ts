import * as z from 'zod';
import { IN_FLIGHT, type RoundState } from '../../../../src/round/state.ts';
import { CYCLE_IN_FLIGHT } from '../../../../src/tax/cycle.ts';

const roundRow = z.object({ round: z.int(), state: z.string() });
const outflowRow = z.object({ signature: z.string() });
const cycleRow = z.object({ id: z.int(), state: z.string() });

/** What the database says now of the matters that alerts are about. */
interface Matters {
  /**
   * Rounds and tax cycles, each with its state. A round that an operator has closed or shelved has the state `settled`.
   */
  readonly rounds: ReadonlyMap<number, string>;
  readonly cycles: ReadonlyMap<number, string>;
  readonly acknowledged: ReadonlySet<string>;
}

/** Those of the keys whose alert's matter is settled, for example because a held round is not held any more. */
export async function settledMatters(db: D1Database, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const subjects = JSON.stringify(keys.map((key) => key.split(':')[1] ?? ''));
  const among = 'IN (SELECT value FROM json_each(?))';
  const [rounds, cycles, outflows] = await db.batch([
    db
      .prepare(
        `SELECT round, iif(closed_at IS NULL AND shelved_at IS NULL, state, 'settled') AS state FROM rounds WHERE round ${among.replace('value', 'CAST(value AS INTEGER)')}`,
      )
      .bind(subjects),
    db
      .prepare(`SELECT id, state FROM tax_cycles WHERE id ${among.replace('value', 'CAST(value AS INTEGER)')}`)
      .bind(subjects),
    db
      .prepare(`SELECT signature FROM outflows WHERE acknowledged_at IS NOT NULL AND signature ${among}`)
      .bind(subjects),
  ]);
  const matters: Matters = {
    rounds: new Map(
      z
        .array(roundRow)
        .parse(rounds?.results)
        .map(({ round, state }) => [round, state]),
    ),
    cycles: new Map(
      z
        .array(cycleRow)
        .parse(cycles?.results)
        .map(({ id, state }) => [id, state]),
    ),
    acknowledged: new Set(
      z
        .array(outflowRow)
        .parse(outflows?.results)
        .map(({ signature }) => signature),
    ),
  };
  return keys.filter((key) => isSettled(key, matters));
}

const isOneOf = (states: readonly string[], state: string | undefined) => state !== undefined && states.includes(state);

function isSettled(key: string, { rounds, cycles, acknowledged }: Matters): boolean {
  const [kind, subject = '', state] = key.split(':');
  const round = rounds.get(Number(subject));
  const cycle = cycles.get(Number(subject));
  switch (kind) {
    case 'held':
      return round !== undefined && round !== ('held' satisfies RoundState);
    case 'late':
    case 'rules':
      return round !== undefined && !isOneOf(IN_FLIGHT, round);
    case 'unsettled':
      return round !== undefined;
    case 'tax-late':
      return cycle !== undefined && !isOneOf(CYCLE_IN_FLIGHT, cycle);
    case 'tax-refused':
      return cycle !== undefined && cycle !== state;
    case 'outflow':
      return acknowledged.has(subject);
    default:
      return false;
  }
}
