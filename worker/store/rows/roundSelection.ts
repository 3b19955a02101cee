import type { Address } from '../../../src/address/address.ts';
import { DAY_SECONDS } from '../../../src/round/daySeconds.ts';
import type { RoundState } from '../../../src/round/state.ts';

/** Which rounds are wanted, newest first. A condition that is left out excludes no round. */
export interface RoundQuery {
  /** Rounds at or below this number. */
  readonly from: number;
  readonly limit: number;
  readonly state?: RoundState | undefined;
  /** Rounds that this wallet won. */
  readonly address?: Address | undefined;
  /** The unix second with which a UTC day begins: only rounds that ended on that day. */
  readonly day?: number | undefined;
}

/** A part of a statement with the values of its question marks, in order. */
export interface Selection {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/**
 * SQL for the numbers of the wanted rounds. It names the index of the condition that fewest rounds meet. Otherwise the
 * database would read all rounds to find, for example, the few that are held.
 */
export function roundSelection({ from, limit, state, address, day }: RoundQuery): Selection {
  const conditions: Selection[] = [
    { sql: address === undefined ? 'r.round <= ?' : 'v.round <= ?', values: [from] },
    ...(address === undefined ? [] : [{ sql: 'v.address = ?', values: [address] }]),
    ...(day === undefined ? [] : [{ sql: 'r.ends_at >= ? AND r.ends_at < ?', values: [day, day + DAY_SECONDS] }]),
    ...(state === undefined ? [] : [{ sql: 'r.state = ?', values: [state] }]),
  ];
  const order = address === undefined ? 'r.round' : 'v.round';
  return {
    sql: `SELECT r.round FROM ${wayTo({ state, address, day })}
      WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY ${order} DESC LIMIT ?`,
    values: [...conditions.flatMap(({ values }) => values), limit],
  };
}

/**
 * The table to begin with, and the index to use: that of the condition that probably fewest rounds meet. Mostly, a
 * wallet has fewer wins than a day has rounds, and a day has fewer rounds than a state.
 */
function wayTo({ state, address, day }: Pick<RoundQuery, 'state' | 'address' | 'day'>): string {
  if (address !== undefined) return 'winners v INDEXED BY winners_by_address CROSS JOIN rounds r ON r.round = v.round';
  if (day !== undefined) return 'rounds r INDEXED BY rounds_by_end';
  return state === undefined ? 'rounds r' : 'rounds r INDEXED BY rounds_by_state';
}
