import { readLanded } from '../chain/readLanded.ts';
import { stepKey, type TaxContext } from './context.ts';

/**
 * Lamports of fees that the chain has taken for a cycle so far: of what landed, and of attempts that landed and failed. What the
 * journal calls expired has cost nothing.
 */
export async function feesPaid({ tax, journal, rpc, settings }: TaxContext, cycle: number): Promise<bigint> {
  let sum = 0n;
  for (const step of await tax.steps(cycle)) {
    const attempts = await journal.attempts(stepKey(cycle, step.name, step.part));
    const failed = attempts.filter((attempt) => attempt.state === 'failed');
    for (const { signature } of failed)
      sum += (await rpc.read((node) => readLanded(node, { signature, mint: settings.mint }))).fee;
    sum += step.status === 'failed' ? 0n : (step.fee ?? 0n);
  }
  return sum;
}
