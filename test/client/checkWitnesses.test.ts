import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkWitnesses, type WatcherOnChain, type WitnessClaim } from '../../client/audit/checkWitnesses.ts';
import type { WitnessedRound } from '../../src/witness/chooseTestimony.ts';

interface Case {
  readonly name: string;
  readonly expect: string;
  /** Of different operators; 1 where a case says nothing else. */
  readonly quorum?: number;
  /** Of the first watcher, instead of its own. */
  readonly operator?: string;
  /** Parts of the first watcher's claim that are replaced. */
  readonly claim?: Partial<WitnessClaim>;
  /** What the first watcher wrote, instead of its honest memo. */
  readonly memos?: WatcherOnChain['texts']['memos'];
  readonly doubts?: readonly string[];
  readonly watchers?: 0;
}

/** The table that the verifier in Python judges as well. */
const TABLE = JSON.parse(readFileSync(new URL('../independent/witnesses.json', import.meta.url), 'utf8')) as {
  readonly round: WitnessedRound;
  readonly watchers: readonly WatcherOnChain[];
  readonly cases: readonly Case[];
};

function watchersOf({ claim = {}, memos, doubts, operator, watchers }: Case): readonly WatcherOnChain[] {
  const [first, ...others] = TABLE.watchers;
  if (first === undefined || watchers === 0) return [];
  const texts = { memos: memos ?? first.texts.memos, doubts: doubts ?? [] };
  const { claim: own } = first;
  const claimed = own && { ...own, ...claim };
  return [{ ...first, operator: operator ?? first.operator, claim: claimed, texts }, ...others];
}

describe('what the watchers wrote', () => {
  it.each(TABLE.cases)('$name', (of) => {
    const { state, value } = checkWitnesses(TABLE.round, watchersOf(of), of.quorum ?? 1);
    expect(state, value).toBe(of.expect);
  });

  it('names another root, and who did not testify', () => {
    const another = TABLE.cases.find(({ name }) => name.includes('another root'));
    const finding = checkWitnesses(TABLE.round, watchersOf(another as Case), 1);
    expect(finding.value).toContain('cd'.repeat(32));
    const silent = checkWitnesses(TABLE.round, watchersOf({ name: '', expect: '', memos: [], claim: NOTHING }), 1);
    expect(silent.value).toBe('1 of 2 operators saw this list, 1 are needed; Ada did not testify');
  });
});

const NOTHING = { root: null, entries: null, signature: null, slot: null, blockTime: null };
