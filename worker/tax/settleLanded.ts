import { RpcError } from '../chain/node/rpcError.ts';
import { inGroups } from '../engine/inGroups.ts';
import type { Pursuit } from '../engine/intention.ts';
import type { SettledStep, StepKey } from '../store/tax/taxSteps.ts';
import { agreeOnLanded } from './agreeOnFigures.ts';
import type { TaxContext } from './context.ts';

/** A step's transaction that has landed, and what that makes of the step and its lines. */
export interface LandedStep {
  readonly step: StepKey;
  readonly signature: string;
  readonly attempt: number;
  readonly status: 'confirmed' | 'final';
  readonly lines?: 'SUCCESS';
}

/**
 * Stores the results of steps in one trip: those that have landed with the fee that the chain took, and `others` as
 * they are. Steps of one kind at the same attempt have the same number of signatures, units and price, so the fee of
 * one is the fee of all: forty harvests cost one look at the chain. What cannot be read now delays no other: its error
 * is thrown when the others are stored.
 */
export async function settleLanded(
  context: Pick<TaxContext, 'tax' | 'rpc' | 'settings'>,
  landed: readonly LandedStep[],
  others: readonly SettledStep[] = [],
): Promise<void> {
  const errors: RpcError[] = [];
  const alike = Map.groupBy(landed, ({ step, attempt }) => `${step.name} ${attempt}`);
  const read = await inGroups([...alike.values()], async (steps): Promise<SettledStep[]> => {
    const fee = await feeOfAny(context, steps, (error) => errors.push(error));
    return fee === null
      ? []
      : steps.map(({ step, signature, status, lines }) => ({
          ...{ step, outcome: { status, signature, fee }, ...(lines && { lines }) },
        }));
  });
  const settled = [...others, ...read.flat()];
  if (settled.length > 0) await context.tax.settleSteps(settled);
  if (settled.length < others.length + landed.length && errors[0] !== undefined) throw errors[0];
}

/** If a step cannot be read, another one with the same cost is looked up, up to this many. */
const MOST_READ = 3;

/** The fee of the first that can be read, lamports; null where none can. */
async function feeOfAny(
  context: Pick<TaxContext, 'rpc' | 'settings'>,
  steps: readonly LandedStep[],
  onError: (error: RpcError) => void,
): Promise<bigint | null> {
  for (const { signature } of steps.slice(0, MOST_READ)) {
    try {
      return (await agreeOnLanded(context, signature)).fee;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      onError(error);
    }
  }
  return null;
}

/**
 * Whether a look found a newly confirmed transaction. Transactions that were sent together land within a second or two
 * of each other. While each look finds more of them, a write for each is not worth it: what was found is in the journal
 * already.
 */
export function hasNews(pursued: readonly { readonly pursuit: Pursuit }[]): boolean {
  return pursued.some(
    ({ pursuit }) => pursuit.kind === 'pending' && pursuit.slot !== null && pursuit.row.state === 'sent',
  );
}
