import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DrawRules } from '../terms/lock.ts';

/**
 * Canonical JSON (RFC 8785): keys sorted, no white space. For strings, arrays and small integers, `JSON.stringify`
 * writes what the RFC asks for.
 */
export function canonicalRules(of: DrawRules): string {
  const { excluded, rules, terms } = of;
  return JSON.stringify({ excluded, rules, terms });
}

/** SHA-256 of the canonical rules, hex. */
export function rulesHash(of: DrawRules): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalRules(of))));
}
