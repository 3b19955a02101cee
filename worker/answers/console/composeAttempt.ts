import type { Attempt } from '../../../src/contract/adminRounds.ts';
import type { StoredAttempt } from '../../store/views/console/attempts.ts';
import { isoOfMs } from '../isoTime.ts';

/** An attempt as operators are told of it. */
export function composeAttempt({ signedAt, ...attempt }: StoredAttempt): Attempt {
  return { ...attempt, signedAt: isoOfMs(signedAt) };
}
