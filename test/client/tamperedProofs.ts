import { readFileSync } from 'node:fs';
import type { Proof } from '../../src/contract/round.ts';
import type { HostileLine } from './hostileChains.ts';

export interface TamperedCase {
  /** Of a member or an item, such as `snapshot.entries.0.1`. */
  readonly path: string;
  readonly how: 'changed' | 'removed' | 'null' | 'of another round';
  readonly value: unknown;
  /** The step that has to fail; null for a field that nothing can confirm. */
  readonly right: string | null;
  readonly verdict: Readonly<Record<'failed' | 'pending' | 'unchecked' | 'owed', readonly string[]>>;
}

interface TamperedTable {
  readonly mint: string;
  readonly wallet: string;
  readonly proof: Proof;
  readonly ledger: readonly HostileLine[];
  /** The other round, which is on the same chain. */
  readonly add: readonly HostileLine[];
  readonly cases: readonly TamperedCase[];
}

/** The table of tampered proofs that every verifier has to judge alike. */
export const TAMPERED_PROOFS = JSON.parse(
  readFileSync(new URL('../independent/tamperedProofs.json', import.meta.url), 'utf8'),
) as TamperedTable;

/** The table's proof as a case has it. */
export function tamperedProof({ path, how, value }: TamperedCase): unknown {
  const proof = structuredClone(TAMPERED_PROOFS.proof);
  const names = path.split('.');
  const last = names.pop() ?? '';
  let part = proof as unknown as Record<string, unknown>;
  for (const name of names) part = part[name] as Record<string, unknown>;
  if (how !== 'removed') part[last] = value;
  else if (Array.isArray(part)) part.splice(Number(last), 1);
  else delete part[last];
  return proof;
}
