/** What canonical JSON is made of here: all numbers are safe integers. */
export type Json = string | number | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * Canonical JSON (RFC 8785): members sorted by the UTF-16 units of their names, no white space. `JSON.stringify` writes
 * these strings and numbers as the RFC asks for. Throws a RangeError for a number or a text that has no canonical form.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError(`${value} is no safe integer`);
  if (typeof value === 'string' && !value.isWellFormed()) throw new RangeError('a text with a lone surrogate');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

const isList = (value: readonly Json[] | object): value is readonly Json[] => Array.isArray(value);
