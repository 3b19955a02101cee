/** A page of a history has at most 14,000 values, and no answer of a node or an exchange that is read whole has more. */
const MOST_VALUES = 20_000;
/** What a node tells of a transaction is some ten levels deep. */
const MOST_LEVELS = 64;

/**
 * Whether JSON has more values or levels than any answer that is read here. Code that walks such JSON by recursion, or
 * passes its lists as arguments, runs out of stack. That looks like a fault of ours, so one node could stop every read.
 */
export function isTooLarge(json: unknown): boolean {
  let level: unknown[] = [json];
  let values = 1;
  for (let levels = 1; level.length > 0; levels++) {
    if (values > MOST_VALUES || levels > MOST_LEVELS) return true;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const inner of Object.values(value)) next.push(inner);
    }
    values += next.length;
    level = next;
  }
  return false;
}
