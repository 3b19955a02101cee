import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import * as z from 'zod';
import { type Address, addressOf, parseAddress } from '../../src/address/address.ts';
import { basisPointsOf, FULL_BASIS_POINTS } from '../../src/distribution/percentage.ts';
import { type GodUnits, parseWholeGod } from '../../src/money/god.ts';
import { parseSol } from '../../src/money/lamports.ts';
import { parseJson } from '../../src/parseJson.ts';
import { QUICKNET_CHAIN_HASH } from '../../src/protocol/terms/beaconNetwork.ts';
import { isSolPriceUrl, SOL_PRICE_SOURCES } from '../feeds/solUsdSources.ts';
import { SWAP_PROGRAMS } from '../swap/check/swapPrograms.ts';
import { OBJECT_LOCATIONS, type Wallet } from './Settings.ts';

// The kinds of values that a setting may have, each with the sentence for a value that is not of that kind.

export const walletAddress = z.string().transform((text, ctx): Address => {
  const parsed = parseAddress(text.trim());
  if (parsed !== null) return parsed;
  ctx.addIssue('must be a Solana address (base58 of 32 bytes)');
  return z.NEVER;
});

export const secretKey = z.string().transform((text, ctx): Wallet => {
  const bytes = decodeSecretKey(text.trim());
  if (bytes !== null) return { address: addressOf(bytes.subarray(32)), secretKey: bytes };
  // The value itself never goes into a message.
  ctx.addIssue('must be a 64-byte secret key, as base58 or as a JSON array of 64 numbers');
  return z.NEVER;
});

/** OLD_POOL_SECRET_KEYS: keys in base58, with commas between them. */
export const secretKeys = z.string().transform((text, ctx): readonly Wallet[] => {
  const wallets = text.split(',').map((part) => secretKey.safeParse(part));
  if (wallets.every(({ success }) => success)) return wallets.flatMap(({ data }) => data ?? []);
  ctx.addIssue('must be 64-byte secret keys as base58, with commas between them');
  return z.NEVER;
});

export const url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

export const json = <T extends z.ZodType>(schema: T, error: string) =>
  z.string().transform((text, ctx) => {
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    ctx.addIssue(error);
    return z.NEVER;
  });

const MOST_LINKS = 8;
/** Links for the pages. Only https, so that no link can be an address such as `javascript:`, which runs a script. */
export const linkList = json(
  z.array(z.object({ name: z.string().trim().min(1).max(40), url: z.url({ protocol: /^https$/ }) })).max(MOST_LINKS),
  `must be a JSON list of at most ${MOST_LINKS} {"name", "url"} with https addresses`,
);

const MOST_WITNESSES = 16;
const shortName = z.string().trim().min(1).max(40);
/** If no operator is named, the watcher's own name is taken as the name of its operator. */
const witness = z
  .object({ name: shortName, address: walletAddress, operator: shortName.optional() })
  .transform(({ operator, ...named }) => ({ ...named, operator: operator ?? named.name }));
/** WITNESSES: each wallet only once, or one watcher with two names would count twice. */
export const witnessList = json(
  z
    .array(witness)
    .max(MOST_WITNESSES)
    .refine((list) => new Set(list.map(({ address }) => address)).size === list.length)
    .refine((list) => new Set(list.map(({ name }) => name)).size === list.length),
  `must be a JSON list of at most ${MOST_WITNESSES} {"name", "address", "operator"}, each name and each address once`,
);

export const supportUrl = z.url({ protocol: /^(?:https|mailto)$/, error: 'must be an https or mailto address' });

/** A base address, to which paths are appended. */
export const baseUrl = url.transform((text) => text.replace(/\/$/, ''));

const urlListOf = (one: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim().replace(/\/$/, ''))
        .filter(Boolean),
    )
    .pipe(z.array(one).min(1, 'must name at least one address'));
export const urlList = urlListOf(
  url.refine((text) => !text.includes(';'), 'must have commas between addresses, and no ;'),
);

const CHAIN_HASH = /\/[0-9a-f]{64}$/;
const WITH_HASH = `must be addresses that end with the hash of their chain, such as https://api.drand.sh/${QUICKNET_CHAIN_HASH}`;
/**
 * DRAND_URLS: each address contains the chain's hash. Without it a relay answers for drand's default chain, whose
 * beacons never verify here.
 */
export const chainUrls = urlListOf(url.pipe(z.string().regex(CHAIN_HASH, WITH_HASH)));

/** OBJECT_LOCATION. */
export const location = z.enum(OBJECT_LOCATIONS, `must be one of ${OBJECT_LOCATIONS.join(', ')}`);

const NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(SOL_PRICE_SOURCES);
const SOURCES = `must be addresses of SOL/USD prices at ${NAMES}`;
export const solPriceUrls = urlListOf(z.string().refine(isSolPriceUrl, SOURCES));

export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.int(error).min(min, error).max(max, error));
};

/** A number from here on is taken for milliseconds: as seconds, it would be in the year 5138 or later. */
const LEAST_MILLISECONDS = 1e11;

/** GENESIS_TIME: unix seconds, or an ISO time. */
export const instant = z.string().transform((text, ctx) => {
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : z.iso.datetime().safeParse(text).success
      ? Date.parse(text) / 1000
      : Number.NaN;
  if (seconds >= LEAST_MILLISECONDS) {
    ctx.addIssue('must be in seconds, and this is in milliseconds: leave out the last three digits');
    return z.NEVER;
  }
  if (Number.isSafeInteger(seconds)) return seconds;
  ctx.addIssue('must be a whole second, as unix seconds or as an ISO time such as 2026-12-01T00:00:00Z');
  return z.NEVER;
});

export const solAmount = z.string().transform((text, ctx) => {
  const amount = parseSol(text);
  if (amount !== null) return amount;
  ctx.addIssue('must be an amount of SOL such as 25 or 0.5');
  return z.NEVER;
});

export const godAmount = z.string().transform((text, ctx): GodUnits => {
  const amount = parseWholeGod(text);
  if (amount !== null && amount > 0n) return amount;
  ctx.addIssue('must be a whole number of GOD above 0, such as 1000');
  return z.NEVER;
});

/** A percentage as basis points. */
export const percent = z.string().transform((text, ctx): number => {
  const share = /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? basisPointsOf(Number(text)) : null;
  if (share !== null && share <= FULL_BASIS_POINTS) return share;
  ctx.addIssue('must be a percentage from 0 to 100 with at most two decimals, such as 50');
  return z.NEVER;
});

export const isSwitchedOn = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');

/** SWAP_PROGRAMS: `none`, or addresses with commas between them. */
export const swapPrograms = z.string().transform((text, ctx): readonly Address[] => {
  if (text.trim() === 'none') return [];
  const named = text.split(',').map((part) => part.trim());
  const known = SWAP_PROGRAMS.filter((program) => named.includes(program));
  if (named.every((name) => known.some((program) => program === name))) return known;
  ctx.addIssue(`must be none, or some of the programs whose swaps can be checked: ${SWAP_PROGRAMS.join(', ')}`);
  return z.NEVER;
});

function decodeSecretKey(text: string): Uint8Array | null {
  try {
    const bytes = text.startsWith('[')
      ? Uint8Array.from(z.array(z.int().min(0).max(255)).parse(parseJson(text)))
      : base58.decode(text);
    // Seed and public key must belong together. Otherwise payments would be prepared for one wallet and signed by
    // another.
    return bytes.length === 64 &&
      addressOf(ed25519.getPublicKey(bytes.subarray(0, 32))) === addressOf(bytes.subarray(32))
      ? bytes
      : null;
  } catch {
    return null;
  }
}
