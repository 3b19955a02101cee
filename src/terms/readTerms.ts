import { type Address, parseAddress } from '../address/address.ts';
import { canonicalTerms, type Terms } from './Terms.ts';

/** A longer text is refused: docs/protocol.md, section 13. */
const LONGEST = 1_000_000;
const LONGEST_TEXT = 1_000;

/**
 * Reads terms from their text, which must be canonical JSON with exactly the members of terms. `termsProblems` checks
 * whether the terms keep the rules.
 */
export function readTerms(
  text: string,
): { readonly terms: Terms; readonly problem: null } | { readonly terms: null; readonly problem: string } {
  try {
    if (text.length > LONGEST) throw new NoTerms('a text that is too long');
    const terms = termsOf(objectOf(JSON.parse(text), 'terms'));
    if (canonicalTerms(terms) !== text) throw new NoTerms('a text that is not canonical');
    return { terms, problem: null };
  } catch (error) {
    return { terms: null, problem: error instanceof NoTerms ? error.message : 'no JSON' };
  }
}

class NoTerms extends Error {}

type Members = Readonly<Record<string, unknown>>;

function termsOf(of: Members): Terms {
  const drand = objectOf(of.drand, 'drand');
  return {
    terms: whole(of.terms, 'terms'),
    mint: addressOf(of.mint, 'mint'),
    authority: addressOf(of.authority, 'authority'),
    pool: addressOf(of.pool, 'pool'),
    genesis: whole(of.genesis, 'genesis'),
    length: whole(of.length, 'length'),
    lock: whole(of.lock, 'lock'),
    lead: whole(of.lead, 'lead'),
    threshold: matching(of.threshold, /^[1-9]\d{0,19}$/, 'threshold'),
    top: whole(of.top, 'top'),
    share: whole(of.share, 'share'),
    places: listOf(of.places, 'places').map((place) => whole(place, 'places')),
    drand: {
      publicKey: matching(drand.publicKey, /^[0-9a-f]{192}$/, 'drand.publicKey'),
      genesis: whole(drand.genesis, 'drand.genesis'),
      period: whole(drand.period, 'drand.period'),
    },
    excluded: listOf(of.excluded, 'excluded').map((item) => {
      const [address, reason] = tuple(item, 2, 'excluded');
      return [addressOf(address, 'excluded'), textOf(reason, 'excluded')] as const;
    }),
    watchers: listOf(of.watchers, 'watchers').map((item) => {
      const [address, name, operator] = tuple(item, 3, 'watchers');
      return [addressOf(address, 'watchers'), textOf(name, 'watchers'), textOf(operator, 'watchers')] as const;
    }),
    quorum: whole(of.quorum, 'quorum'),
    from: whole(of.from, 'from'),
    previous: of.previous === null ? null : matching(of.previous, /^[0-9a-f]{64}$/, 'previous'),
  };
}

function objectOf(value: unknown, name: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new NoTerms(`${name}: no object`);
  return value as Members;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new NoTerms(`${name}: no list`);
  return value;
}

function tuple(value: unknown, length: number, name: string): readonly unknown[] {
  const list = listOf(value, name);
  if (list.length !== length) throw new NoTerms(`${name}: an item that has not ${length} parts`);
  return list;
}

function whole(value: unknown, name: string): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new NoTerms(`${name}: no whole number`);
  return Number(value);
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length === 0 || value.length > LONGEST_TEXT || !value.isWellFormed())
    throw new NoTerms(`${name}: no text of 1 to ${LONGEST_TEXT} characters`);
  return value;
}

function matching(value: unknown, pattern: RegExp, name: string): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw new NoTerms(`${name}: not of its form`);
  return value;
}

function addressOf(value: unknown, name: string): Address {
  const parsed = typeof value === 'string' ? parseAddress(value) : null;
  if (parsed === null) throw new NoTerms(`${name}: no address`);
  return parsed;
}
