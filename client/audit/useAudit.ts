import { useState } from 'react';
import { getRounds } from '../api.ts';
import type { RoundAudit } from './auditRound.ts';

const ROUNDS = 10;

export type Audit =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running' | 'done'; readonly audits: readonly RoundAudit[]; readonly of: number }
  | { readonly kind: 'failed' };

/** Audits the newest rounds that were committed, one by one, when started. */
export function useAudit(rpcUrl: string | null): readonly [Audit, () => void] {
  const [audit, setAudit] = useState<Audit>({ kind: 'idle' });

  const run = async () => {
    setAudit({ kind: 'running', audits: [], of: ROUNDS });
    const [{ auditRound }, { rounds }] = await Promise.all([loadVerifier(), getRounds(ROUNDS)]);
    const committed = rounds.filter(
      ({ root, state }) => root !== null && state !== 'locked' && state !== 'rolled-over',
    );
    const audits: RoundAudit[] = [];
    for (const { roundNumber } of committed) {
      setAudit({ kind: 'running', audits: [...audits], of: committed.length });
      audits.push(await auditRound(roundNumber, rpcUrl));
    }
    setAudit({ kind: 'done', audits, of: committed.length });
  };

  const start = () => {
    run().catch((error: unknown) => {
      console.error('The audit stopped.', error);
      setAudit({ kind: 'failed' });
    });
  };
  return [audit, start];
}

/** Curves and hashes are loaded when somebody wants them, and never by the server. */
function loadVerifier() {
  return import.meta.env.SSR ? Promise.reject(new Error('audits run in the browser')) : import('./auditRound.ts');
}
