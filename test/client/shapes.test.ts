import { describe, expect, expectTypeOf, it } from 'vitest';
import { CONFIG, PARTICIPANTS, STATS, TRIGGER_RESULT, WINNERS } from '../../client/shape/expectedShapes.ts';
import {
  amount,
  anyNumber,
  anyWord,
  fields,
  flag,
  hasShape,
  list,
  number,
  oneOf,
  orNull,
  type Shape,
  text,
  time,
} from '../../client/shape/hasShape.ts';
import { TAX } from '../../client/tax/useTax.ts';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { CurrentRound, LastRound, Participants, Stats } from '../../src/contract/stats.ts';
import type { TaxReport } from '../../src/contract/tax.ts';
import type { TriggerResult } from '../../src/contract/trigger.ts';
import type { Winner, WinnersPage } from '../../src/contract/winner.ts';
import { fullestPage } from '../budgets/fullestPage.ts';

// What is said of types here is checked by `npm run check:types`: a line below `@ts-expect-error` that compiles is an error.

describe('a shape', () => {
  it('is of the contract’s type, and of no other', () => {
    expectTypeOf(STATS).toEqualTypeOf<Shape<Stats>>();
    expectTypeOf(PARTICIPANTS).toEqualTypeOf<Shape<Participants>>();
    expectTypeOf(CONFIG).toEqualTypeOf<Shape<PublicConfig>>();
    expectTypeOf(WINNERS).toEqualTypeOf<Shape<WinnersPage>>();
    expectTypeOf(TAX).toEqualTypeOf<Shape<TaxReport>>();
    expectTypeOf<Shape<Stats>>().not.toExtend<Shape<Participants>>();
  });

  it('does not compile with a field less or more', () => {
    const whole = { roundNumber: number, startsAt: time, locksAt: time, endsAt: time, timeToNext: number };
    const phase = oneOf('open', 'locked', 'paused');
    fields<CurrentRound, 'seal' | 'witnesses'>({ ...whole, phase });
    fields<CurrentRound, 'seal' | 'witnesses' | 'phase'>(whole);
    // @ts-expect-error: `phase` is neither looked at nor named as ignored
    fields<CurrentRound, 'seal' | 'witnesses'>(whole);
    // @ts-expect-error: the contract has no such field
    fields<CurrentRound, 'seal' | 'witnesses'>({ ...whole, phase, colour: text });
    // @ts-expect-error: nor one that could be ignored
    fields<CurrentRound, 'seal' | 'witnesses' | 'colour'>({ ...whole, phase });
  });

  it('does not compile with a field of another kind', () => {
    type Some = Pick<Winner, 'address' | 'transactionSignature' | 'place'>;
    fields<Some>({ address: text, transactionSignature: orNull(text), place: anyNumber() });
    // @ts-expect-error: an address is no number
    fields<Some>({ address: number, transactionSignature: orNull(text), place: anyNumber() });
    // @ts-expect-error: a signature may be null
    fields<Some>({ address: text, transactionSignature: text, place: anyNumber() });
    // @ts-expect-error: an address is never null
    fields<Some>({ address: orNull(text), transactionSignature: orNull(text), place: anyNumber() });
    // @ts-expect-error: a place is a number, whichever
    fields<Some>({ address: text, transactionSignature: orNull(text), place: anyWord() });
    // @ts-expect-error: winners are a list
    fields<Pick<LastRound, 'winners'>>({ winners: fields<Winner, keyof Winner>({}) });
    // @ts-expect-error: a list of winners and not of texts
    fields<Pick<LastRound, 'winners'>>({ winners: list(text) });
  });

  it('does not compile with a word less or more than the contract has', () => {
    type Phase = Pick<LastRound, 'phase'>;
    fields<Phase>({ phase: oneOf('drawing', 'complete', 'rolled-over', 'held') });
    // @ts-expect-error: `held` is missing
    fields<Phase>({ phase: oneOf('drawing', 'complete', 'rolled-over') });
    // @ts-expect-error: the contract does not know `lost`
    fields<Phase>({ phase: oneOf('drawing', 'complete', 'rolled-over', 'held', 'lost') });
    // @ts-expect-error: any text is more than the words
    fields<Phase>({ phase: text });
  });
});

describe('an answer', () => {
  const { stats, participants, config } = fullestPage();

  it('of the fullest page has its shape', () => {
    expect([hasShape(stats, STATS), hasShape(participants, PARTICIPANTS), hasShape(config, CONFIG)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'stats'],
    ['a list', []],
    ['no pool', { ...stats, prizePool: null }],
    ['a pool that is a number', { ...stats, prizePool: { lamports: 5 } }],
    ['a round that ends never', { ...stats, currentRound: { ...stats?.currentRound, endsAt: 'never' } }],
    ['an unknown phase', { ...stats, currentRound: { ...stats?.currentRound, phase: 'lost' } }],
    ['a winner without an address', { ...stats, recentWinners: [{ ...stats?.recentWinners[0], address: null }] }],
    ['a price that is none', { ...stats, solPrice: { ...stats?.solPrice, usd: Number.NaN } }],
  ])('with %s does not have it', (_, answer) => {
    expect(hasShape(answer, STATS)).toBe(false);
  });

  it.each(['exclusions', 'genesisTime', 'roundSeconds', 'drand'] as const)(
    'of the settings is refused without %s, because pages use it',
    (name) => {
      expect(hasShape({ ...config, [name]: undefined }, CONFIG)).toBe(false);
    },
  );

  it('may have fields and words of a newer server where they do no harm', () => {
    const winner = { ...stats?.recentWinners[0], position: 'fourth', place: 4, colour: 'red' };
    expect(hasShape({ ...stats, recentWinners: [winner], colour: 'red' }, STATS)).toBe(true);
  });

  it('to the trigger is looked at only when it is a success', () => {
    const trigger: Shape<TriggerResult> = TRIGGER_RESULT;
    const data = { roundNumber: 7, winners: [{ address: 'A', prize: 1 }], prizePoolLamports: '20' };
    expect(hasShape({ success: true, data }, trigger)).toBe(true);
    expect(hasShape({ success: true, data: { ...data, winners: [{}] } }, trigger)).toBe(false);
    expect(hasShape({ success: false }, trigger)).toBe(true);
    expect(hasShape({}, trigger)).toBe(false);
  });
});

describe('a value', () => {
  it.each<[string, (value: unknown) => boolean, readonly unknown[], readonly unknown[]]>([
    ['amount', amount, ['0', '12345678901234567890'], ['', '-1', '1.5', 5, null]],
    ['time', time, ['2026-11-20T07:00:00Z'], ['soon', 5, null]],
    ['number', number, [0, -1.5], [Number.NaN, Number.POSITIVE_INFINITY, '5', null]],
    ['flag', flag, [true, false], [1, 'true', null]],
  ])('that is a %s', (_, shape, good, bad) => {
    expect(good.every((value) => shape(value))).toBe(true);
    expect(bad.some((value) => shape(value))).toBe(false);
  });
});

describe('the page that the worker renders', () => {
  it('has the types that the worker is told', () => {
    type Rendered = typeof import('../../client/entry-server.tsx');
    expectTypeOf<Rendered>().toEqualTypeOf<typeof import('#page')>();
  });
});
