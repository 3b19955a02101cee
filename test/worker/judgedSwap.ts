import { checkSwap, type SwapOrder } from '../../worker/swap/check/checkSwap.ts';
import type { LookupTable } from '../../worker/swap/check/lookupTable.ts';
import type { SwapReason } from '../../worker/swap/check/refusal.ts';
import { compile, type Draft, HONEST, ORDER } from './swapDrafts.ts';

export const HONEST_MAKER = HONEST['the market-maker'] ?? [];

/** The result of checking a draft. */
export function judge(draft: Draft, order: SwapOrder = ORDER, tables: readonly LookupTable[] = []) {
  return checkSwap(compile(draft), order, tables);
}

export function reasonOf(
  draft: Draft,
  order: SwapOrder = ORDER,
  tables: readonly LookupTable[] = [],
): SwapReason | 'accepted' {
  const check = judge(draft, order, tables);
  return check.ok ? 'accepted' : check.reason;
}
