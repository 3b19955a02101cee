import { createDice } from '../dice.ts';
import { type Atom, OBJECTS, type Plan, ROUND_MS, SICK } from './atoms.ts';
import { LIES } from './lies.ts';

/** A pair that the coverage counts: a question and the fault that it meets. */
export interface Pair {
  readonly question: string;
  readonly fault: string;
}

const BETWEEN = ' × ';
/** Some questions are asked only after the last round. */
const LATE_MS = 60_000;

/** Throws an Error for a text that is no pair. */
export function readPair(text: string): Pair {
  const at = text.lastIndexOf(BETWEEN);
  if (at < 1) throw new Error(`"${text}" is no pair of a question and a fault, such as "getBalance${BETWEEN}silent"`);
  return { question: text.slice(0, at), fault: text.slice(at + BETWEEN.length) };
}

/**
 * The same world with one more fault, which meets the questions of one name. Before the first such question nothing
 * changes, so a world that is known to ask it asks it again. In a world that never asks it, the fault has no effect.
 */
export function aimAt(plan: Plan, pair: string): Plan {
  return { ...plan, atoms: [...plan.atoms, ...faultsFor(plan, readPair(pair))] };
}

function faultsFor({ seed, nodes, rounds, atoms, isWatched = false }: Plan, { question, fault }: Pair): Atom[] {
  const dice = createDice(seed ^ 0xa1);
  const span = { from: 0, to: rounds * ROUND_MS + LATE_MS };
  // The process that gets this answer dies.
  if (fault === 'crash')
    return [...OBJECTS, ...(isWatched ? (['alerts'] as const) : [])].map((object) => ({
      ...{ kind: fault, object, name: question, from: 0, answers: 1 },
      gap: dice.between('aimed gap', 50, 20_000),
    }));
  if (fault === 'd1 before' || fault === 'd1 after')
    return [
      {
        ...{ kind: 'd1', fault: fault === 'd1 before' ? 'before' : 'after', name: question, isFirst: true, rate: 1 },
        ...span,
      },
    ];
  const kind = SICK.find((sick) => sick === fault);
  const arg = dice.unit('aimed arg');
  if (kind !== undefined)
    return [{ kind, node: dice.below('aimed node', nodes), method: question, arg, rate: 1, isFirst: true, ...span }];
  const lie = fault.replace(/^lie /, '');
  if (nodes === 1 || LIES[lie] === undefined) return [];
  // One of two or three nodes lies.
  const liar = atoms.find((atom) => atom.kind === 'lie')?.node ?? dice.below('aimed node', nodes);
  return [{ kind: 'lie', node: liar, lie, arg, rate: 1, isOnlyAlone: false, ...span }];
}
