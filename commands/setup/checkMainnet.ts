import { type Finding, note, problem } from './Finding.ts';
import type { SetupInput } from './SetupInput.ts';

const MAINNET = 'mainnet-beta';

/** Real money needs the explicit word `--mainnet`. If CLUSTER is not set, it is the worker's default, mainnet. */
export function checkMainnet({
  kept,
  isMainnetMeant,
}: Pick<SetupInput, 'kept' | 'isMainnetMeant'>): readonly Finding[] {
  if ((kept.answers().CLUSTER ?? MAINNET) !== MAINNET) return [];
  return isMainnetMeant
    ? [note('cluster', 'mainnet: prizes are real money')]
    : [
        problem(
          'cluster',
          'CLUSTER is mainnet-beta, where prizes are real money. Play a round on devnet first; then say it: --mainnet.',
        ),
      ];
}
