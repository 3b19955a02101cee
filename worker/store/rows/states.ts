import { IN_FLIGHT } from '../../../src/round/state.ts';

/** A state's name as an SQL text. The names are ours, and contain no quotes. */
const quoted = (state: string) => `'${state}'`;

/** SQL's condition for being in one of these states. */
export function stateIn(states: readonly string[]): string {
  return `state IN (${states.map(quoted).join(', ')})`;
}

/**
 * The end of an SQL query for the oldest round that still wants work. SQLite refuses the statement if the condition is
 * not exactly that of the index.
 */
export const OLDEST_IN_FLIGHT = `FROM rounds INDEXED BY rounds_in_flight
  WHERE ${stateIn(IN_FLIGHT)} ORDER BY round LIMIT 1`;

/** The SQL condition for a step to `to`: the row is in a state from which the table `next` leads to `to`. */
export function mayBecome<S extends string>(next: Readonly<Record<S, readonly S[]>>, to: NoInfer<S>): string {
  const from = (Object.keys(next) as S[]).filter((state) => next[state].includes(to));
  if (from.length === 0) throw new Error(`no state may become ${to}`);
  return stateIn(from);
}

/** The proof that is stored with an attempt when another attempt with the same key is final. */
export const ANOTHER_IS_FINAL = 'another attempt is final, and only one can land';
