import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkWitnesses, type WatcherOnChain, type WitnessClaim } from '../../client/audit/checkWitnesses.ts';
import type { WitnessedRound } from '../../src/witness/chooseTestimony.ts';

interface Case {
  readonly name: string;
  readonly expect: string | null;
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

function watchersOf({ claim = {}, memos, doubts, watchers }: Case): readonly WatcherOnChain[] {
  const [first, ...others] = TABLE.watchers;
  if (first === undefined || watchers === 0) return [];
  const texts = { memos: memos ?? first.texts.memos, doubts: doubts ?? [] };
  return [{ claim: { ...first.claim, ...claim }, texts }, ...others];
}

describe('what the watchers wrote', () => {
  it.each(TABLE.cases)('$name', (of) => {
    expect(checkWitnesses(TABLE.round, watchersOf(of))?.state ?? null).toBe(of.expect);
  });

  it('names both roots, and who said nothing', () => {
    const another = TABLE.cases.find(({ name }) => name.includes('another root'));
    const finding = checkWitnesses(TABLE.round, watchersOf(another as Case));
    expect(finding?.value).toContain(TABLE.round.root);
    expect(finding?.value).toContain('cd'.repeat(32));
    const silent = checkWitnesses(TABLE.round, watchersOf({ name: '', expect: null, memos: [], claim: NOTHING }));
    expect(silent?.value).toBe('1 of 2 watchers saw this list; Ada said nothing');
  });
});

const NOTHING = { root: null, entries: null, signature: null, slot: null, blockTime: null };
