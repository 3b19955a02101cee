/**
 * Random numbers by label: every number is a function of the seed, a label and how often this label was used. One
 * number more or less at one place does not change the numbers elsewhere, so that shrinking a plan does not shuffle the
 * rest of its world.
 */
export interface Dice {
  /** [0, 1). */
  unit(label: string): number;
  /** A whole number in [0, n). */
  below(label: string, n: number): number;
  /** A whole number, both ends included. */
  between(label: string, least: number, most: number): number;
  chance(label: string, probability: number): boolean;
  pick<T>(label: string, list: readonly T[]): T;
  /** Picks each element with this probability, independently of the others. */
  some<T>(label: string, list: readonly T[], probability: number): T[];
}

export function createDice(seed: number): Dice {
  const drawn = new Map<string, { readonly state: number; times: number }>();
  function unit(label: string): number {
    let known = drawn.get(label);
    if (known === undefined) {
      known = { state: labelState(seed, label), times: 0 };
      drawn.set(label, known);
    }
    return finish(known.state, known.times++);
  }
  const below = (label: string, n: number) => Math.floor(unit(label) * n);
  return {
    unit,
    below,
    between: (label, least, most) => least + below(label, most - least + 1),
    chance: (label, probability) => unit(label) < probability,
    pick(label, list) {
      const picked = list[below(label, list.length)];
      if (picked === undefined) throw new RangeError(`nothing to pick from for ${label}`);
      return picked;
    },
    some: (label, list, probability) => list.filter((_, i) => unit(`${label} ${i}`) < probability),
  };
}

/** A number in [0, 1) from a seed, a label and a number: FNV-1a over the label, then murmur3's finalizer. */
export const mix = (seed: number, label: string, n: number): number => finish(labelState(seed, label), n);

/** As `mix`, for one label that is hashed only once. */
export function mixOf(seed: number, label: string): (n: number) => number {
  const state = labelState(seed, label);
  return (n) => finish(state, n);
}

function labelState(seed: number, label: string): number {
  let h = (seed ^ 0x811c9dc5) >>> 0;
  for (let i = 0; i < label.length; i++) h = Math.imul(h ^ label.charCodeAt(i), 0x01000193);
  return h;
}

function finish(state: number, n: number): number {
  let h = Math.imul(state ^ n, 0x9e3779b1);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return (h >>> 0) / 4_294_967_296;
}
