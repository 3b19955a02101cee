import { base58 } from '@scure/base';
import { type Address, parseAddress } from '../../../src/address/address.ts';
import { MAX_U64 } from '../../../src/money/lamports.ts';
import type { Json } from '../../../src/terms/canonicalJson.ts';

/** A whole number of 0 or more that JSON holds exactly. */
export function integer(of: Part): number {
  return Number.isSafeInteger(of.value) && Number(of.value) >= 0 ? Number(of.value) : refuse(of, 'a whole number');
}

/** A u64 as decimal text without leading zeros. */
export function decimal(of: Part): bigint {
  const { value } = of;
  if (typeof value !== 'string' || !/^(?:0|[1-9]\d{0,19})$/.test(value)) return refuse(of, 'a decimal u64 as text');
  const amount = BigInt(value);
  return amount <= MAX_U64 ? amount : refuse(of, 'a decimal u64 as text');
}

/** A reader of lower-case hex that stands for this many bytes. */
export function hex(bytes: number): (of: Part) => string {
  const pattern = new RegExp(`^[0-9a-f]{${2 * bytes}}$`);
  return (of) =>
    typeof of.value === 'string' && pattern.test(of.value) ? of.value : refuse(of, `${bytes} bytes of lower-case hex`);
}

/** A text, which may be empty. */
export function text(of: Part): string {
  return typeof of.value === 'string' ? of.value : refuse(of, 'a text');
}

/** An address: base58 of 32 bytes. */
export function walletAddress(of: Part): Address {
  return (typeof of.value === 'string' ? parseAddress(of.value) : null) ?? refuse(of, 'an address');
}

const SIGNATURE_BYTES = 64;

/** A transaction's name: base58 of 64 bytes. */
export function signature(of: Part): string {
  const { value } = of;
  const isBase58 = typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(value);
  return isBase58 && base58.decode(value).length === SIGNATURE_BYTES ? value : refuse(of, 'a signature in base58');
}

/** A reader of one of these words. */
export function word<Word extends string>(words: readonly Word[]): (of: Part) => Word {
  return (of) => words.find((one) => one === of.value) ?? refuse(of, `one of ${words.join(', ')}`);
}

/** Unix seconds with their fraction, from ISO 8601 in UTC. Refuses times before 1970, and days that do not exist. */
export function moment(of: Part): number {
  const { value } = of;
  const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,3})?Z$/;
  const [, whole] = typeof value === 'string' ? (pattern.exec(value) ?? []) : [];
  const seconds = Date.parse(`${whole}Z`) / 1000;
  const isReal = seconds >= 0 && new Date(seconds * 1000).toISOString() === `${whole}.000Z`;
  return isReal ? Date.parse(String(value)) / 1000 : refuse(of, 'a time in UTC');
}

/** Like `moment`, but refuses a time that is not a whole second. */
export function second(of: Part): number {
  const seconds = moment(of);
  const isWhole = !/\.\d*[1-9]/.test(String(of.value));
  return isWhole ? seconds : refuse(of, 'a whole second in UTC');
}

/** An object with any members. */
export function jsonObject(of: Part): Json {
  const isObject = typeof of.value === 'object' && of.value !== null && !Array.isArray(of.value);
  return isObject ? (of.value as Json) : refuse(of, 'an object');
}

/** A value of the wrong type or spelling. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
}

/** A value in the bundle and the path to it, such as `snapshot.entries.3`. */
export interface Part {
  readonly path: string;
  /** `undefined` when there is none. */
  readonly value: unknown;
}

const LONGEST_SHOWN = 120;

function refuse({ path, value }: Part, expected: string): never {
  const text = value === undefined ? 'nothing' : jsonText(value);
  const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  throw new Malformed(`${path === '' ? 'proof' : path}: expected ${expected} got ${shown}`);
}

/** Parsed JSON as text again. Never throws: if a value is nested too deep for `JSON.stringify`, the text says so. */
export function jsonText(value: unknown): string {
  try {
    return String(JSON.stringify(value));
  } catch (error) {
    if (error instanceof RangeError) return 'something too deep to show';
    throw error;
  }
}

/** A member of an object. Its `value` is `undefined` when the object has no such member. */
export function member(of: Part, name: string): Part {
  const { path, value } = of;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(of, 'an object');
  const isThere = Object.hasOwn(value, name);
  return {
    path: path === '' ? name : `${path}.${name}`,
    value: isThere ? (value as Readonly<Record<string, unknown>>)[name] : undefined,
  };
}

/** The items of a list that has at most `most` of them. */
export function itemsUpTo(of: Part, most: number): readonly Part[] {
  if (Array.isArray(of.value) && of.value.length > most) refuse(of, `a list of ${most} at most`);
  return items(of);
}

/** The items of a list. If `count` is given, the list must have exactly as many. */
export function items(of: Part, count?: number): readonly Part[] {
  const { path, value } = of;
  if (!Array.isArray(value)) return refuse(of, 'a list');
  if (count !== undefined && value.length !== count) refuse(of, `a list of ${count}`);
  return value.map((item, index) => ({ path: `${path}.${index}`, value: item }));
}

/** Null for null; otherwise what `read` answers. */
export function orNull<T>(of: Part, read: (of: Part) => T): T | null {
  return of.value === null ? null : read(of);
}
