import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { hasShape } from '../../client/shape/hasShape.ts';
import { TermsBody } from '../../client/terms/TermsBody.tsx';
import { spanText, termsSentences } from '../../client/terms/termsSentences.ts';
import { TERMS } from '../../client/terms/useTerms.ts';
import { terms as contract, type Terms } from '../../src/contract/terms.ts';
import { CONFIG } from '../gallery/lottery.ts';
import { TERMS_CASES } from '../gallery/terms.ts';

const MANY = TERMS_CASES['in force, with some to come and some before'] as Terms;
const textOf = (terms: Terms) =>
  renderToStaticMarkup(createElement(TermsBody, { terms, config: CONFIG }))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const members = (k: number) => {
  const found = MANY.announcements.find((each) => each.k === k);
  if (found === undefined) throw new Error(`no announcement ${k}`);
  return found.terms;
};

describe('the terms of play', () => {
  it.each(Object.entries(TERMS_CASES))('are taken as the contract has them: %s', (_state, terms) => {
    expect(contract.parse(terms)).toEqual(terms);
    expect(hasShape(terms, TERMS)).toBe(true);
  });

  it.each<[string, object]>([
    ['a watcher without an operator', { watchers: [['a', 'b']] }],
    ['an exclusion that is no pair', { excluded: ['a'] }],
    ['no pool', { pool: null }],
    ['a threshold that is no amount', { threshold: '1.5' }],
  ])('are not shown with %s', (_what, wrong) => {
    const [first] = MANY.announcements;
    const terms = { ...MANY, announcements: [{ ...first, terms: { ...first?.terms, ...wrong } }] };
    expect(hasShape(terms, TERMS)).toBe(false);
  });

  it('say in plain words who is in, when, and what is paid', () => {
    expect(termsSentences(members(3))).toMatchObject({
      entrants:
        'Every wallet that holds at least 100,000 GOD in accounts that are not frozen. A wallet excluded below is never in the draw.',
      hours:
        'A round takes 1 hour. Who is in it is fixed 60 seconds before it ends, and that is written on the chain at least 20 seconds before the random number exists.',
      prizes:
        'The prizes are 20% of what the pool wallet holds when the entries are fixed. Of that the first winner gets 70%, the second 20% and the third 10%.',
      watchers: expect.stringMatching(/^3 watchers of 3 operators .* when 2 of the operators saw the same/),
    });
    expect(termsSentences(members(2)).entrants).toMatch(/^The 100 largest holders among the wallets that hold/);
    expect(termsSentences(members(1)).watchers).toMatch(/our word alone/);
    expect([3_600, 7_200, 600, 90, 26, 1].map(spanText)).toEqual([
      ...['1 hour', '2 hours', '10 minutes', '90 seconds', '26 seconds', '1 second'],
    ]);
  });

  it('to come end where the next ones begin', () => {
    const later = MANY.announcements.map((each) => ({ ...each, k: each.k + 3, from: each.from + 800, inForce: false }));
    const text = textOf({ ...MANY, announcements: [...MANY.announcements, ...later.slice(2)] });
    expect(text).toContain('Rounds 1,240 to 1,999');
    expect(text).toContain('Rounds 2,000 to 2,039');
    expect(text).toContain('From round 2,040 on');
  });

  it('show the terms in force first, then later ones, then earlier ones with the rounds that they held for', () => {
    const text = textOf(MANY);
    const places = ['In force since round 1,200', 'From round 1,240 on', 'Rounds 500 to 1,199', 'Rounds 1 to 499'];
    const at = places.map((place) => text.indexOf(place));
    expect(at.every((index) => index >= 0)).toBe(true);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    for (const { hash, signature, terms } of MANY.announcements)
      for (const part of [hash, signature, terms.pool]) expect(text).toContain(part);
    expect(text).toContain(`hash of its first terms: ${MANY.lottery}`);
  });

  it('say that nothing is played while none are announced', () => {
    expect(textOf({ lottery: null, announcements: [] })).toContain('No round is played before they are.');
  });
});
