import { describe, expect, it } from 'vitest';
import { PLACES } from '../../src/protocol/terms/places.ts';
import { exitsOf } from '../../src/round/exits.ts';
import { isRecent } from '../../src/round/isRecent.ts';
import { stillPaying, stillRehearsing } from '../../src/round/payouts.ts';
import { capital, RANKS, WINNERS_TEXT } from '../../src/round/placeWords.ts';

describe('a person may', () => {
  const held = { reason: 'payout-rejected', hasRecord: true, isShelved: false } as const;
  it('release, close or shelve a held round whose list is stored', () => {
    expect(exitsOf(held)).toEqual(['release', 'close', 'shelve']);
  });

  it('not shelve a round twice', () => {
    expect(exitsOf({ ...held, isShelved: true })).toEqual(['release', 'close']);
  });

  it('not release a round whose list is gone, and shelve it only if its hour has a mark', () => {
    expect(exitsOf({ ...held, hasRecord: false })).toEqual(['close']);
    expect(exitsOf({ reason: 'mark-without-record', hasRecord: false, isShelved: false })).toEqual(['close', 'shelve']);
    expect(exitsOf({ reason: 'mark-without-record', hasRecord: false, isShelved: true })).toEqual(['close']);
  });
});

it('a moment is recent until its time has passed; a moment of the future never is', () => {
  expect([100, 101, 200, 201].map((now) => isRecent(101, now, 100))).toEqual([false, true, true, false]);
});

it('a change between rehearsal and payment names the round that is still played as before', () => {
  expect(stillRehearsing(7)).toMatch(
    /^PAYOUTS=live is refused while round 7 is in flight: .* Rounds locked after its end pay\.$/,
  );
  expect(stillPaying(7)).toMatch(
    /^Round 7 was locked before PAYOUTS=shadow: .* Rounds that are locked later pay nothing\.$/,
  );
});

it('the number of winners begins a sentence as a word, and a place has a short form', () => {
  expect(WINNERS_TEXT).toBe('Three winners');
  expect([capital('one winner'), capital('')]).toEqual(['One winner', '']);
  expect(PLACES.map((place) => RANKS[place])).toEqual(['1st', '2nd', '3rd']);
});
