import { useState } from 'react';
import type { PublicConfig } from '../../src/contract/config.ts';
import { getRound, getRounds } from '../api.ts';
import type { RoundAudit } from './auditRound.ts';
import type { Audit } from './auditTexts.ts';

const ROUNDS = 10;

/**
 * Audits rounds one by one, when started: the one that was chosen, or the newest that were locked, also those that are
 * said to have been called off.
 */
export function useAudit(config: PublicConfig | null, chosen: number | null): readonly [Audit, () => void] {
  const [audit, setAudit] = useState<Audit>({ kind: 'idle' });

  const run = async () => {
    setAudit({ kind: 'running', audits: [], of: chosen === null ? ROUNDS : 1 });
    if (config === null) throw new Error('the public settings are not known yet');
    const { poolWallet, publicRpcUrl } = config;
    const [{ startAudit }, rounds] = await Promise.all([loadVerifier(), readRounds(chosen)]);
    const auditRound = startAudit({ poolWallet, rpcUrl: publicRpcUrl });
    const locked = rounds.filter(({ root, state }) => root !== null && state !== 'locked');
    const audits: RoundAudit[] = [];
    for (const round of locked) {
      setAudit({ kind: 'running', audits: [...audits], of: locked.length });
      audits.push(await auditRound(round));
    }
    setAudit({ kind: 'done', audits, of: locked.length });
  };

  const start = () => {
    run().catch((error: unknown) => {
      console.error('The audit stopped.', error);
      setAudit({ kind: 'failed' });
    });
  };
  return [audit, start];
}

async function readRounds(chosen: number | null) {
  return chosen === null ? (await getRounds(ROUNDS)).rounds : [await getRound(chosen)];
}

/** Curves and hashes are loaded when somebody wants them, and never by the server. */
function loadVerifier() {
  return import.meta.env.SSR ? Promise.reject(new Error('audits run in the browser')) : import('./auditRound.ts');
}
