import type { Fairness } from '../../../src/contract/fairness.ts';
import type { Reads } from '../../store/rows/reads.ts';
import { readFairness } from '../../store/views/rounds/fairness.ts';
import { isoOfMs } from '../isoTime.ts';

/** The stored counts of who won, over all rounds; null before they were first made. */
export async function answerFairness(db: Reads): Promise<Fairness | null> {
  const found = await readFairness(db);
  return found && { ...found.counts, updatedAt: isoOfMs(found.countedAt) };
}
