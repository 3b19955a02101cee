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

/**
 * True when this server's finalized ledger holds a slot: only then does "not found" say something about what is in it.
 */
export async function isSlotCovered(ask: AskChain, slot: number): Promise<boolean> {
  if ((await askNumber(ask, 'getFirstAvailableBlock', [])) > slot) return false;
  return (await newestSlot(ask)) >= slot;
}

/**
 * A block's time, unix seconds; null when the server does not know it. Transactions' own times are wrong on some local
 * runtimes.
 */
export async function blockTimeOf(ask: AskChain, slot: number): Promise<number | null> {
  const time = await ask('getBlockTime', [slot]);
  return typeof time === 'number' ? time : null;
}

function newestSlot(ask: AskChain): Promise<number> {
  return askNumber(ask, 'getSlot', [{ commitment: 'finalized' }]);
}

async function askNumber(ask: AskChain, method: string, params: readonly unknown[]): Promise<number> {
  const answer = await ask(method, params);
  if (typeof answer !== 'number') throw new Error(`the RPC server gave no number for ${method}`);
  return answer;
}
