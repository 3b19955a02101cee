import '../world/quietBindings.ts';
import { readFileSync } from 'node:fs';
import { ComputeBudgetProgram, Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { address } from '../../src/address/address.ts';
import type { PlainMessage } from '../../src/marks/instruction.ts';
import { markOf } from '../../src/marks/readForm.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import {
  type Announced,
  announcedOf,
  announceMemo,
  contradiction,
  readAnnounceMemo,
} from '../../src/terms/announceMemo.ts';
import {
  announceInstructions,
  announcers,
  type DraftInstruction,
  readAnnouncement,
  termsSeed,
} from '../../src/terms/announcement.ts';
import { canonicalJson, type Json } from '../../src/terms/canonicalJson.ts';
import { countTerms, type MadeTerms, termsInForce } from '../../src/terms/countTerms.ts';
import { judgeTerms } from '../../src/terms/judgeTerms.ts';
import { readTerms } from '../../src/terms/readTerms.ts';
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
    readonly setAuthority: string;
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
    ['white space', TEXT.replace(',', ', ')],
    ['a fraction', TEXT.replace('"top":0', '"top":0.0')],
    ['an exponent', TEXT.replace('"length":3600', '"length":36e2')],
    ['a doubled name', TEXT.replace('"top":0', '"top":1,"top":0')],
    ['names in another order', TEXT.replace('{"authority"', '{"zzz":1,"authority"')],
    ['a member less', TEXT.replace('"top":0,', '')],
    ['a lone surrogate', TEXT.replace('Ada', '\\ud800')],
    ['an escape that is not needed', TEXT.replace('Ada', '\\u0041da')],
    ['another type', TEXT.replace('"quorum":2', '"quorum":"2"')],
    ['half of it', TEXT.slice(0, 100)],
    ['a list', '[]'],
  ])('are not read from a text with %s', (_what, text) => {
    expect(readTerms(text).terms).toBeNull();
  });

  it.each<[string, Partial<Terms>]>([
    ['lock is not from 10 s to less than length', { lock: 9, lead: 3 }],
    ['lock is not from 10 s to less than length', { lock: 3_600, lead: 20 }],
    ['lead is not min(20, floor(lock / 3))', { lead: 19 }],
    ['not every round ends at the time of a beacon', { genesis: FIRST.genesis + 1 }],
    ['not every round ends at the time of a beacon', { drand: { ...FIRST.drand, period: 0 } }],
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
      new PublicKey(Uint8Array.from({ length: 32 }, (_byte, at) => [1, index % 256, index >> 8][at] ?? 0)).toBase58(),
    );
    const named = [...new Set([...more, A, address(FIRST.pool), address(FIRST.mint)])].sort();
    expect(named).toHaveLength(count);
    return { ...FIRST, excluded: named.map((one) => [address(one), reason]) };
  };
  const judged = (terms: Terms) =>
    judgeTerms(canonicalTerms(terms), { ...asked, said: announcedOf(terms), previous: null });

  it('names 1,000 exclusions at most', () => {
    expect(judged(withExcluded(1_000, 'x')).problem).toBeNull();
    expect(judged(withExcluded(1_001, 'x')).problem).toContain('1000');
  });

  it('has 1,000,000 units at most', () => {
    const size = (reason: string) => canonicalTerms(withExcluded(1_000, reason)).length;
    const room = Math.floor((1_000_000 - size('x')) / 1_000);
    expect(judged(withExcluded(1_000, 'x'.repeat(1 + room))).problem).toBeNull();
    expect(judged(withExcluded(1_000, '\0'.repeat(200))).problem).toContain('too long');
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
    for (const odd of [0.5, 2 ** 53, Number.NaN, '\ud800']) expect(() => canonicalJson([odd])).toThrow(RangeError);
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
    );
    for (const other of others) expect(readAnnounceMemo(other)).toBeNull();
  });
});

type Plain = PlainMessage['instructions'][number];

describe('the announcement’s transaction', () => {
  const [authority, pool, poolBefore, mint] = [1, 2, 3, 4].map((byte) =>
    Keypair.fromSeed(new Uint8Array(32).fill(byte)),
  );
  const keyOf = (of: Keypair | undefined) => address(of?.publicKey.toBase58() ?? '');
  const most = 999_999_999_999_999;
  const said: Announced = {
    ...{ k: most, from: most, genesis: most, length: most, lock: most, lead: most },
    ...{ drand: 'ab'.repeat(8), pool: keyOf(pool), hash: 'cd'.repeat(32) },
  };
  const memoOf = (of: Announced) => Uint8Array.from(Buffer.from(announceMemo(of)));
  const signers = announcers(keyOf(authority), keyOf(pool), keyOf(poolBefore));
  const asked = { mint: keyOf(mint), authority: keyOf(authority), k: most };
  const drafts = announceInstructions({
    ...{ ...asked, signers, rent: 897_840n },
    memo: memoOf(said),
  });

  const inWeb3 = ({ program, accounts, data }: DraftInstruction) =>
    new TransactionInstruction({
      programId: new PublicKey(program),
      keys: accounts.map(({ address: key, ...flags }) => ({ pubkey: new PublicKey(key), ...flags })),
      data: Buffer.from(data),
    });
  const signed = () => {
    const transaction = new Transaction({
      ...{ feePayer: authority?.publicKey, blockhash: keyOf(mint), lastValidBlockHeight: 9 },
    } as ConstructorParameters<typeof Transaction>[0]).add(
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 }),
      ...drafts.map(inWeb3),
    );
    transaction.sign(...[authority, pool, poolBefore].flatMap((key) => (key === undefined ? [] : [key])));
    return transaction;
  };
  /** As a verifier reads it from the bytes of a legacy message. */
  const messageOf = (transaction: Transaction): PlainMessage => {
    const { accountKeys, header, instructions } = Transaction.from(transaction.serialize()).compileMessage();
    const keys = accountKeys.map((key) => key.toBase58());
    return {
      version: 'legacy',
      signers: keys.slice(0, header.numRequiredSignatures),
      instructions: transaction.instructions.map(({ programId, keys: named, data }, index) => {
        expect(instructions[index]).toBeDefined();
        const accounts = named.map(({ pubkey }) => pubkey.toBase58());
        return { program: programId.toBase58(), accounts, data: Uint8Array.from(data) };
      }),
    };
  };

  it('fits into 1,232 bytes with the longest text and three signers', () => {
    expect(signed().serialize().length).toBeLessThanOrEqual(1_232);
  });

  it('is read back with what it says and who signed it', () => {
    expect(readAnnouncement(messageOf(signed()), asked)).toEqual({ kind: 'announcement', said, signers });
  });

  it('sets the authority to its present value', () => {
    const set = announceInstructions({
      ...asked,
      mint: MINT,
      authority: A,
      signers,
      memo: new Uint8Array(),
      rent: 1n,
    })[2];
    expect(Buffer.from(set?.data ?? []).toString('hex')).toBe(TABLE.first.setAuthority);
  });

  it('names a key once that is authority and pool, or the pool of before and now', () => {
    const [one, two] = [keyOf(authority), keyOf(pool)];
    expect(announcers(one, one, null)).toEqual([one]);
    expect(announcers(one, two, two)).toEqual([one, two]);
    expect(announcers(one, two, one)).toEqual([one, two]);
  });

  const whole = messageOf(signed());
  type Six = readonly [Plain, Plain, Plain, Plain, Plain, Plain];
  const [limit, price, rent, allocation, set, memo] = whole.instructions as unknown as Six;
  const withMemo = (altered: Partial<Plain>) => [limit, price, rent, allocation, set, { ...memo, ...altered }];
  const others: readonly (readonly [string, Partial<PlainMessage>])[] = [
    ['a message of version 0', { version: '0' }],
    ['another fee payer', { signers: whole.signers.toReversed() }],
    ['a signer that its memo does not name', { signers: [...whole.signers, keyOf(mint)] }],
    ['a signer less', { signers: whole.signers.slice(0, 2) }],
    ['a signer that its memo names twice', { instructions: withMemo({ accounts: [...signers, keyOf(pool)] }) }],
    ['the number of another announcement', { instructions: withMemo({ data: memoOf({ ...said, k: 2 }) }) }],
    ['no SetAuthority', { instructions: [limit, price, rent, allocation, memo] }],
    ['two of them', { instructions: [limit, price, rent, allocation, set, set, memo] }],
    ['two memos', { instructions: [limit, price, rent, allocation, set, memo, memo] }],
    ['its mark behind SetAuthority', { instructions: [limit, price, set, rent, allocation, memo] }],
    ['no rent', { instructions: [limit, price, allocation, set, memo] }],
    ['a nonce before it', { instructions: [set, limit, price, rent, allocation, memo] }],
  ];
  it.each(others)('counts for nothing with %s', (_what, altered) => {
    expect(readAnnouncement({ ...whole, ...altered }, asked).kind).toBe('other');
  });

  it('counts for nothing when it gives the authority away, or makes another mark', () => {
    const data = Uint8Array.from([6, 5, 1, ...new PublicKey(keyOf(pool)).toBytes()]);
    const altered = whole.instructions.map((one) => (one === set ? { ...set, data } : one));
    expect(readAnnouncement({ ...whole, instructions: altered }, asked).kind).toBe('other');
    expect(readAnnouncement(whole, { ...asked, k: 2 }).kind).toBe('other');
    expect(readAnnouncement(whole, { ...asked, mint: keyOf(pool) }).kind).toBe('other');
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
