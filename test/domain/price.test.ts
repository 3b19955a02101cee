import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GOD_QUOTE_UNITS, godPriceOfQuote } from '../../src/price/godQuote.ts';
import {
  confidenceOf,
  isFresh,
  isStale,
  median,
  type PriceReading,
  parseDecimal,
  readPrice,
  readSource,
} from '../../src/price/reading.ts';
import { GOD_SOL, isAcceptable, SOL_USD } from '../../src/price/rules.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';

const price = fc.double({ min: 1e-12, max: 1e12, noNaN: true });

describe('the median', () => {
  it.each([
    [[7], 7],
    [[1, 3], 2],
    [[3, 1, 2], 2],
    [[152, 150, 400], 152],
    [[4, 1, 3, 2], 2.5],
    [[5, 5, 5], 5],
    [[Number.MAX_VALUE, Number.MAX_VALUE], Number.MAX_VALUE],
  ])('of %j is %d', (prices, expected) => {
    expect(median(prices)).toBe(expected);
  });

  it('of nothing does not exist', () => {
    expect(() => median([])).toThrow(TypeError);
  });

  it('lies between the lowest and the highest price, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 5 }), (prices) => {
        const middle = median(prices);
        expect(middle).toBeGreaterThanOrEqual(Math.min(...prices));
        expect(middle).toBeLessThanOrEqual(Math.max(...prices));
        expect(median([...prices].reverse())).toBe(middle);
      }),
      PROPERTY_RUNS,
    );
  });

  it('leaves its input as it was', () => {
    const prices = [3, 1, 2];
    median(prices);
    expect(prices).toEqual([3, 1, 2]);
  });
});

describe('confidence', () => {
  it.each([
    ['a single source', [150], 'medium'],
    ['two that agree', [150, 150], 'high'],
    ['two exactly 10% apart', [100, 110], 'high'],
    ['two that are 10% apart in decimals alone', [1e-8, 1.1e-8], 'high'],
    ['two a cent more than 10% apart', [100, 110.01], 'medium'],
    ['two exactly 30% apart', [100, 130], 'medium'],
    ['two that are 30% apart in decimals alone', [1e-8, 1.3e-8], 'medium'],
    ['two a cent more than 30% apart', [100, 130.01], 'low'],
    ['three within 10%', [100, 104, 109], 'high'],
    ['two that agree and one 25% off', [100, 100, 125], 'medium'],
    ['two that agree and one far off', [100, 100, 499], 'low'],
  ] as const)('of %s is as specified', (_what, prices, expected) => {
    expect(confidenceOf(prices)).toBe(expected);
    expect(confidenceOf([...prices].reverse())).toBe(expected);
  });

  it('depends on the prices’ ratio, not on their size', () => {
    fc.assert(
      fc.property(fc.constantFrom(1e-9, 1e-3, 1, 1e6), fc.double({ min: 1, max: 2, noNaN: true }), (unit, ratio) => {
        fc.pre(Math.abs(ratio - 1.1) > 1e-6 && Math.abs(ratio - 1.3) > 1e-6);
        expect(confidenceOf([unit, unit * ratio])).toBe(ratio < 1.1 ? 'high' : ratio < 1.3 ? 'medium' : 'low');
      }),
      PROPERTY_RUNS,
    );
  });
});

describe('a price that an exchange writes as text', () => {
  it.each([
    ['150', 150],
    ['150.25000000', 150.25],
    ['0.00000001', 1e-8],
    ['0', 0],
    ['000150.5', 150.5],
  ])('%j is read as %d', (text, expected) => {
    expect(parseDecimal(text)).toBe(expected);
  });

  it.each([
    ...['', ' ', ' 5', '5 ', '5\n', '\t5', '1e3', '1E3', '0x10', '0b1', '0o7', 'Infinity', '-Infinity', 'NaN', 'null'],
    ...['-150', '+150', '-0', '.5', '5.', '1.2.3', '1,5', '1_000', '150 USD', '$150', '１５０', '٣', 'true', '[150]'],
    ...['1'.repeat(16), `1.${'1'.repeat(19)}`, '9'.repeat(400)],
  ])('%j is no price', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });
});

describe('the price of GOD by a quote', () => {
  it('is asked for 100,000 GOD', () => {
    expect(GOD_QUOTE_UNITS).toBe(100_000_000_000n);
  });

  it.each([
    ['1000000', 0.000_000_01],
    ['1234567', 0.000_000_012_345_67],
    ['1', 1e-14],
    ['0', 0],
    ['18446744073709551615', 184_467.440_737_095_52],
  ])('of %s lamports is %d SOL for one GOD', (lamports, expected) => {
    expect(godPriceOfQuote(lamports)).toBe(expected);
  });

  it.each(['', ' 1', '1.0', '-1', '+1', '1e6', '0x10', 'Infinity', 'NaN', '18446744073709551616', '1'.repeat(21)])(
    'of %j does not exist',
    (lamports) => {
      expect(godPriceOfQuote(lamports)).toBeNull();
    },
  );
});

describe('a source', () => {
  it.each([50, 50.000_001, 152, 499.99, 500])('that says %d USD for a SOL has succeeded', (usd) => {
    expect(readSource(SOL_USD, 'A', usd, 7)).toEqual({ name: 'A', price: usd, time: 7, success: true });
  });

  it.each([
    ...[0, -0, -150, 49.999_999, 500.000_001, 1e9, 5e-324],
    ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null],
  ])('that says %s USD for a SOL has not, and its price is 0', (usd) => {
    expect(readSource(SOL_USD, 'A', usd, 7)).toEqual({ name: 'A', price: 0, time: 7, success: false });
  });

  it('of GOD succeeds with anything above zero that is finite', () => {
    for (const sol of [5e-324, 1e-14, 0.000_000_01, 1, 1e300]) expect(isAcceptable(GOD_SOL, sol)).toBe(true);
    for (const sol of [0, -0, -1e-8, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(isAcceptable(GOD_SOL, sol)).toBe(false);
  });
});

describe('the numbers of the price rules', () => {
  it('are these', () => {
    expect(SOL_USD).toEqual({
      ...{ currency: 'USD', min: 50, max: 500, fallback: 152, freshMs: 120_000, staleMs: 300_000 },
    });
    expect(GOD_SOL).toMatchObject({ currency: 'SOL', fallback: 0.000_000_01, freshMs: 30_000, staleMs: 60_000 });
  });
});

const NOW = 1_800_000_000_000;
const sol = (prices: readonly (number | null)[], time = NOW) =>
  prices.map((usd, i) => readSource(SOL_USD, `S${i}`, usd, time));
const real = (usd: number, at: number): PriceReading => readPrice(SOL_USD, sol([usd], at), { now: at, previous: null });

describe('a price by its sources', () => {
  it('is the median of the successful ones, and keeps what each of them said', () => {
    expect(readPrice(SOL_USD, sol([150, null, 160]), { now: NOW, previous: null })).toEqual({
      price: 155,
      confidence: 'high',
      sources: [
        { name: 'S0', price: 150, time: NOW, success: true },
        { name: 'S1', price: 0, time: NOW, success: false },
        { name: 'S2', price: 160, time: NOW, success: true },
      ],
      readAt: NOW,
      pricedAt: NOW,
    });
  });

  it('of one source is that one, with medium confidence', () => {
    expect(readPrice(SOL_USD, sol([null, 499, 501]), { now: NOW, previous: null })).toMatchObject({
      ...{ price: 499, confidence: 'medium' },
    });
  });

  it.each([
    ['failed', [null, null, null]],
    ['is out of range', [49.99, 500.01, 0]],
    ['is missing', []],
  ])('is the fallback with low confidence when every source %s', (_what, prices) => {
    const reading = readPrice(SOL_USD, sol(prices), { now: NOW, previous: null });
    expect(reading).toMatchObject({ price: 152, confidence: 'low', readAt: NOW, pricedAt: null });
    expect(isStale(SOL_USD, reading, NOW)).toBe(true);
  });

  it('of GOD falls back to 0.00000001 SOL', () => {
    const sources = [readSource(GOD_SOL, 'A', 0, NOW)];
    expect(readPrice(GOD_SOL, sources, { now: NOW, previous: null })).toMatchObject({ price: 0.000_000_01 });
  });

  it('is used with low confidence while the sources fail, until it would be stale; then the fallback is used', () => {
    const previous = real(200, NOW);
    const failedAt = (now: number) => readPrice(SOL_USD, sol([null], now), { now, previous });
    expect(failedAt(NOW + 300_000)).toMatchObject({
      ...{ price: 200, confidence: 'low', readAt: NOW + 300_000, pricedAt: NOW },
      sources: [{ price: 0, success: false }],
    });
    expect(failedAt(NOW + 300_001)).toMatchObject({ price: 152, confidence: 'low', pricedAt: null });
  });

  it('that is used in this way keeps its own age, however often the sources fail', () => {
    let reading = real(200, NOW);
    for (const now of [NOW + 120_000, NOW + 240_000, NOW + 300_000])
      reading = readPrice(SOL_USD, sol([null], now), { now, previous: reading });
    expect(reading).toMatchObject({ price: 200, pricedAt: NOW });
    const end = readPrice(SOL_USD, sol([null], NOW + 300_001), { now: NOW + 300_001, previous: reading });
    expect(end.pricedAt).toBeNull();
    expect(readPrice(SOL_USD, sol([210]), { now: NOW, previous: end })).toMatchObject({ price: 210, pricedAt: NOW });
  });
});

describe('age', () => {
  it('SOL is fresh for 120 s and marked stale after 300 s', () => {
    const reading = real(200, NOW);
    expect([0, 119_999, 120_000, 300_000].map((age) => isFresh(SOL_USD, reading, NOW + age))).toEqual([
      ...[true, true, false, false],
    ]);
    expect([0, 120_000, 300_000, 300_001].map((age) => isStale(SOL_USD, reading, NOW + age))).toEqual([
      ...[false, false, false, true],
    ]);
  });

  it('GOD is fresh for 30 s and marked stale after 60 s', () => {
    const reading = readPrice(GOD_SOL, [readSource(GOD_SOL, 'A', 1e-8, NOW)], { now: NOW, previous: null });
    expect([0, 29_999, 30_000].map((age) => isFresh(GOD_SOL, reading, NOW + age))).toEqual([true, true, false]);
    expect([60_000, 60_001].map((age) => isStale(GOD_SOL, reading, NOW + age))).toEqual([false, true]);
  });

  it('a stand-in is tried again after 30 s', () => {
    const fallback = readPrice(SOL_USD, sol([null]), { now: NOW, previous: null });
    const kept = readPrice(SOL_USD, sol([null]), { now: NOW, previous: real(200, NOW - 1) });
    for (const reading of [fallback, kept])
      expect([29_999, 30_000].map((age) => isFresh(SOL_USD, reading, NOW + age))).toEqual([true, false]);
  });

  it('a reading from a clock far ahead is not fresh', () => {
    expect(isFresh(SOL_USD, real(200, NOW + 1_000), NOW)).toBe(true);
    expect(isFresh(SOL_USD, real(200, NOW + 120_000), NOW)).toBe(false);
  });
});
