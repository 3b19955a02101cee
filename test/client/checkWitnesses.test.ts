import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  checkWitnesses,
  type SaidOnChain,
  type WatcherOnChain,
  type WitnessClaim,
} from '../../client/audit/check/checkWitnesses.ts';

type Said = Omit<WitnessClaim, 'name' | 'address'>;

interface TableWatcher {
  readonly name: string;
  readonly operator: string;
  readonly address: string;
  readonly said: Said;
}

interface Case {
  readonly name: string;
  readonly expect: string;
  readonly quorum?: number;
  /** Of the first watcher: parts that are replaced. */
  readonly said?: Partial<Said> | null;
  readonly claim?: Partial<Said>;
  readonly operator?: string;
  readonly unknown?: boolean;
  readonly watchers?: 0;
}

/** The table that the verifier in Python judges as well. */
const TABLE = JSON.parse(readFileSync(new URL('../independent/witnesses.json', import.meta.url), 'utf8')) as {
  readonly root: string;
  readonly watchers: readonly TableWatcher[];
  readonly cases: readonly Case[];
};

function watched({ name, address, ...of }: TableWatcher, altered: Partial<Case>): WatcherOnChain {
  return {
    ...{ name, operator: altered.operator ?? of.operator },
    claim: { name, address, ...of.said, ...altered.claim },
    said: altered.said === null ? null : onChain({ ...of.said, ...altered.said }),
    ...{ why: altered.unknown ? 'nobody shows it' : null, isUnknown: altered.unknown ?? false },
  };
}

function onChain({ root, entries, unjudged, signature, slot, blockTime }: Said): SaidOnChain {
  const seen = root === null || entries === null || unjudged === null ? null : { root, entries, unjudged };
  return { seen, signature: signature ?? '', slot: slot ?? 0, blockTime: blockTime ?? 0 };
}

function judge(of: Partial<Case>) {
  const watchers = TABLE.watchers.map((one, index) => watched(one, index === 0 ? of : {}));
  return checkWitnesses(TABLE.root, of.watchers === 0 ? [] : watchers, of.quorum ?? 1);
}

const NOTHING = { root: null, entries: null, unjudged: null, signature: null, slot: null, blockTime: null };

describe('what the watchers said', () => {
  it.each(TABLE.cases)('$name', (of) => {
    const { state, value } = judge(of);
    expect(state, value).toBe(of.expect);
  });

  it('names another root, who did not testify, who was shown no list, and how many wallets were not judged', () => {
    const other = 'cd'.repeat(32);
    const saidOf = (of: Partial<Case>) => judge(of).value.split('; ').slice(1);
    expect(saidOf({ said: { root: other }, claim: { root: other } })).toEqual([`Ada (Ada’s house) saw root ${other}`]);
    expect(saidOf({ said: null, claim: NOTHING })).toEqual(['Ada did not testify']);
    expect(saidOf({ said: null, unknown: true })).toEqual(['what Ada said is not known (nobody shows it)']);
    const none = { root: null, entries: null, unjudged: null };
    expect(saidOf({ said: none, claim: none })).toEqual(['Ada (Ada’s house) was shown no list']);
    expect(saidOf({ said: { unjudged: 4 }, claim: { unjudged: 4 } })).toEqual(['4 wallets not judged by Ada']);
  });
});
