import { base58 } from '@scure/base';
import { type Address, parseAddress } from '../../src/address/address.ts';
import { MAX_U64 } from '../../src/money/lamports.ts';
import type { Json } from '../../src/terms/canonicalJson.ts';
import { type Part, refuse } from './Malformed.ts';

/** A whole number from 0 on that JSON holds exactly. */
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

/** So many bytes as lower-case hex. */
export function hex(bytes: number): (of: Part) => string {
  const pattern = new RegExp(`^[0-9a-f]{${2 * bytes}}$`);
  return (of) =>
    typeof of.value === 'string' && pattern.test(of.value) ? of.value : refuse(of, `${bytes} bytes of lower-case hex`);
}

/** A text, the empty one too. */
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

/** One of these words. */
export function word<Word extends string>(words: readonly Word[]): (of: Part) => Word {
  return (of) => words.find((one) => one === of.value) ?? refuse(of, `one of ${words.join(', ')}`);
}

/** A moment as ISO 8601 in UTC, in unix seconds with their fraction. From 1970 on; a 30th of February is none. */
export function moment(of: Part): number {
  const { value } = of;
  const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,3})?Z$/;
  const [, whole] = typeof value === 'string' ? (pattern.exec(value) ?? []) : [];
  const seconds = Date.parse(`${whole}Z`) / 1000;
  const isReal = seconds >= 0 && new Date(seconds * 1000).toISOString() === `${whole}.000Z`;
  return isReal ? Date.parse(String(value)) / 1000 : refuse(of, 'a time in UTC');
}

/** As `moment`, and a whole second. */
export function second(of: Part): number {
  const seconds = moment(of);
  // `Date.parse` reads milliseconds only.
  const isWhole = !/\.\d*[1-9]/.test(String(of.value));
  return isWhole ? seconds : refuse(of, 'a whole second in UTC');
}

/** An object of any members: I-JSON, as everything that was read. */
export function jsonObject(of: Part): Json {
  const isObject = typeof of.value === 'object' && of.value !== null && !Array.isArray(of.value);
  return isObject ? (of.value as Json) : refuse(of, 'an object');
}
