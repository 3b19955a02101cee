type Check = (value: unknown) => boolean;

/** What has to be true of an answer before the page uses it: the fields it reads, and no others. */
export type Shape<T> =
  | Check
  | (T extends readonly (infer Item)[]
      ? readonly [Shape<Item>]
      : T extends object
        ? { readonly [Field in keyof T]?: Shape<T[Field]> }
        : never);

export const text: Check = (value) => typeof value === 'string';
export const number: Check = Number.isFinite;
export const flag: Check = (value) => typeof value === 'boolean';
/** A whole amount in the smallest unit. */
export const amount: Check = (value) => text(value) && /^\d+$/.test(value as string);
export const time: Check = (value) => text(value) && !Number.isNaN(Date.parse(value as string));

export function oneOf(...words: readonly string[]): Check {
  return (value) => words.includes(value as string);
}

export function orNull<T>(shape: Shape<T>): Check {
  return (value) => value === null || hasShape<T>(value, shape);
}

/** Whether an answer can be rendered: what stands between the server and this page may answer anything, with status 200. */
export function hasShape<T>(value: unknown, shape: Shape<T>): value is T {
  if (typeof shape === 'function') return shape(value);
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((item) => hasShape(item, shape[0]));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(shape).every(([field, inner]) =>
    hasShape((value as Readonly<Record<string, unknown>>)[field], inner as Check),
  );
}
