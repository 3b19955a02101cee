import { agreeOnLanded } from './agreeOnFigures.ts';
import { stepKey, type TaxContext } from './context.ts';

/**
 * Lamports of fees that the chain has taken for a cycle so far: of what landed, and of attempts that landed and
 * failed. What the journal calls expired has cost nothing.
 */
export async function feesPaid(
  context: Pick<TaxContext, 'tax' | 'journal' | 'agree' | 'settings'>,
  cycle: number,
): Promise<bigint> {
  const { tax, journal } = context;
  let sum = 0n;
  for (const step of await tax.steps(cycle)) {
    const attempts = await journal.attempts(stepKey(cycle, step.name, step.part));
    const failed = attempts.filter((attempt) => attempt.state === 'failed');
    for (const { signature } of failed) sum += (await agreeOnLanded(context, signature)).fee;
    sum += step.status === 'failed' ? 0n : (step.fee ?? 0n);
  }
  return sum;
}
