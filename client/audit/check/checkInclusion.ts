import { NotJson } from '../chain/readJson.ts';
import { hex, integer, items, Malformed, member, type Part, walletAddress } from './bundleValues.ts';
import { type InclusionProof, rootOfInclusion } from './inclusion.ts';
import { missing, type RoundFacts } from './RoundFacts.ts';
import { differs, type Finding, failed, firstOf, ok, unlike } from './Step.ts';

const HASH_BYTES = 32;

/** An inclusion proof as JSON: what a wallet's page saves, and what the verifiers take. */
export function inclusionJson({ round, owner, index, entries, path }: InclusionProof) {
  return { roundNumber: round, address: owner, index, entries, path };
}

/** A wallet's inclusion proof, parsed JSON of anything, has to lead to the root of the published list. */
export function checkInclusion(facts: RoundFacts, json: unknown): Finding {
  const { bundle, protocol, root } = facts;
  if (bundle.snapshot === null || root === null) return missing(facts, 'snapshot', 'locked');
  const proof = readInclusion({ path: '', value: json });
  if (typeof proof === 'string') return failed(proof);
  const wrong = firstOf(
    unlike('inclusion.roundNumber', facts.terms.round, proof.round),
    unlike('inclusion.entries', bundle.snapshot.entries.length, proof.entries),
  );
  // A count that was not checked may be too large for the arithmetic.
  if (wrong) return wrong;
  const reached = rootOfInclusion(protocol, proof);
  return reached === root
    ? ok(`${proof.owner}, entry ${proof.index} of ${proof.entries}`)
    : differs('inclusion.path', root, reached ?? `a path of ${proof.path.length} for entry ${proof.index}`);
}

/** The proof, or a sentence on the first value of a wrong form. */
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
