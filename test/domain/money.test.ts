import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { godUnits, godUnitsToGod, parseWholeGod } from '../../src/money/god.ts';
import { groupText } from '../../src/money/groupText.ts';
import { atMostBalance, exactSol, lamports, lamportsToSol, MAX_U64, parseSol } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';

const balance = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

const { splitPrize } = protocolOf(1);

describe('prizes', () => {
  // Computed by hand: total = pool / 5, second = total / 5, third = total / 10, each rounded down; first is what is left.
  it.each([
    { pool: 0n, total: 0n, places: [0n, 0n, 0n] },
    { pool: 4n, total: 0n, places: [0n, 0n, 0n] },
    { pool: 49n, total: 9n, places: [8n, 1n, 0n] },
    { pool: 95n, total: 19n, places: [15n, 3n, 1n] },
    { pool: 1_000_000_000n, total: 200_000_000n, places: [140_000_000n, 40_000_000n, 20_000_000n] },
    { pool: 12_345_678_901n, total: 2_469_135_780n, places: [1_728_395_046n, 493_827_156n, 246_913_578n] },
    {
      pool: 18_446_744_073_709_551_615n,
      total: 3_689_348_814_741_910_323n,
      places: [2_582_544_170_319_337_227n, 737_869_762_948_382_064n, 368_934_881_474_191_032n],
    },
  ])('of a pool of $pool lamports are $total, split $places', ({ pool, total, places }) => {
    expect(splitPrize(lamports(pool))).toEqual({ total, places });
  });

  it('are a fifth of the pool, rounded down to a whole lamport', () => {
    fc.assert(
      fc.property(balance, (pool) => {
        const { total } = splitPrize(lamports(pool));
        expect(total * 5n).toBeLessThanOrEqual(pool);
        expect(pool).toBeLessThan(total * 5n + 5n);
      }),
      PROPERTY_RUNS,
    );
  });

  it('add up to every lamport, and none is negative', () => {
    fc.assert(
      fc.property(balance, (amount) => {
        const { total, places } = splitPrize(lamports(amount));
        expect(places.reduce((sum, prize) => sum + prize, 0n)).toBe(total);
        for (const prize of places) expect(prize).toBeGreaterThanOrEqual(0n);
      }),
      PROPERTY_RUNS,
    );
  });

  it('of places 2 and 3 are 20% and 10% rounded down, and place 1 takes the rest', () => {
    fc.assert(
      fc.property(balance, (amount) => {
        const { total, places } = splitPrize(lamports(amount));
        const [first = 0n, second = 0n, third = 0n] = places;
        const lost = { second: total * 20n - second * 100n, third: total * 10n - third * 100n };
        expect(lost.second >= 0n && lost.second < 100n).toBe(true);
        expect(lost.third >= 0n && lost.third < 100n).toBe(true);
        expect(first * 100n).toBe(total * 70n + lost.second + lost.third);
      }),
      PROPERTY_RUNS,
    );
  });
});

describe('the constructors of amounts', () => {
  it.each([{ door: lamports }, { door: godUnits }])('let the whole range of u64 in', ({ door }) => {
    expect(door(0n)).toBe(0n);
    expect(door(18_446_744_073_709_551_615n)).toBe(18_446_744_073_709_551_615n);
    expect(MAX_U64).toBe(18_446_744_073_709_551_615n);
  });

  it.each([
    { door: lamports, amount: -1n },
    { door: lamports, amount: 18_446_744_073_709_551_616n },
    { door: godUnits, amount: -1n },
    { door: godUnits, amount: 18_446_744_073_709_551_616n },
  ])('refuse $amount with a RangeError that says it', ({ door, amount }) => {
    expect(() => door(amount)).toThrow(RangeError);
    expect(() => door(amount)).toThrow(`${amount} `);
  });

  it('put 100,000 GOD at 10^11 base units', () => {
    expect(protocolOf(1).threshold).toBe(100_000_000_000n);
  });

  it('show whole units to people', () => {
    expect(lamportsToSol(1_500_000_000n)).toBe(1.5);
    expect(godUnitsToGod(100_000_500_000n)).toBe(100_000.5);
  });
});

describe("an operator's amount of SOL", () => {
  it.each([
    ['0', 0n],
    ['12', 12_000_000_000n],
    ['0.25', 250_000_000n],
    ['007.5', 7_500_000_000n],
    ['0.000000001', 1n],
    ['1.000000001', 1_000_000_001n],
    ['9999999999.999999999', 9_999_999_999_999_999_999n],
  ])('%s is read exactly', (text, amount) => {
    expect(parseSol(text)).toBe(amount);
  });

  it.each([
    ...[
      '',
      ' ',
      '.',
      '1.',
      '.5',
      '-1',
      '+1',
      '1e3',
      '1,5',
      '1_000',
      '0x10',
      ' 1',
      '1 ',
      '1\n',
      '1.2.3',
      'NaN',
      'ten',
      '١',
    ],
    '0.0000000001',
    '12345678901',
  ])('%j is refused', (text) => {
    expect(parseSol(text)).toBeNull();
  });

  it('of any size reads back to what was written', () => {
    const written = fc.tuple(fc.bigInt(0n, 9_999_999_999n), fc.bigInt(0n, 999_999_999n));
    fc.assert(
      fc.property(written, ([whole, rest]) => {
        expect(parseSol(`${whole}.${String(rest).padStart(9, '0')}`)).toBe(whole * 1_000_000_000n + rest);
      }),
      PROPERTY_RUNS,
    );
  });
});

describe("an operator's amount of whole GOD", () => {
  it.each([
    ['0', 0n],
    ['1000', 1_000_000_000n],
    ['999999999999', 999_999_999_999_000_000n],
  ])('%s is read into base units', (text, units) => {
    expect(parseWholeGod(text)).toBe(units);
  });

  it.each(['', '1.5', '-1', ' 1', '1 ', '1\n', '1,000', '1e3', 'ten', '1000000000000'])('%j is refused', (text) => {
    expect(parseWholeGod(text)).toBeNull();
  });
});

describe('an amount that is shown', () => {
  it.each([
    [0n, '0'],
    [1n, '0.000000001'],
    [10n, '0.00000001'],
    [999_999_999n, '0.999999999'],
    [1_000_000_000n, '1'],
    [1_728_395_046n, '1.728395046'],
    [100_000_000_000n, '100'],
    [1_050_000_000n, '1.05'],
  ])('of %s lamports has every decimal and no zeros at its end: %s SOL', (amount, text) => {
    expect(exactSol(amount)).toBe(text);
  });

  it.each([
    ['1', '1'],
    ['123', '123'],
    ['1234', '1,234'],
    ['123456', '123,456'],
    ['1234567890', '1,234,567,890'],
  ])('has its thousands apart: %s is %s', (digits, text) => {
    expect(groupText(digits)).toBe(text);
  });
});

it('an amount that a stranger wrote counts as no more than a balance can be', () => {
  expect([0n, MAX_U64 - 1n, MAX_U64, MAX_U64 + 1n, 10n ** 30n].map(atMostBalance)).toEqual([
    ...[0n, MAX_U64 - 1n, MAX_U64],
    ...[MAX_U64, MAX_U64],
  ]);
});
