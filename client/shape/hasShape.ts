/**
 * A check of an answer before it is used as a `T`. The contract's own schemas need zod, which would make the page's
 * script too large. `of` exists only for the compiler.
 */
export interface Shape<T> {
  (value: unknown): boolean;
  readonly of?: (value: T) => T;
}

export const text: Shape<string> = (value) => typeof value === 'string';
export const number: Shape<number> = (value) => Number.isFinite(value);
export const flag: Shape<boolean> = (value) => typeof value === 'boolean';
/** An amount in the smallest unit, as digits. */
export const amount: Shape<string> = (value) => text(value) && /^\d+$/.test(value as string);
export const time: Shape<string> = (value) => text(value) && !Number.isNaN(Date.parse(value as string));

/** A text that is one of `words`, which have to be all words that the contract knows. */
export function oneOf<Word extends string>(...words: readonly Word[]): Shape<Word> {
  return (value) => words.includes(value as Word);
}

/** Any text. For a field to which a newer server may add words without harm. */
export function anyWord<Word extends string>(): Shape<Word> {
  return (value) => text(value);
}

/** Any number. For a field to which a newer server may add numbers without harm. */
export function anyNumber<Of extends number>(): Shape<Of> {
  return (value) => number(value);
}

/** Null, or a value of the shape. */
export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value) => value === null || shape(value);
}

/** A list of any length, each item of the shape. */
export function list<T>(item: Shape<T>): Shape<T[]> {
  return (value) => Array.isArray(value) && value.every(item);
}

/** An object with every field of `T`, except those named in `Ignored`. */
export function fields<T extends object, Ignored extends keyof T = never>(
  shapes: { readonly [Field in Exclude<keyof T, Ignored>]-?: Shape<T[Field]> },
): Shape<T> {
  const all: [string, (value: unknown) => boolean][] = Object.entries(shapes);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    all.every(([field, shape]) => shape((value as Readonly<Record<string, unknown>>)[field]));
}

/** Whether an answer has a shape. A proxy in front of the server may answer anything, even with status 200. */
export function hasShape<T>(value: unknown, shape: Shape<T>): value is T {
  return shape(value);
}
