/** A shorter part could belong to several names. */
const SHORTEST_PART = 6;
/** One wrong letter is allowed for each six letters of a name. */
const LETTERS_PER_SLIP = 6;

/**
 * The known name that a mistyped name probably means, or null. Two names are near if one is part of the other, or if at
 * most one letter of six differs.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const typed = name.toUpperCase();
  const isPart = (one: string) =>
    Math.min(one.length, typed.length) >= SHORTEST_PART && (one.includes(typed) || typed.includes(one));
  const [nearest] = known
    .map((one) => ({ one, slips: isPart(one) ? 0 : distance(typed, one) }))
    .filter(({ one, slips }) => slips <= Math.floor(one.length / LETTERS_PER_SLIP))
    .sort((a, b) => a.slips - b.slips || distance(typed, a.one) - distance(typed, b.one));
  return nearest?.one ?? null;
}

/** How many letters must be inserted, left out or replaced (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const [replaced = 0, above = 0, before = 0] = [row[j], row[j + 1], next[j]];
      next.push(Math.min(replaced + (letter === other ? 0 : 1), above + 1, before + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
