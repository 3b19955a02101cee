import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { chanceOfMore, chiSquare } from '../../client/fairness/chiSquare.ts';
import { FairnessBody } from '../../client/fairness/FairnessBody.tsx';
import { FAIRNESS } from '../../client/fairness/useFairness.ts';
import { figuresText, verdictOf } from '../../client/fairness/WinsPanel.tsx';
import { hasShape } from '../../client/shape/hasShape.ts';
import { fairness } from '../../src/contract/fairness.ts';
import { chiSquareTail } from '../domain/chiSquare.ts';
import { FAIRNESS_CASES } from '../gallery/fairness.ts';

const buckets = (wins: readonly number[], expected: number) => wins.map((one) => ({ wins: one, expected }));

describe('the chi-square test', () => {
  // The table's last digits, as statistics textbooks print them.
  it.each([
    [3.841, 1, 0.05],
    [16.919, 9, 0.05],
    [21.666, 9, 0.01],
    [27.877, 9, 0.001],
    [8.343, 9, 0.5],
  ])('%d with %i degrees of freedom is as rare as the tables say', (statistic, degrees, chance) => {
    expect(chanceOfMore(statistic, degrees)).toBeCloseTo(chance, 4);
    expect(chanceOfMore(statistic, degrees)).toBeCloseTo(chiSquareTail(statistic, degrees), 10);
  });

  it('is 1 for no difference and 0 for an endless one, and never out of that', () => {
    expect([0, 1e-9, 700, 5000, 1e9].map((statistic) => chanceOfMore(statistic, 9))).toEqual([
      1,
      expect.closeTo(1, 9),
      expect.closeTo(0, 12),
      0,
      0,
    ]);
  });

  it('leaves out what nobody can win, and compares nothing with nothing', () => {
    const few = [...buckets([2, 4], 3), { wins: 0, expected: 0 }];
    expect(chiSquare(few)).toMatchObject({ degrees: 1, total: 6, least: 3 });
    expect(chiSquare(buckets([0, 0], 0))).toBeNull();
    expect(chiSquare(buckets([5], 5))).toBeNull();
    expect(chiSquare([])).toBeNull();
  });
});

describe('what a test is said to mean', () => {
  const said = (wins: readonly number[], expected: number) => verdictOf(chiSquare(buckets(wins, expected)), 'prizes');

  it('is nothing before enough has been drawn, and it says how much is needed', () => {
    const { word, sentence } = said(Array(10).fill(1), 1);
    expect(word).toBe('TOO FEW');
    expect(sentence).toContain('The figures say something from about 50 prizes on, and there are 10 so far.');
    expect(said([1, ...Array(9).fill(0)], 0.1).sentence).toContain('prizes on, and there is 1 so far.');
    expect(verdictOf(null, 'prizes').word).toBe('NO DATA');
  });

  it('is fair, unusual or alarming by how rare it is in a fair draw', () => {
    expect(said([10, 9, 11, 10, 10, 10, 8, 12, 10, 10], 10).word).toBe('AS EXPECTED');
    expect(said([20, 9, 11, 10, 4, 10, 4, 12, 10, 10], 10).word).toBe('UNUSUAL');
    expect(said([40, 9, 6, 6, 6, 6, 6, 7, 7, 7], 10).word).toBe('ALARMING');
  });

  it('comes with the figures', () => {
    const test = chiSquare(buckets([12, 8], 10));
    expect(test && figuresText(test, 'prizes')).toBe(
      'Chi-square 0.80 with 1 degrees of freedom, p 0.371, from 20 prizes.',
    );
  });
});

describe('the page of fairness', () => {
  it.each(Object.entries(FAIRNESS_CASES))('shows counts and verdicts: %s', (name, counts) => {
    expect(hasShape(fairness.parse(counts), FAIRNESS)).toBe(true);
    const html = renderToStaticMarkup(createElement(FairnessBody, { fairness: counts }));
    expect(html).not.toMatch(/ style=|NaN|undefined|Infinity/);
    const words = html.match(/NO DATA|TOO FEW|AS EXPECTED|UNUSUAL|ALARMING/g);
    expect(words).toEqual(
      {
        'nothing yet': ['NO DATA', 'NO DATA'],
        'too few rounds to judge': ['TOO FEW', 'TOO FEW'],
        'as expected': ['AS EXPECTED', 'AS EXPECTED'],
        unusual: ['UNUSUAL', 'AS EXPECTED'],
        alarming: ['ALARMING', 'AS EXPECTED'],
      }[name],
    );
  });
});
