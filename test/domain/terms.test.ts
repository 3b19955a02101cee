import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { address, addressOf } from '../../src/address/address.ts';
import { markOf } from '../../src/marks/readForm.ts';
import { CURRENT_ARITHMETIC } from '../../src/protocol/arithmeticOf.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import {
  type Announced,
  announcedOf,
  announceMemo,
  contradiction,
  readAnnounceMemo,
} from '../../src/terms/announceMemo.ts';
import { announcers, termsSeed } from '../../src/terms/announcement.ts';
import { canonicalJson, type Json } from '../../src/terms/canonicalJson.ts';
import { countTerms, type MadeTerms, termsInForce } from '../../src/terms/countTerms.ts';
import { judgeTerms } from '../../src/terms/judgeTerms.ts';
import { readTerms } from '../../src/terms/readTerms.ts';
import { shownTerms } from '../../src/terms/shownTerms.ts';
import { canonicalTerms, type Terms, termsHash } from '../../src/terms/Terms.ts';
import { termsProblems } from '../../src/terms/termsProblems.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';

interface TermsTable {
  readonly lottery: { readonly mint: string; readonly authority: string };
  readonly first: {
    readonly terms: Terms;
    readonly canonical: string;
    readonly hash: string;
    readonly memo: string;
    readonly mark: string;
  };
  readonly cases: readonly {
    readonly name: string;
    readonly counted: readonly number[];
    readonly made: readonly {
      readonly slot: number;
      readonly time: number;
      readonly memo: string | null;
      readonly signers: readonly string[];
    }[];
  }[];
  readonly texts: readonly {
    readonly name: string;
    readonly usable: boolean;
    readonly text: string;
    readonly memo: string;
    readonly previous: string | null;
  }[];
}

/** So many watchers, each with an operator of its own. */
const many = (count: number): Terms['watchers'] =>
  Array.from({ length: count }, (_, index) => addressOf(Uint8Array.of(index + 1, ...Array(31).fill(9))))
    .sort()
    .map((one) => [one, one.slice(0, 8), one] as const);

/** The table that every implementation shares; the second one, in Python, makes it. */
const TABLE = JSON.parse(readFileSync(new URL('../independent/terms.json', import.meta.url), 'utf8')) as TermsTable;
const { terms: FIRST, canonical: TEXT } = TABLE.first;
const [A, MINT] = [address(TABLE.lottery.authority), address(TABLE.lottery.mint)];

describe('terms', () => {
  it('have these bytes, this hash, this memo and this mark', () => {
    expect(canonicalTerms(FIRST)).toBe(TEXT);
    expect(termsHash(FIRST)).toBe(TABLE.first.hash);
    expect(announceMemo(announcedOf(FIRST))).toBe(TABLE.first.memo);
    expect(markOf({ base: A, seed: termsSeed(1) })).toBe(TABLE.first.mark);
  });

  it('are read from their text, obey the rules, and are those that were announced', () => {
    expect(readTerms(TEXT)).toEqual({ terms: FIRST, problem: null });
    expect(termsProblems(FIRST)).toEqual([]);
    expect(contradiction(FIRST, announcedOf(FIRST))).toBeNull();
  });

  it.each([
    ['a list', '[]', 'terms: no object'],
    ['nothing', 'null', 'terms: no object'],
    ['a number', '7', 'terms: no object'],
    ['no network', TEXT.replace(/"drand":\{[^}]*\}/, '"drand":[]'), 'drand: no object'],
    ['half of it', TEXT.slice(0, 100), 'no JSON'],
    ['a lone surrogate', TEXT.replace('Ada', '\\ud800'), 'watchers: no text of 1 to 1000 characters'],
    ['an empty name', TEXT.replace('"Ada"', '""'), 'watchers: no text of 1 to 1000 characters'],
    ['a long name', TEXT.replace('Ada', 'x'.repeat(1_001)), 'watchers: no text of 1 to 1000 characters'],
    ['a name that is a number', TEXT.replace('"Ada"', '7'), 'watchers: no text of 1 to 1000 characters'],
    ['a watcher without an operator', TEXT.replace(/"Ada",/, ''), 'watchers: an item that has not 3 parts'],
    ['a place that is a text', TEXT.replace('"places":[', '"places":["7",'), 'places: no whole number'],
    ['no list of places', TEXT.replace(/"places":\[[^\]]*\]/, '"places":7'), 'places: no list'],
    ['a negative number', TEXT.replace('"top":0', '"top":-1'), 'top: no whole number'],
    ['a threshold with a leading zero', TEXT.replace('"threshold":"', '"threshold":"0'), 'threshold: not of its form'],
    [
      'a threshold that is a number',
      TEXT.replace(/"threshold":"(\d+)"/, '"threshold":$1'),
      'threshold: not of its form',
    ],
    [
      'a threshold of 21 digits',
      TEXT.replace(/"threshold":"/, `"threshold":"${'1'.repeat(21)}`),
      'threshold: not of its form',
    ],
    ['a key that is too long', TEXT.replace('"publicKey":"', '"publicKey":"0'), 'drand.publicKey: not of its form'],
    [
      'a key that ends in a line',
      TEXT.replace(/("publicKey":"[0-9a-f]+)/, '$1\\n'),
      'drand.publicKey: not of its form',
    ],
    ['no pool', TEXT.replace(/"pool":"[^"]+"/, '"pool":null'), 'pool: no address'],
    ['a pool of 31 bytes', TEXT.replace(/"pool":"[^"]+"/, `"pool":"${'1'.repeat(31)}"`), 'pool: no address'],
    ['a short hash before it', TEXT.replace('"previous":null', '"previous":"ab"'), 'previous: not of its form'],
    [
      'a long hash before it',
      TEXT.replace('"previous":null', `"previous":"${'a'.repeat(65)}"`),
      'previous: not of its form',
    ],
    ['white space', TEXT.replace(',', ', '), 'a text that is not canonical'],
    ['a fraction', TEXT.replace('"top":0', '"top":0.0'), 'a text that is not canonical'],
    ['an exponent', TEXT.replace('"length":3600', '"length":36e2'), 'a text that is not canonical'],
    ['a doubled name', TEXT.replace('"top":0', '"top":1,"top":0'), 'a text that is not canonical'],
    ['a member more', TEXT.replace('{"authority"', '{"zzz":1,"authority"'), 'a text that is not canonical'],
    ['an escape that is not needed', TEXT.replace('Ada', '\\u0041da'), 'a text that is not canonical'],
    ['a member less', TEXT.replace('"top":0,', ''), 'top: no whole number'],
    ['another type', TEXT.replace('"quorum":2', '"quorum":"2"'), 'quorum: no whole number'],
  ])('say why they are not read from %s', (_what, text, problem) => {
    expect(readTerms(text)).toEqual({ terms: null, problem });
  });

  it.each(Object.keys(FIRST))('name their member %s when it is not what it has to be', (name) => {
    const { problem } = readTerms(canonicalJson({ ...FIRST, [name]: false as never }));
    expect(problem).toMatch(new RegExp(`^${name}: `));
  });

  it.each(['publicKey', 'genesis', 'period'])('name the member %s of the network', (name) => {
    const { problem } = readTerms(canonicalJson({ ...FIRST, drand: { ...FIRST.drand, [name]: false as never } }));
    expect(problem).toMatch(new RegExp(`^drand.${name}: `));
  });

  it.each(['excluded', 'watchers'])('name what is wrong in an item of %s', (name) => {
    for (const item of [
      false,
      [],
      [FIRST.pool, 'a', 'b', 'c'],
      [[FIRST.pool], 'a', 'b'].slice(0, name === 'excluded' ? 2 : 3),
    ])
      expect(readTerms(canonicalJson({ ...FIRST, [name]: [item as never] })).problem).toMatch(new RegExp(`^${name}: `));
    for (const at of [0, 1, 2].slice(0, name === 'excluded' ? 2 : 3)) {
      const item = [FIRST.pool, 'a', 'b'].slice(0, name === 'excluded' ? 2 : 3).with(at, '');
      expect(readTerms(canonicalJson({ ...FIRST, [name]: [item] })).problem).toMatch(
        new RegExp(`^${name}: no (text|address)`),
      );
    }
  });

  it('are read with names of 1 to 1,000 characters', () => {
    for (const name of ['x', 'x'.repeat(1_000)]) expect(readTerms(TEXT.replace('Ada', name)).problem).toBeNull();
  });

  it.each<[string, Partial<Terms>]>([
    ['terms is below 1', { terms: 0 }],
    ['genesis is below 1', { genesis: 0, drand: { ...FIRST.drand, genesis: 0 } }],
    ['watchers has more than 16 items', { watchers: many(17), quorum: 9 }],
    ['10 s ≤ lock < length does not hold', { lock: 9, lead: 3 }],
    ['10 s ≤ lock < length does not hold', { lock: 3_600, lead: 20 }],
    ['lead is not min(20, floor(lock / 3))', { lead: 19 }],
    ['not every round ends at the time of a beacon', { genesis: FIRST.genesis + 1 }],
    ['not every round ends at the time of a beacon', { drand: { ...FIRST.drand, period: 0 } }],
    ['not every round ends at the time of a beacon', { drand: { ...FIRST.drand, period: -3 } }],
    ['not every round ends at the time of a beacon', { length: FIRST.length + 1 }],
    ['not every round ends at the time of a beacon', { genesis: FIRST.drand.genesis - FIRST.drand.period }],
    ['from is below 1', { from: 0 }],
    ['share is not 20', { share: 30 }],
    ['places are not 70,20,10', { places: [80, 10, 10] }],
    ['threshold is no u64', { threshold: '18446744073709551616' }],
    ['excluded is not sorted by address, or repeats one', { excluded: FIRST.excluded.toReversed() }],
    [
      'excluded is not sorted by address, or repeats one',
      { excluded: [...FIRST.excluded, ...FIRST.excluded.slice(-1)] },
    ],
    [`excluded does not name ${FIRST.pool}`, { excluded: FIRST.excluded.filter(([one]) => one !== FIRST.pool) }],
    [`excluded does not name ${FIRST.mint}`, { excluded: FIRST.excluded.filter(([one]) => one !== FIRST.mint) }],
    [`excluded does not name ${A}`, { excluded: FIRST.excluded.filter(([one]) => one !== A) }],
    ['watchers is not sorted by address, or repeats one', { watchers: FIRST.watchers.toReversed() }],
    ['quorum is no majority of 2 operators', { quorum: 1 }],
    ['quorum is no majority of 2 operators', { quorum: 3 }],
    ['quorum is no majority of 0 operators', { watchers: [], quorum: 1 }],
    ['the first announcement names terms before it', { previous: '00'.repeat(32) }],
  ])('break a rule: %s', (problem, altered) => {
    expect(termsProblems({ ...FIRST, ...altered })).toEqual([problem]);
  });

  it('count an operator once, however many watchers it has', () => {
    const watchers = FIRST.watchers.map(([one, name]) => [one, name, 'one house'] as const);
    expect(termsProblems({ ...FIRST, watchers, quorum: 1 })).toEqual([]);
    expect(termsProblems({ ...FIRST, watchers, quorum: 2 })).toHaveLength(1);
    expect(termsProblems({ ...FIRST, watchers: [], quorum: 0 })).toEqual([]);
  });

  it('are kept by the smallest values that there can be', () => {
    const { drand } = FIRST;
    for (const [genesis, beacons] of [
      [1, 1],
      [4, 1],
    ] as const)
      expect(termsProblems({ ...FIRST, genesis, drand: { ...drand, genesis: beacons } })).toEqual([]);
    expect(termsProblems({ ...FIRST, lock: 10, lead: 3 })).toEqual([]);
    expect(termsProblems({ ...FIRST, lock: FIRST.length - 1 })).toEqual([]);
    expect(termsProblems({ ...FIRST, terms: 2, previous: '00'.repeat(32) })).toEqual([]);
    expect(termsProblems({ ...FIRST, threshold: '18446744073709551615' })).toEqual([]);
    expect(termsProblems({ ...FIRST, watchers: many(16), quorum: 9 })).toEqual([]);
  });

  it('differ from any other announcement, and the difference is named', () => {
    const said = announcedOf(FIRST);
    expect(contradiction(FIRST, { ...said, from: 2 })).toBe('announced was from=2, and the terms say from=1');
    expect(contradiction({ ...FIRST, top: 5 }, said)).toContain('announced was hash=');
  });
});

describe('a text that is shown for terms that count', () => {
  const asked = { mint: MINT, authority: A, network: QUICKNET };

  it.each(TABLE.texts)('$name: can be used: $usable', ({ usable, text, memo, previous }) => {
    const said = readAnnounceMemo(memo) ?? announcedOf(FIRST);
    expect(announceMemo(said)).toBe(memo);
    const { terms, problem } = judgeTerms(text, { ...asked, said, previous });
    if (usable) expect(terms && canonicalTerms(terms), `${problem}`).toBe(text);
    else expect([terms, problem]).toEqual([null, expect.stringMatching(/./)]);
  });

  /** Terms with a number of exclusions, each with this reason. */
  const withExcluded = (count: number, reason: string): Terms => {
    const more = Array.from({ length: count - 3 }, (_, index) =>
      addressOf(Uint8Array.from({ length: 32 }, (_byte, at) => [1, index % 256, index >> 8][at] ?? 0)),
    );
    const named = [...new Set([...more, A, address(FIRST.pool), address(FIRST.mint)])].sort();
    expect(named).toHaveLength(count);
    return { ...FIRST, excluded: named.map((one) => [address(one), reason]) };
  };
  const judged = (terms: Terms) =>
    judgeTerms(canonicalTerms(terms), { ...asked, said: announcedOf(terms), previous: null });

  it('names 1,000 exclusions at most', () => {
    expect(judged(withExcluded(1_000, 'x')).problem).toBeNull();
    expect(judged(withExcluded(1_001, 'x')).problem).toBe('excluded has more than 1000 addresses');
  });

  it('has 1,000,000 units at most', () => {
    const size = (reason: string) => canonicalTerms(withExcluded(1_000, reason)).length;
    const room = Math.floor((1_000_000 - size('x')) / 1_000);
    expect(judged(withExcluded(1_000, 'x'.repeat(1 + room))).problem).toBeNull();
    expect(readTerms(' '.repeat(1_000_000)).problem).toBe('no JSON');
    expect(readTerms(' '.repeat(1_000_001)).problem).toBe('a text that is too long');
  });

  it('is of the network that is asked for', () => {
    const { drand } = FIRST;
    const others = [
      { ...drand, publicKey: drand.publicKey.replace(/^./, (digit) => (digit === '1' ? '2' : '1')) },
      { ...drand, genesis: drand.genesis - drand.period },
      { ...drand, period: 1 },
    ];
    for (const other of others) {
      const { problem } = judged({ ...FIRST, drand: other });
      expect(problem).toBe('they name another genesis or period of the beacon network');
    }
  });

  it('is shown as it was announced', () => {
    const shown = shownTerms(FIRST, 'abc');
    expect(shown).toEqual({ signature: 'abc', terms: FIRST });
    expect(canonicalJson(shown.terms)).toBe(TEXT);
  });

  it('cannot be used when it is too deep', () => {
    const said = announcedOf(FIRST);
    expect(judgeTerms('['.repeat(100_000), { ...asked, said, previous: null }).terms).toBeNull();
  });
});

describe('canonical JSON', () => {
  it('is sorted by UTF-16 units, and the same whatever the order it was written in', () => {
    expect(
      canonicalJson({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }),
    ).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}');
  });

  it('is read back as what it was made of', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 8 });
    const { json } = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'small' },
        fc.constant(null),
        fc.maxSafeInteger().map((number) => number + 0),
        text,
        fc.array(tie('json'), { maxLength: 4 }),
        fc.dictionary(text, tie('json'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(json, (value) => {
        const made = canonicalJson(value);
        expect(JSON.parse(made)).toEqual(value);
        expect(canonicalJson(JSON.parse(made))).toBe(made);
      }),
      PROPERTY_RUNS,
    );
  });

  it('has no fractions, no numbers beyond the safe ones, and no lone surrogates', () => {
    for (const odd of [0.5, 2 ** 53, Number.NaN])
      expect(() => canonicalJson([odd])).toThrow(new RangeError(`${odd} is no safe integer`));
    expect(() => canonicalJson(['\ud800'])).toThrow(new RangeError('a text with a lone surrogate'));
  });
});

describe('the memo of an announcement', () => {
  it('is read back, and no other text is', () => {
    const said = announcedOf(FIRST);
    expect(readAnnounceMemo(TABLE.first.memo)).toEqual(said);
    const { memo } = TABLE.first;
    const others = [` ${memo}`, `${memo} `, memo.replace('k=1', 'k=0'), memo.replace('k=1', 'k=01')];
    others.push(
      memo.replace('pool=', 'pool=x'),
      memo.replace('lock=60', 'lock=-60'),
      memo.replace(/hash=.*/, 'hash=ab'),
      memo.replace(/pool=\S+/, `pool=${'z'.repeat(44)}`),
    );
    for (const other of others) expect(readAnnounceMemo(other)).toBeNull();
  });
});

describe('which announcements count', () => {
  const madeOf = (shown: TermsTable['cases'][number]['made']): MadeTerms[] =>
    shown.map(({ slot, time, memo, signers }, index) => {
      const said = memo === null ? null : readAnnounceMemo(memo);
      // A transaction that made the mark of k but names another number does not count.
      const isOwn = said !== null && said.k === index + 1;
      return { slot, blockTime: time, announcement: isOwn ? { kind: 'announcement', said, signers } : null };
    });

  it.each(TABLE.cases.map((one) => [one.name, one] as const))('%s', (_name, { made, counted }) => {
    const found = countTerms(madeOf(made), { authority: A, network: QUICKNET });
    expect(found.counted.map(({ k }) => k)).toEqual(counted);
    expect([...found.counted, ...found.spent].map(({ k }) => k).sort((a, b) => a - b)).toEqual(
      made.map((_, i) => i + 1),
    );
  });

  it('are named with the rule that they break', () => {
    const { memo } = TABLE.first;
    const first = readAnnounceMemo(memo) ?? announcedOf(FIRST);
    const blockTime = first.genesis;
    const made = (
      k: number,
      altered: Partial<Announced> = {},
      signers: readonly string[] = announcers(A, first.pool, k === 1 ? null : first.pool),
    ): MadeTerms => ({
      ...{ slot: k, blockTime },
      announcement: { kind: 'announcement', said: { ...first, k, from: k, ...altered }, signers },
    });
    const why = (...all: MadeTerms[]) => countTerms(all, { authority: A, network: QUICKNET }).spent.at(-1)?.why;
    const late = { from: 100 };
    expect(why({ slot: 1, blockTime, announcement: null })).toBe('it is no announcement');
    expect(why(made(1), { ...made(2, late), slot: 1 })).toBe('it was not made in a later slot than number k − 1');
    expect(why(made(1, {}, [A]))).toBe(`it is signed by ${A}, and not by ${A}, ${first.pool}`);
    expect(why(made(1, {}, [first.pool, A]))).toBe(
      `it is signed by ${first.pool}, ${A}, and not by ${A}, ${first.pool}`,
    );
    expect(why(made(1, { drand: 'ab'.repeat(8) }))).toBe('it names another beacon network');
    for (const altered of [{ genesis: first.genesis + first.length }, { length: 2 * first.length }])
      expect(why(made(1), made(2, { ...late, ...altered }))).toBe('the first terms have another genesis or length');
    for (const lock of [9, first.length]) expect(why(made(1, { lock }))).toBe('10 s ≤ lock < length does not hold');
    expect(why(made(1, { lock: 10, lead: 3 }))).toBeUndefined();
    expect(why(made(1, { lead: 19 }))).toBe('lead is not min(20, floor(lock / 3))');
    const { genesisTime, periodSeconds } = QUICKNET;
    for (const altered of [
      { genesis: first.genesis + 1 },
      { length: first.length + 1 },
      { genesis: genesisTime - periodSeconds },
    ])
      expect(why(made(1, altered))).toBe('not every round ends at the time of a beacon');
    const network = { ...QUICKNET, genesisTime: first.genesis + 1 };
    const own = made(1, { genesis: network.genesisTime, drand: CURRENT_ARITHMETIC.beaconKeyId(network) });
    expect(countTerms([own], { authority: A, network }).spent).toEqual([]);
    expect(why(made(1, late), made(2, late))).toBe('from is not above 100');
    expect(why(made(1), made(2, { from: 10_002 }))).toBe('from is more than 10000 rounds above round 1');
    expect(why(made(1), made(2, { from: 10_001 }))).toBeUndefined();
    const inRound5 = { ...made(2, { from: 10_006 }), blockTime: first.genesis + 4 * first.length };
    expect(why(made(1), inRound5)).toBe('from is more than 10000 rounds above round 5');
    expect(why(made(1), { ...made(2, { from: 10_005 }), blockTime: inRound5.blockTime })).toBeUndefined();
    expect(why({ ...made(1), blockTime: first.genesis + first.length })).toBe(
      'it was announced too late for its first round',
    );
  });

  it('have ascending first rounds, and the newest whose first round has come is in force', () => {
    const counted = [{ from: 3 }, { from: 10 }];
    expect([2, 3, 9, 10, 99].map((round) => termsInForce(counted, round)?.from)).toEqual([undefined, 3, 3, 10, 10]);
    const froms = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 6 });
    fc.assert(
      fc.property(froms, fc.integer({ min: 1, max: 500 }), (first, round) => {
        const ascending = first.toSorted((a, b) => a - b).map((from) => ({ from }));
        const due = Math.max(...first.filter((from) => from <= round), 0);
        expect(termsInForce(ascending, round)?.from ?? 0).toBe(due);
      }),
      PROPERTY_RUNS,
    );
  });
});
