import type { AskChain } from './askChain.ts';

/** A chain's own first slots: a ledger from here on is whole. */
const FIRST_SLOTS = 32;

/**
 * From when on this server knows the chain, unix seconds; -Infinity from the very beginning. A restarted node forgets
 * what was before.
 */
export async function ledgerBegin(ask: AskChain): Promise<number> {
  const slot = await askNumber(ask, 'getFirstAvailableBlock', []);
  return slot <= FIRST_SLOTS ? Number.NEGATIVE_INFINITY : askNumber(ask, 'getBlockTime', [slot]);
}

/** The time of the newest finalized block this server has seen, unix seconds. */
export async function newestBlockTime(ask: AskChain): Promise<number> {
  return askNumber(ask, 'getBlockTime', [await newestSlot(ask)]);
}

function newestSlot(ask: AskChain): Promise<number> {
  return askNumber(ask, 'getSlot', [{ commitment: 'finalized' }]);
}

async function askNumber(ask: AskChain, method: string, params: readonly unknown[]): Promise<number> {
  const answer = await ask(method, params);
  if (typeof answer !== 'number') throw new Error(`the RPC server gave no number for ${method}`);
  return answer;
}
