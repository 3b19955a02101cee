import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Address } from '../address/address.ts';
import { canonicalJson } from './canonicalJson.ts';

/** What is promised for all rounds from `from` on: docs/protocol.md, section 13. Times are seconds. */
export interface Terms {
  /** Number k of the announcement, from 1. */
  readonly terms: number;
  readonly mint: Address;
  /** Who announces: the mint's withdraw-withheld authority, "A" in docs/protocol.md. */
  readonly authority: Address;
  readonly pool: Address;
  /** Start of round 1, unix seconds. */
  readonly genesis: number;
  /** The length of a round. */
  readonly length: number;
  /**
   * How long before a round's end its entries are locked (`lock`), and how long before its beacon its commitment is due
   * (`lead`).
   */
  readonly lock: number;
  readonly lead: number;
  /** Base units, decimal. */
  readonly threshold: string;
  /** 0: everyone with enough is in the draw. n: only the n largest of them. */
  readonly top: number;
  /** `share`: the prizes, in percent of the pool. `places`: the prize of each place, in percent of the prizes. */
  readonly share: number;
  readonly places: readonly number[];
  readonly drand: { readonly publicKey: string; readonly genesis: number; readonly period: number };
  /** The wallets that are never in the draw, each with the reason, sorted by address. */
  readonly excluded: readonly (readonly [address: Address, reason: string])[];
  /** The watchers, sorted by address. */
  readonly watchers: readonly (readonly [address: Address, name: string, operator: string])[];
  /** How many different operators must have seen a list. */
  readonly quorum: number;
  /** The first round for which the terms hold. */
  readonly from: number;
  /** Hash of the terms that counted before; null for the first. */
  readonly previous: string | null;
}

/** The text that is hashed and kept. */
export function canonicalTerms(terms: Terms): string {
  return canonicalJson({ ...terms });
}

/** SHA-256 of the canonical text, hex. The hash of the first terms names the lottery. */
export function termsHash(terms: Terms): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalTerms(terms))));
}
