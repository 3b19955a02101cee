/** A list is divided into this many parts. */
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
