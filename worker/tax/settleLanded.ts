import { RpcError } from '../chain/rpcError.ts';
import { inGroups } from '../engine/inGroups.ts';
import type { SettledStep, StepKey } from '../store/taxSteps.ts';
import { agreeOnLanded } from './agreeOnFigures.ts';
import type { TaxContext } from './context.ts';

/** A step's transaction that has landed, and what that makes of the step and its lines. */
export interface LandedStep {
  readonly step: StepKey;
  readonly signature: string;
  readonly status: 'confirmed' | 'final';
  readonly lines?: 'SUCCESS';
}

/**
 * Writes in one trip what became of steps: of those that have landed with the fee that the chain took, and `others` as
 * they are. What cannot be read now keeps no other waiting: its error is thrown when the others are written.
 */
export async function settleLanded(
  context: Pick<TaxContext, 'tax' | 'rpc' | 'settings'>,
  landed: readonly LandedStep[],
  others: readonly SettledStep[] = [],
): Promise<void> {
  const errors: RpcError[] = [];
  const read = await inGroups(landed, async ({ step, signature, status, lines }): Promise<SettledStep[]> => {
    try {
      const { fee } = await agreeOnLanded(context, signature);
      return [{ step, outcome: { status, signature, fee }, ...(lines && { lines }) }];
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      errors.push(error);
      return [];
    }
  });
  const settled = [...others, ...read.flat()];
  if (settled.length > 0) await context.tax.settleSteps(settled);
  const [error] = errors;
  if (error !== undefined) throw error;
}
