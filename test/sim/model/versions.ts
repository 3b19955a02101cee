/** The history of a value by slot, for nodes whose view is of an earlier slot. */
export interface Versions<T> {
  /** The value at the end of a slot. */
  at(slot: number): T;
  newest(): T;
  set(slot: number, value: T): void;
  /** Drops every value after this slot, as a fork does. */
  cut(slot: number): void;
  /** Every value in this span of slots, with the one that it had before the span. */
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
