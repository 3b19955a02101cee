/** A value by slot: what a node that looks at an earlier slot sees of it. */
export interface Versions<T> {
  /** As it was at the end of a slot. */
  at(slot: number): T;
  newest(): T;
  set(slot: number, value: T): void;
  /** A fork has dropped everything after this slot. */
  cut(slot: number): void;
  /** Every value it had in these slots, the one that it came with included. */
  within(from: number, to: number): T[];
}

export function createVersions<T>(first: T): Versions<T> {
  const slots: number[] = [Number.NEGATIVE_INFINITY];
  const values: T[] = [first];
  const indexAt = (slot: number) => {
    let i = slots.length - 1;
    while (i > 0 && (slots[i] ?? 0) > slot) i -= 1;
    return i;
  };
  return {
    at: (slot) => values[indexAt(slot)] as T,
    newest: () => values[values.length - 1] as T,
    set(slot, value) {
      if (slots[slots.length - 1] === slot) values[values.length - 1] = value;
      else {
        slots.push(slot);
        values.push(value);
      }
    },
    cut(slot) {
      const kept = indexAt(slot) + 1;
      slots.length = kept;
      values.length = kept;
    },
    within: (from, to) => values.slice(indexAt(from), indexAt(to) + 1),
  };
}
