import { type Finding, note, problem } from './Finding.ts';

const MAINNET = 'mainnet-beta';

interface MainnetInput {
  readonly answers: Readonly<Record<string, string>>;
  readonly isMainnetMeant: boolean;
}

/** Real money needs the explicit word `--mainnet`. If CLUSTER is not set, it is the worker's default, mainnet. */
export function checkMainnet({ answers, isMainnetMeant }: MainnetInput): readonly Finding[] {
  if ((answers.CLUSTER ?? MAINNET) !== MAINNET) return [];
  return isMainnetMeant
    ? [note('cluster', 'mainnet: prizes are real money')]
    : [
        problem(
          'cluster',
          'CLUSTER is mainnet-beta, where prizes are real money. Play a round on devnet first; then say it: --mainnet.',
        ),
      ];
}
