import { base64 } from '@scure/base';
import { type AskChain, isIndex, refusalCode } from './askChain.ts';

/** Whether a mark exists. `until`: up to which time its absence is known, in unix seconds; 0 if it exists. */
export interface MarkSeen {
  readonly exists: boolean;
  readonly until: number;
}

/** If a slot has no block, earlier slots are tried: this many in all. */
const NEAR_SLOTS = 8;

/** Reads from finalized state whether a mark exists. Throws when the server does not answer. */
export async function readMark(ask: AskChain, address: string): Promise<MarkSeen> {
  const answer = await ask('getAccountInfo', [address, { encoding: 'base64', commitment: 'finalized' }]);
  const { slot, value } = readAnswer(answer);
  return isMade(value) ? { exists: true, until: 0 } : { exists: false, until: await timeUpTo(ask, slot) };
}

/** Like `readMark`, for up to 100 marks, in their order. */
export async function readManyMarks(ask: AskChain, addresses: readonly string[]): Promise<readonly MarkSeen[]> {
  const answer = await ask('getMultipleAccounts', [addresses, { encoding: 'base64', commitment: 'finalized' }]);
  const { slot, value } = readAnswer(answer);
  if (!Array.isArray(value) || value.length !== addresses.length) throw new Error(NO_SENSE);
  const absent = { exists: false, until: await timeUpTo(ask, slot) };
  return value.map((account) => (isMade(account) ? { exists: true, until: 0 } : absent));
}

const NO_SENSE = 'the RPC server’s answer makes no sense';

function readAnswer(answer: unknown): { readonly slot: number; readonly value: unknown } {
  const { context, value } = (answer ?? {}) as { context?: { slot?: unknown }; value?: unknown };
  const slot = context?.slot;
  if (!isIndex(slot) || value === undefined) throw new Error(NO_SENSE);
  return { slot, value };
}

/** Whether an account is a mark: it has exactly one byte. `makesMark` says why nothing removes that byte. */
function isMade(account: unknown): boolean {
  if (account === null) return false;
  const { data } = account as { data?: unknown };
  const [text] = Array.isArray(data) ? (data as readonly unknown[]) : [];
  if (typeof text !== 'string') throw new Error(NO_SENSE);
  return bytesOf(text, NO_SENSE).length === 1;
}

/** The bytes of a base64 text. For any other text throws an Error with the sentence `otherwise`. */
export function bytesOf(text: string, otherwise: string): Uint8Array {
  try {
    return base64.decode(text);
  } catch {
    throw new Error(otherwise);
  }
}

/** The time of a slot, or of the last block before it; unix seconds. Throws when none is known. */
export async function timeUpTo(ask: AskChain, slot: number): Promise<number> {
  for (let near = slot; near > slot - NEAR_SLOTS && near >= 0; near--) {
    const time = await blockTimeOf(ask, near).catch((error: unknown) => {
      if (refusalCode(error) === null) throw error;
      return null;
    });
    if (time !== null) return time;
  }
  throw new Error(`the time of slot ${slot} is not known to this RPC server`);
}

/**
 * A time, unix seconds, that is not before that of a slot: the time of the first finalized block that the server knows
 * in this slot or later. Times never fall from block to block (Agave, `update_clock` in `runtime/src/bank.rs`). Throws
 * when the server knows no such block, or not its time.
 */
export async function timeFrom(ask: AskChain, slot: number): Promise<number> {
  const answer = await ask('getBlocksWithLimit', [slot, 1, { commitment: 'finalized' }]);
  if (!Array.isArray(answer)) throw new Error(NO_SENSE);
  if (answer.length === 0) throw new Error(`no block from slot ${slot} on is known to this RPC server`);
  const [first] = answer as readonly unknown[];
  if (!isIndex(first) || first < slot) throw new Error(NO_SENSE);
  const time = await blockTimeOf(ask, first);
  if (time === null) throw new Error(`the time of slot ${first} is not known to this RPC server`);
  return time;
}

/** A block's time, unix seconds; null when the server does not know it. */
export async function blockTimeOf(ask: AskChain, slot: number): Promise<number | null> {
  const time = await ask('getBlockTime', [slot]);
  if (time === null || isIndex(time)) return time;
  throw new Error(NO_SENSE);
}
