/** A value of a wrong type or spelling: a verifier does not repair what it is given. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}

/** A value in the bundle and where it stands, such as `snapshot.entries.3.1`. */
export interface Part {
  readonly path: string;
  /** `undefined` when there is none. */
  readonly value: unknown;
}

const LONGEST_SHOWN = 120;

/** Throws `Malformed` with both: what had to stand there, and what does. */
export function refuse({ path, value }: Part, expected: string): never {
  const text = value === undefined ? 'nothing' : jsonText(value);
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  throw new Malformed(`${path === '' ? 'proof' : path}: expected ${expected} got ${shown}`);
}

/** Parsed JSON as text again. It may be deeper than `JSON.stringify` can go, and no proof may make a verifier fail. */
export function jsonText(value: unknown): string {
  try {
    return String(JSON.stringify(value));
  } catch (error) {
    if (error instanceof RangeError) return 'something too deep to show';
    throw error;
  }
}

/** A member of an object. */
export function member(of: Part, name: string): Part {
  const { path, value } = of;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(of, 'an object');
  const isThere = Object.hasOwn(value, name);
  return {
    path: path === '' ? name : `${path}.${name}`,
    value: isThere ? (value as Readonly<Record<string, unknown>>)[name] : undefined,
  };
}

/** The items of a list of so many at most. */
export function itemsUpTo(of: Part, most: number): readonly Part[] {
  if (Array.isArray(of.value) && of.value.length > most) refuse(of, `a list of ${most} at most`);
  return items(of);
}

/** The items of a list, or of one of exactly so many. */
export function items(of: Part, count?: number): readonly Part[] {
  const { path, value } = of;
  if (!Array.isArray(value)) return refuse(of, 'a list');
  if (count !== undefined && value.length !== count) refuse(of, `a list of ${count}`);
  return value.map((item, index) => ({ path: `${path}.${index}`, value: item }));
}

/** Null for null, else what `read` makes of it. */
export function orNull<T>(of: Part, read: (of: Part) => T): T | null {
  return of.value === null ? null : read(of);
}
