import { RpcError } from '../chain/rpcError.ts';
import { type Step, waitFor } from './step.ts';

const RPC_RETRY_MS = 1_000;

/** Takes a step. No usable answer of the chain is never a decision: the same question is asked again. */
export async function attempt(step: () => Promise<Step>, context: { readonly now: () => number }): Promise<Step> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    console.warn(error.message);
    return waitFor(context, RPC_RETRY_MS, error.summary);
  }
}
