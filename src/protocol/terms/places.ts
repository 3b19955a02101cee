/**
 * The places that a round can have, the first one first: as many as in the version of the rules with the most prizes.
 * Whoever makes a version with more prizes adds the new place here. The compiler then names all code that needs a word
 * for the new place.
 */
export const PLACES = [1, 2, 3] as const;
export type Place = (typeof PLACES)[number];

/** A value for each place. */
export type ForEachPlace<T> = Mapped<typeof PLACES, T>;

/** A value for each place of one version, which may have fewer places. */
export type ForFirstPlaces<T> = Beginning<typeof PLACES, T>;

type Mapped<List extends readonly unknown[], T> = { readonly [I in keyof List]: T };
type Beginning<List extends readonly unknown[], T> = List extends readonly [...infer Rest, unknown]
  ? Mapped<List, T> | Beginning<Rest, T>
  : never;

/** What a place is called in the API. */
export const POSITIONS = { 1: 'first', 2: 'second', 3: 'third' } as const satisfies Readonly<Record<Place, string>>;

/** A place as a part of a regular expression. */
export const PLACE_PATTERN = `(?:${PLACES.join('|')})`;
