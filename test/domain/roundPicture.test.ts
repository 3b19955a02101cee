import { describe, expect, it } from 'vitest';
import type { RoundSummary } from '../../src/contract/round.ts';
import { roundPicture } from '../../worker/answers/documents/roundPicture.ts';
import { roundSummaryOf } from './roundSummaryOf.ts';
import { wallet } from './wallets.ts';

/** The texts of a picture, in order. */
const textsOf = (round: Partial<RoundSummary>) =>
  [...roundPicture(roundSummaryOf(round)).matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
const winner = (place: 1 | 2 | 3, prizeLamports: string): RoundSummary['winners'][number] => ({
  ...{ roundNumber: 1234, place, position: 'first', address: wallet(place), prize: 1 },
  ...{ prizeLamports, timestamp: '2026-11-20T07:00:00.000Z', transactionSignature: null, status: 'final' },
});
const short = (place: 1 | 2 | 3) => `${wallet(place).slice(0, 6)}…${wallet(place).slice(-6)}`;

describe('the picture of a round', () => {
  it('says which round it was, what was paid to whom, when, and among how many', () => {
    const winners = [winner(1, '1728395046'), winner(2, '493827156'), winner(3, '24')];
    expect(textsOf({ roundNumber: 1234, state: 'paid', entries: 9876, winners })).toEqual([
      ...['Game of Draws', 'Round 1,234', '2.2222 SOL paid to 3 wallets'],
      '20 Nov 2026, 07:00 UTC · 9,876 wallets in the draw',
      ...['1st', short(1), '1.7283 SOL'],
      ...['2nd', short(2), '0.4938 SOL'],
      ...['3rd', short(3), '&lt; 0.0001 SOL'],
    ]);
  });

  it.each([
    ['open', 'Open: the entries are not locked yet'],
    ['locked', 'The entries are locked, the draw is near'],
    ['committed', 'The entries are locked, the draw is near'],
    ['rolled-over', 'No draw this hour: the prizes stay in the pool'],
    ['held', 'Held: an operator has to look at it'],
  ] as const)('says of one that is %s what that means', (state, sentence) => {
    expect(textsOf({ roundNumber: 7, state, entries: null })).toEqual([
      ...['Game of Draws', 'Round 7', sentence, '20 Nov 2026, 07:00 UTC'],
    ]);
  });

  it('says of a held round that a person has closed that it is paid', () => {
    expect(textsOf({ state: 'held', reason: 'closed' })).toContain('Closed: it is paid on chain');
  });

  it('never says that something was paid before it was', () => {
    const texts = textsOf({ state: 'drawn', entries: 1, winners: [winner(1, '2000000000')] });
    expect(texts).toContain('2 SOL drawn, on their way');
    expect(texts.join()).toContain('1 wallet in the draw');
    expect(texts.join()).not.toContain('paid');
  });

  it('has room for the longest number there is', () => {
    const size = (roundNumber: number) =>
      Number(/font-size="(\d+)"[^>]*>Round/.exec(roundPicture(roundSummaryOf({ roundNumber })))?.[1]);
    expect(size(7)).toBe(132);
    expect(size(1e12) * 'Round 1,000,000,000,000'.length).toBeLessThanOrEqual(2_100);
  });
});
