import { describe, expect, it } from 'vitest';
import { percentOf, percentText } from '../../src/distribution/percentage.ts';
import { typedNumber, typedPercent } from '../../src/distribution/typedNumber.ts';

const PERCENT = 'is not understood. Write digits with at most one decimal mark, such as 33.3.';
const AMOUNT = 'is not understood. Write digits with at most one decimal mark, such as 1234.5.';

describe('a typed percentage', () => {
  it.each([
    ['33,3', 33.3],
    ['33.3', 33.3],
    [' 12.50 % ', 12.5],
    ['7.', 7],
    ['7,', 7],
    ['.5', 0.5],
    ['.25', 0.25],
    [',5', 0.5],
    ['0', 0],
    ['100', 100],
  ])('"%s" is %d, without a word about it', (typed, percent) => {
    expect(typedPercent(typed)).toEqual({ percent, note: null });
  });

  it.each(['', ' ', '-', '.', ',', '%'])('"%s" is none yet', (typed) => {
    expect(typedPercent(typed)).toEqual({ percent: null, note: null });
  });

  it.each([
    ['250', 100, '250% is more than 100%, so 100% is used.'],
    ['333', 100, '333% is more than 100%, so 100% is used.'],
    ['100,01', 100, '100.01% is more than 100%, so 100% is used.'],
    ['-3', 0, '-3% is less than 0%, so 0% is used.'],
    ['33,337', 33.34, 'Rounded to 33.34%: a share has at most two decimals.'],
  ])('"%s" becomes %d, and says so', (typed, percent, note) => {
    expect(typedPercent(typed)).toEqual({ percent, note });
  });

  it.each([
    '1,234.5',
    '1.234,5',
    '1.2.3',
    '1,2,3',
    '33 3',
    '1e9',
    '0x10',
    'NaN',
    'Infinity',
    'ten',
    '−3',
    '5%5',
    '5%%',
  ])('"%s" is not guessed: it says what is not understood', (typed) => {
    expect(typedPercent(typed)).toEqual({ percent: null, note: `"${typed}" ${PERCENT}` });
  });

  it('of every basis point comes back exactly', () => {
    for (let points = 0; points <= 10_000; points++)
      expect(typedPercent(percentText(percentOf(points)))).toEqual({ percent: percentOf(points), note: null });
  });

  it('repeats no more of a long text than fits', () => {
    expect(typedPercent('9'.repeat(90)).note).toBe(`"${'9'.repeat(24)}…" ${PERCENT}`);
    expect(typedPercent('9'.repeat(25)).note).toBe(`"${'9'.repeat(24)}…" ${PERCENT}`);
    expect(typedPercent('9'.repeat(24)).note).toBe(`"${'9'.repeat(24)}" ${PERCENT}`);
  });
});

describe('a typed amount', () => {
  it('has one decimal mark, point or comma', () => {
    expect(typedNumber('1234,5', 'amount')).toEqual({ kind: 'number', value: 1234.5 });
    expect(typedNumber('0,000', 'amount')).toEqual({ kind: 'number', value: 0 });
    expect(typedNumber('01,000', 'amount')).toEqual({ kind: 'number', value: 1 });
    expect(typedNumber('1.000', 'amount')).toEqual({ kind: 'number', value: 1 });
    expect(typedNumber('1000,000', 'amount')).toEqual({ kind: 'number', value: 1000 });
  });

  it.each([
    ['1,000', '"1,000" is not understood: it could mean 1 or 1000. Write it without a comma.'],
    ['12,345', '"12,345" is not understood: it could mean 12.345 or 12345. Write it without a comma.'],
    ['1,000,000', `"1,000,000" ${AMOUNT}`],
    ['1,234.5', `"1,234.5" ${AMOUNT}`],
    ['1.234,5', `"1.234,5" ${AMOUNT}`],
    ['5%', `"5%" ${AMOUNT}`],
  ])('"%s" is not guessed', (typed, sentence) => {
    expect(typedNumber(typed, 'amount')).toEqual({ kind: 'unclear', sentence });
  });
});
