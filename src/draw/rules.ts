import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The rules a round was drawn under, as published and as hashed into its commitment. */
export interface DrawRules {
  readonly rules: 1;
  readonly mint: string;
  /** GOD base units, decimal. */
  readonly threshold: string;
  /** 0: everyone at or above the threshold is in. n: only the n largest of them. */
  readonly top: number;
  /** Address, amount in base units and reason of every wallet that held enough and is not in; sorted by address. */
  readonly excluded: readonly (readonly [address: string, amount: string, reason: string])[];
}

/**
 * Canonical JSON (RFC 8785): keys sorted, no white space. The only value types here are strings, arrays and small integers,
 * for which `JSON.stringify` writes exactly what the RFC asks for.
 */
export function canonicalRules(of: DrawRules): string {
  const { excluded, mint, rules, threshold, top } = of;
  return JSON.stringify({ excluded, mint, rules, threshold, top });
}

/** SHA-256 of the canonical rules, hex. */
export function rulesHash(of: DrawRules): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalRules(of))));
}
