/**
 * What must be true of an answer before it is used as a `T` of the contract. The contract's schemas check more, but
 * zod would make the page's script too large. The shape must match `T`: it does not compile if a field or a word is
 * missing, is not in the contract, or has another type. (`of` exists for the compiler alone; no value has it.)
 */
export interface Shape<T> {
  (value: unknown): boolean;
  readonly of?: (value: T) => T;
}

export const text: Shape<string> = (value) => typeof value === 'string';
export const number: Shape<number> = (value) => Number.isFinite(value);
export const flag: Shape<boolean> = (value) => typeof value === 'boolean';
/** A whole amount in the smallest unit. */
export const amount: Shape<string> = (value) => text(value) && /^\d+$/.test(value as string);
export const time: Shape<string> = (value) => text(value) && !Number.isNaN(Date.parse(value as string));

/** A text that is one of `words`. These have to be all words that the contract knows. */
export function oneOf<Word extends string>(...words: readonly Word[]): Shape<Word> {
  return (value) => words.includes(value as Word);
}

/** Any text: for a field whose list of words a newer server may extend without harm. */
export function anyWord<Word extends string>(): Shape<Word> {
  return (value) => text(value);
}

/** As `anyWord`, for numbers. */
export function anyNumber<Of extends number>(): Shape<Of> {
  return (value) => number(value);
}

/** The shape, or null. */
export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value) => value === null || shape(value);
}

/** A list of any length, each item of the shape. */
export function list<T>(item: Shape<T>): Shape<T[]> {
  return (value) => Array.isArray(value) && value.every(item);
}

/** Every field of `T`. Fields that are not checked have to be named as `Ignored`. */
export function fields<T extends object, Ignored extends keyof T = never>(
  shapes: { readonly [Field in Exclude<keyof T, Ignored>]-?: Shape<T[Field]> },
): Shape<T> {
  const all: [string, (value: unknown) => boolean][] = Object.entries(shapes);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    all.every(([field, shape]) => shape((value as Readonly<Record<string, unknown>>)[field]));
}

/**
 * Whether an answer can be rendered. Something between the server and this page may answer anything, even with status
 * 200.
 */
export function hasShape<T>(value: unknown, shape: Shape<T>): value is T {
  return shape(value);
}
