import { type Decoded, NOTHING, u32At, u64At } from './effect.ts';
import type { Instruction } from './parseTransaction.ts';
import { refuse } from './refusal.ts';

const SET_LIMIT = 2;
const SET_PRICE = 3;
/** Sets how much account data may be loaded. It can only make the transaction cheaper, or make it fail. */
const SET_LOADED_BYTES = 4;

/**
 * What an instruction of the compute budget program does (`ComputeBudgetInstruction`). It may set the limit of compute
 * units, their price, or the limit of loaded data. Any other instruction is refused.
 */
export function decodeBudget({ data }: Instruction): Decoded {
  const tag = data[0];
  if (tag === SET_LIMIT && data.length === 5) return { kind: 'compute-limit', units: u32At(data, 1) };
  if (tag === SET_PRICE && data.length === 9) return { kind: 'compute-price', price: u64At(data, 1) };
  if (tag === SET_LOADED_BYTES && data.length === 5) return NOTHING;
  return refuse('foreign-instruction', `instruction ${tag} of the compute budget program`);
}
