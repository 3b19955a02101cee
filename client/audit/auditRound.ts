import { getProof } from '../api.ts';
import type { Check } from './Check.ts';
import { checkChain } from './checkChain.ts';
import { checkProof } from './checkProof.ts';

export interface RoundAudit {
  readonly roundNumber: number;
  readonly owed: boolean;
  readonly checks: readonly Check[];
}

/** Fetches a round's proof and checks all of it, here and on chain. */
export async function auditRound(roundNumber: number, rpcUrl: string | null): Promise<RoundAudit> {
  const proof = await getProof(roundNumber);
  const owed = proof.state === 'committed' || proof.state === 'drawn' || (proof.state === 'held' && !!proof.commitment);
  const chain = rpcUrl === null ? [] : await checkChain(rpcUrl, proof);
  return { roundNumber, owed, checks: [...recomputed(), ...chain] };

  function recomputed(): readonly Check[] {
    try {
      return checkProof(proof);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return [{ name: 'Proof can be read', verdict: 'failed', detail }];
    }
  }
}
