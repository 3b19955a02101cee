import type { Operations } from '../../../src/contract/operations.ts';

export type RoundExit = Operations['rounds'][number]['exits'][number];
type CycleExit = Operations['cycles'][number]['exits'][number];

/** A held round or a waiting tax cycle, and what a person wants to do with it. `id` is its number. */
export type ExitCall =
  | { readonly kind: 'round'; readonly id: number; readonly exit: RoundExit }
  | { readonly kind: 'cycle'; readonly id: number; readonly exit: CycleExit };

interface ExitWords {
  /** What the exit does, in the line beside its button. */
  readonly brief: string;
  readonly means: readonly string[];
  /** What the round or cycle is afterwards, in one word. */
  readonly done: string;
  readonly isFinal: boolean;
  /** Whether a person may name the transaction that made a mark of the hour. */
  readonly mayName: boolean;
}

const ROUND: Readonly<Record<RoundExit, ExitWords>> = {
  release: {
    brief: 'Goes on where it stopped, unless its payment is on chain already.',
    means: [
      'First the Solana nodes are asked for the mark of the round’s payment. If the mark exists, or a payment of ours is on its way, the round stays held.',
      'Otherwise every check runs again and the round goes on where it stopped. Its payment makes the mark, which the chain accepts once.',
    ],
    done: 'released',
    isFinal: false,
    mayName: false,
  },
  close: {
    brief: 'Ends it as the chain shows it: as paid, or as called off. This cannot be taken back.',
    means: [
      'The round ends as its marks on the chain say: as paid, by the transaction that made the mark of its payment, or as called off, when nothing was promised. If it was committed in time and is not paid, this is refused.',
      'A plain transfer makes no mark, so it does not count as the payment.',
      'A closed round cannot be opened again.',
    ],
    done: 'closed',
    isFinal: true,
    mayName: true,
  },
  shelve: {
    brief: 'Everybody sees that it is owed, and nobody is reminded of it any more. It can be released later.',
    means: [
      'The round is shown to everybody as owed, its prizes stay set aside in the pool, and nobody is reminded of it any more.',
      'It can be released or closed later.',
    ],
    done: 'shelved',
    isFinal: false,
    mayName: true,
  },
};

const CYCLE: Readonly<Record<CycleExit, ExitWords>> = {
  release: {
    brief: 'Tries again where it stopped, unless the chain has payments of it that are not stored here.',
    means: [
      'First the chain is searched for payments of this cycle that are not stored here. If there are any, they are shown here and the cycle stays as it is.',
      'Otherwise the cycle tries again where it stopped, and every check runs again before anything is signed.',
    ],
    done: 'released',
    isFinal: false,
    mayName: false,
  },
  close: {
    brief: 'Ends it as the chain says; what is left joins the next cycle. This cannot be taken back.',
    means: [
      'The cycle ends as the chain says it did. What is neither paid nor spent joins the next cycle. Where the chain cannot tell what the cycle has paid, nothing joins the next cycle: what is left stays in the tax wallet, and an alert says so.',
      'A closed cycle cannot be opened again.',
    ],
    done: 'closed',
    isFinal: true,
    mayName: false,
  },
};

/** The words for a call: what it will do, and what is said once it is done. */
export function exitWords(call: ExitCall): ExitWords {
  return call.kind === 'round' ? ROUND[call.exit] : CYCLE[call.exit];
}

/** `round 512`. */
export const subjectText = ({ kind, id }: Pick<ExitCall, 'kind' | 'id'>): string =>
  kind === 'round' ? `round ${id}` : `tax cycle ${id}`;

/** `Release`. */
export const exitName = ({ exit }: Pick<ExitCall, 'exit'>): string => `${exit.charAt(0).toUpperCase()}${exit.slice(1)}`;

/** `Release round 512`. */
export const exitText = (call: ExitCall): string => `${exitName(call)} ${subjectText(call)}`;
