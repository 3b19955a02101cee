import { expect } from 'vitest';
import { type AcceptedSwap, checkSwap, type SwapOrder } from '../../worker/swap/check/checkSwap.ts';
import type { LookupTable } from '../../worker/swap/check/lookupTable.ts';
import type { SwapReason, SwapRefusal } from '../../worker/swap/check/refusal.ts';
import { compile, type Draft, HONEST, ORDER } from './swapDrafts.ts';

export const HONEST_MAKER = HONEST['the market-maker'] ?? [];

/** What a refusal says to a person: one line, whatever the reason is. */
export const A_SENTENCE = /^\S.{9,199}$/;

/** The result of checking a transaction. A refusal that says nothing fails every test. */
export function judgeBytes(
  bytes: Uint8Array,
  order: SwapOrder = ORDER,
  tables: readonly LookupTable[] = [],
): AcceptedSwap | SwapRefusal {
  const check = checkSwap(bytes, order, tables);
  if (!check.ok) expect(check.detail).toMatch(A_SENTENCE);
  return check;
}

/** The result of checking a draft. */
export function judge(draft: Draft, order: SwapOrder = ORDER, tables: readonly LookupTable[] = []) {
  return judgeBytes(compile(draft), order, tables);
}

export function reasonOf(
  draft: Draft,
  order: SwapOrder = ORDER,
  tables: readonly LookupTable[] = [],
): SwapReason | 'accepted' {
  const check = judge(draft, order, tables);
  return check.ok ? 'accepted' : check.reason;
}
