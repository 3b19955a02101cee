/** A list is looked at in so many parts. */
export const DECILES = 10;

/** In which tenth of a list of `length` the 0-based `index` lies, 0 to 9. */
export function decileOf(index: number, length: number): number {
  return Math.floor((DECILES * index) / length);
}

/** How many indexes of a list of `length` lie in each tenth; they add up to `length`. */
export function decileSizes(length: number): number[] {
  const before = (decile: number) => Math.ceil((decile * length) / DECILES);
  return Array.from({ length: DECILES }, (_, decile) => before(decile + 1) - before(decile));
}

/** Draws from lists of one length. */
export interface Draws {
  readonly length: number;
  readonly count: number;
}

/** How many of these draws a fair one puts into each tenth, on average. */
export function expectedByDecile(draws: readonly Draws[]): number[] {
  const sums = Array.from({ length: DECILES }, () => 0);
  for (const { length, count } of draws) {
    for (const [decile, size] of decileSizes(length).entries()) {
      sums[decile] = (sums[decile] ?? 0) + (count * size) / length;
    }
  }
  return sums;
}
