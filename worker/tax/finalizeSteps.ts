import * as z from 'zod';
import { withContext } from '../chain/rpcNode.ts';
import type { TaxCycle } from '../store/taxRows.ts';
import type { SettledStep } from '../store/taxSteps.ts';
import type { TaxContext } from './context.ts';

/** The most signatures that one call answers. */
const PAGE = 256;
const statuses = withContext(
  z.array(z.object({ err: z.unknown(), confirmationStatus: z.string().nullable() }).nullable()),
);

/**
 * Harvests and the withdrawal were left behind as confirmed; by now the chain has made them final. Only what is shown
 * depends on it, so one node is asked, for all of them at once.
 */
export async function finalizeSteps({ tax, rpc }: TaxContext, cycle: TaxCycle): Promise<void> {
  const steps = (await tax.steps(cycle.id))
    .flatMap((step) =>
      step.status === 'confirmed' && step.signature !== null ? [{ ...step, signature: step.signature }] : [],
    )
    .slice(0, PAGE);
  if (steps.length === 0) return;
  const asked = [steps.map(({ signature }) => signature), { searchTransactionHistory: true }];
  const { value } = await rpc.read((node) => node.call('getSignatureStatuses', asked, statuses));
  const final = steps.flatMap((step, i): SettledStep[] => {
    const status = value[i];
    const isFinal = status && (status.confirmationStatus ?? 'finalized') === 'finalized';
    if (!isFinal || (status.err !== null && status.err !== undefined)) return [];
    return [{ step, outcome: { status: 'final', signature: step.signature, fee: step.fee } }];
  });
  if (final.length > 0) await tax.settleSteps(final);
}
