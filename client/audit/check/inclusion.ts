import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { Address } from '../../../src/address/address.ts';
import type { Arithmetic } from '../../../src/protocol/terms/Protocol.ts';
import { NotJson } from '../chain/readJson.ts';
import { hex, integer, items, Malformed, member, type Part, walletAddress } from './bundleValues.ts';
import { missing, type RoundFacts } from './RoundFacts.ts';
import { differs, type Finding, failed, firstOf, ok, unlike } from './Step.ts';

/** Shows that a wallet is in a round's list, because entry, position and path give the list's root. */
interface InclusionProof {
  readonly round: number;
  readonly owner: Address;
  /** The entry's position in the list, from 0. */
  readonly index: number;
  readonly entries: number;
  /** Hashes of the neighbouring subtrees, hex, from the leaf upwards: the audit path of RFC 6962, section 2.1.1. */
  readonly path: readonly string[];
}

interface InclusionInput {
  readonly round: number;
  readonly entries: readonly Address[];
  readonly address: string;
}

/** The proof for a wallet; null when the wallet is not in the list. */
export function inclusionProof(
  protocol: Arithmetic,
  { round, entries, address }: InclusionInput,
): InclusionProof | null {
  const owner = entries.find((entry) => entry === address);
  if (owner === undefined) return null;
  const index = entries.indexOf(owner);
  return { round, owner, index, entries: entries.length, path: auditPath(protocol, entries, index) };
}

function auditPath(protocol: Arithmetic, entries: readonly Address[], index: number): readonly string[] {
  if (entries.length <= 1) return [];
  const split = splitOf(entries.length);
  const [left, right] = [entries.slice(0, split), entries.slice(split)];
  return index < split
    ? [...auditPath(protocol, left, index), protocol.ownersRoot(right)]
    : [...auditPath(protocol, right, index - split), protocol.ownersRoot(left)];
}

/** The root to which a proof leads, hex; null for a position outside the list or a path of the wrong length. */
export function rootOfInclusion(protocol: Arithmetic, { owner, index, entries, path }: InclusionProof): string | null {
  const sides = sidesOf(index, entries);
  if (sides === null || sides.length !== path.length) return null;
  const leaf = hexToBytes(protocol.ownersRoot([owner]));
  const root = path.reduce((hash, neighbour, level) => {
    const [left, right] = sides[level] === 'right' ? [hash, hexToBytes(neighbour)] : [hexToBytes(neighbour), hash];
    return sha256(concatBytes(Uint8Array.of(1), left, right));
  }, leaf);
  return bytesToHex(root);
}

/** On which side each hash of a position's path stands, from the leaf upwards; null for a position outside the list. */
function sidesOf(index: number, entries: number): readonly ('left' | 'right')[] | null {
  if (index >= entries) return null;
  if (entries === 1) return [];
  const split = splitOf(entries);
  const below = index < split ? sidesOf(index, split) : sidesOf(index - split, entries - split);
  return below === null ? null : [...below, index < split ? 'right' : 'left'];
}

/** The largest power of two below the number of leaves, where RFC 6962 splits a tree. */
function splitOf(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1));
}

const HASH_BYTES = 32;

/** An inclusion proof as the JSON that a wallet's page saves and verifiers read. */
export function inclusionJson({ round, owner, index, entries, path }: InclusionProof) {
  return { roundNumber: round, address: owner, index, entries, path };
}

/** Whether a wallet's inclusion proof leads to the root of the published list. `json` may be any parsed JSON. */
export function checkInclusion(facts: RoundFacts, json: unknown): Finding {
  const { bundle, protocol, root } = facts;
  if (bundle.snapshot === null || root === null) return missing(facts, 'snapshot', 'locked');
  const proof = readInclusion({ path: '', value: json });
  if (typeof proof === 'string') return failed(proof);
  const wrong = firstOf(
    unlike('inclusion.roundNumber', facts.terms.round, proof.round),
    unlike('inclusion.entries', bundle.snapshot.entries.length, proof.entries),
  );
  // A wrong count may be too large for the arithmetic below.
  if (wrong) return wrong;
  const reached = rootOfInclusion(protocol, proof);
  return reached === root
    ? ok(`${proof.owner}, entry ${proof.index} of ${proof.entries}`)
    : differs('inclusion.path', root, reached ?? `a path of ${proof.path.length} for entry ${proof.index}`);
}

function readInclusion(json: Part): InclusionProof | string {
  if (json.value instanceof NotJson) return `inclusion ${json.value.message}`;
  try {
    return {
      round: integer(member(json, 'roundNumber')),
      owner: walletAddress(member(json, 'address')),
      index: integer(member(json, 'index')),
      entries: integer(member(json, 'entries')),
      path: items(member(json, 'path')).map(hex(HASH_BYTES)),
    };
  } catch (error) {
    if (error instanceof Malformed) return `inclusion ${error.message}`;
    throw error;
  }
}
