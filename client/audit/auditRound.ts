import type { RoundSummary } from '../../src/contract/round.ts';
import { VERSIONS } from '../../src/protocol/versions.ts';
import { getProof } from '../api.ts';
import { askServer } from './askChain.ts';
import { type Check, failed, same } from './Check.ts';
import { type ChainView, createChainView } from './chainView.ts';
import { checkChain } from './checkChain.ts';
import { checkProof } from './checkProof.ts';

export interface RoundAudit {
  readonly roundNumber: number;
  readonly owed: boolean;
  /** Nothing was promised: the round was rolled over. */
  readonly calledOff: boolean;
  readonly checks: readonly Check[];
}

interface AuditInput {
  readonly rpcUrl: string;
  /** The one that the site names for all rounds. */
  readonly poolWallet: string;
}

/** Prepares an audit of rounds from the newest to the oldest, which share what was read of the chain. */
export function startAudit({ rpcUrl, poolWallet }: AuditInput) {
  const view = createChainView(askServer(rpcUrl));
  return ({ roundNumber, startsAt }: Pick<RoundSummary, 'roundNumber' | 'startsAt'>) =>
    auditRound(view, { roundNumber, startsAt, poolWallet });
}

interface AuditRoundInput {
  readonly roundNumber: number;
  readonly startsAt: string;
  readonly poolWallet: string;
}

/** Fetches a round's proof and checks all of it, here and on chain. */
async function auditRound(
  view: ChainView,
  { roundNumber, startsAt, poolWallet }: AuditRoundInput,
): Promise<RoundAudit> {
  const proof = await getProof(roundNumber);
  const owed = proof.state === 'committed' || proof.state === 'drawn' || (proof.state === 'held' && !!proof.commitment);
  const wallet = same('Pool wallet is that of every round', proof.commitment?.wallet ?? null, poolWallet);
  const calledOff = proof.state === 'rolled-over';
  const checks = [...recomputed(), wallet];
  if (proof.rules !== null && !isKnown(proof.rules.rules)) return { roundNumber, owed, calledOff, checks };
  const chain = await checkChain(view, { proof, startsAt: Date.parse(startsAt) / 1000 });
  return { roundNumber, owed, calledOff, checks: [...checks, ...chain] };

  function recomputed(): readonly Check[] {
    try {
      // What was called off has no draw: its checks would stay open for ever.
      return checkProof(proof).filter(({ verdict }) => proof.state !== 'rolled-over' || verdict !== 'open');
    } catch (error) {
      return [{ name: 'Proof can be read', ...failed(error instanceof Error ? error.message : String(error)) }];
    }
  }
}

/** A page that was loaded before its server learnt new rules cannot repeat them; the failed proof says so. */
function isKnown(rules: number): boolean {
  return VERSIONS.some(({ version }) => version === rules);
}
