import type { Accusation } from '../../src/witness/accuse.ts';
import type { NotJudged } from '../../src/witness/judgeList.ts';

/** What a watcher found out about one round. Times are unix seconds. */
export interface RoundReport {
  readonly round: number;
  readonly endsAt: number;
  /**
   * `same`: nobody is accused. `differs`: somebody is. `no-list`: nothing was committed. `withheld`: the committed list
   * is not shown. `unjudged`: it could not be checked.
   */
  readonly verdict: 'same' | 'differs' | 'no-list' | 'withheld' | 'unjudged';
  /** Roots of the published list and of the one that was seen, hex; null when there is none. */
  readonly publishedRoot: string | null;
  readonly root: string | null;
  readonly entries: number | null;
  readonly accused: readonly Accusation[];
  readonly notJudged: readonly NotJudged[];
  /** How many wallets fit neither reading. */
  readonly suspects: number;
  /** Calls to the RPC server. */
  readonly calls: number;
  /** The testimony's transaction; null when none was written. */
  readonly signature: string | null;
  /** What went wrong, as a sentence; null when nothing did. */
  readonly problem: string | null;
}
