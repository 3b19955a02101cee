import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../client/clock/ServerClock.ts';
import { prizeText } from '../../client/format/moneyText.ts';
import { App } from '../../client/page/App.tsx';
import { contentAt } from '../../client/page/contents.ts';
import { shownHead } from '../../client/page/shownHead.ts';
import { gapText } from '../../client/rounds/RoundTimeline.tsx';
import { stateBadge } from '../../client/rounds/roundState.ts';
import { roundSteps } from '../../client/rounds/roundSteps.ts';
import { pollInterval } from '../../client/rounds/useRoundDetail.ts';
import { hasShape } from '../../client/shape/hasShape.ts';
import { ROUND, ROUNDS } from '../../client/shape/roundShape.ts';
import type { ShownAnswer } from '../../src/contract/pageData.ts';
import { type RoundDetail, roundDetail, roundsPage } from '../../src/contract/round.ts';
import { EVERYTHING, roundsApiPath, roundsAsked, roundsPath } from '../../src/round/roundsAsked.ts';
import { addressNumber, CONFIG, NOW } from '../gallery/lottery.ts';
import { ROUNDS_BY_STATE, SUMMARIES } from '../gallery/rounds.ts';

/** A moment during round 1,234. */
const TIMED = { ...CONFIG, genesisTime: new Date(Date.UTC(2026, 10, 20, 8) - 1234 * 3_600_000).toISOString() };
const AT = { now: NOW, entryLockSeconds: 60 };

function round(name: string): RoundDetail {
  const found = ROUNDS_BY_STATE[name];
  if (found === undefined) throw new Error(`there is no round that is ${name}`);
  return found;
}

/** The states of a round's steps, in order. */
const statesOf = (name: string, at = AT) => roundSteps(round(name), at).map(({ state }) => state);

/** A page as the server writes it, its tags as bars and its links as `[target]`. */
function textOf(path: string, shown: ShownAnswer, now = NOW): string {
  const data = { path, now, stats: null, participants: null, config: TIMED, wallet: null, shown };
  const html = renderToStaticMarkup(createElement(App, { data, clock: fixedClock(now), content: contentAt(path) }));
  expect(html).not.toMatch(/ style=|NaN|undefined/);
  return html
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>/g, '[$1]')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, '|')
    .replaceAll('&#x27;', '’');
}

describe('the steps of a round', () => {
  it('are done one after the other', () => {
    expect(statesOf('open')).toEqual(['done', ...Array(7).fill('ahead')]);
    expect(statesOf('locked')).toEqual(['done', 'done', 'now', ...Array(5).fill('ahead')]);
    expect(statesOf('committed')).toEqual(['done', 'done', 'done', ...Array(5).fill('ahead')]);
    expect(statesOf('committed, and waiting for the number').slice(3)).toEqual([
      'done',
      'now',
      ...Array(3).fill('ahead'),
    ]);
    expect(statesOf('drawn, and the payment is sent').slice(5)).toEqual(['done', 'now', 'ahead']);
    expect(statesOf('drawn, and the payment is confirmed').slice(5)).toEqual(['done', 'done', 'now']);
    expect(statesOf('paid')).toEqual(Array(8).fill('done'));
  });

  it('are due when the timetable says, and not before', () => {
    const steps = (now: number) => roundSteps(round('open'), { now, entryLockSeconds: 60 });
    const end = Date.parse(round('open').endsAt);
    expect(steps(NOW)[1]).toEqual({ name: 'lock', state: 'ahead', at: null, due: end - 60_000 });
    expect(steps(end - 60_000)[1]?.state).toBe('now');
    expect(roundSteps(round('open'), { now: NOW, entryLockSeconds: null })[1]).toMatchObject({ due: null });
  });

  it('did not happen in a round that was rolled over, and are owed in one that was promised and is held', () => {
    expect(statesOf('rolled over without a lock')).toEqual([
      'done',
      'never',
      'never',
      'done',
      ...Array(4).fill('never'),
    ]);
    expect(statesOf('held before anything was promised').slice(2)).toEqual([
      'never',
      'done',
      ...Array(4).fill('never'),
    ]);
    expect(statesOf('held, and owed').slice(5)).toEqual(['done', 'owed', 'owed']);
  });

  it('have the times that were written down, and none that were not', () => {
    const paid = round('paid');
    expect(roundSteps(paid, AT).map(({ at }) => at && new Date(at).toISOString())).toEqual([
      ...[paid.startsAt, paid.lockedAt, paid.committedAt, paid.endsAt],
      ...[paid.beaconAt, paid.drawnAt, paid.paidAt, paid.finalAt],
    ]);
    const old = roundSteps(round('paid, from before times were kept'), AT).map(({ at }) => at);
    expect(old).toEqual([
      ...[Date.parse(paid.startsAt), null, Date.parse(paid.commitment?.blockTime ?? ''), Date.parse(paid.endsAt)],
      ...[null, null, null, null],
    ]);
  });

  it.each([
    [-41_040, '41.0 s before the end'],
    [2_340, '2.3 s after the end'],
    [20, 'at the end'],
    [90_000, '1 min after the end'],
    [-3_600_000, '1 h before the end'],
  ])('%i ms from the end is said as %s', (gap, text) => {
    expect(gapText(NOW + gap, NOW)).toBe(text);
  });
});

describe('how often a round is read again', () => {
  const end = Date.parse(round('open').endsAt);

  it('is rarely before its lock, each 2 s from then on, and never once it is settled', () => {
    expect(pollInterval(round('open'), NOW)).toBe(15_000);
    expect(pollInterval(round('open'), end - 80_000)).toBe(5_000);
    expect(pollInterval(round('open'), end)).toBe(2_000);
    for (const name of ['locked', 'committed', 'drawn, and the payment is sent'])
      expect(pollInterval(round(name), NOW)).toBe(2_000);
    expect(pollInterval(round('held, and owed'), NOW)).toBe(15_000);
    expect(pollInterval(round('paid'), NOW)).toBe(false);
    expect(pollInterval(round('rolled over without a lock'), NOW)).toBe(false);
    expect(pollInterval(round('held, and closed by its payment'), NOW)).toBe(false);
  });

  it('is never for one that does not exist, and again for one that could not be read', () => {
    expect(pollInterval({ success: false, error: 'Round 9 has not started yet.', code: 'NOT_FOUND' }, NOW)).toBe(false);
    expect(pollInterval(undefined, NOW)).toBe(15_000);
  });
});

describe('the page of a round', () => {
  const pageOf = (answer: RoundDetail) =>
    textOf(`/rounds/${answer.roundNumber}`, { kind: 'round', asked: String(answer.roundNumber), place: null, answer });

  it('does not say that an operator must look at a round when one has done so', () => {
    const text = pageOf(round('held, and closed by its payment'));
    expect(text).toContain('An operator has looked at it and closed the round: it is paid.');
    expect(text).not.toContain('has to look at it');
  });

  it('calls a closed round closed, and does not say that its payment did not happen', () => {
    const answer = round('held, and closed by its payment');
    const text = pageOf(answer);
    expect(text).toContain('|CLOSED|');
    expect(text).toContain('The winners are not stored here.');
    expect(text).toContain('Prizes paid|||not stored|');
    for (const wrong of ['ON HOLD', 'Nobody has been', 'Nobody won', 'did not happen', 'ended without it'])
      expect(text).not.toContain(wrong);
    expect(shownHead({ kind: 'round', asked: '1233', place: null, answer }, NOW).title).toBe(
      'Round #1,233: closed · Game of Draws',
    );
  });

  it.each(Object.entries(ROUNDS_BY_STATE))('can be read without JavaScript: %s', (_, answer) => {
    expect(hasShape(roundDetail.parse(answer), ROUND)).toBe(true);
    const text = pageOf(answer);
    for (const part of ['Round #1,23', 'Step by step', 'Entries locked', 'Payment final', 'The numbers', 'Winners'])
      expect(text).toContain(part);
    expect(text).toContain('[/rounds]');
    expect(text).toContain(`[/api/lottery/rounds/${answer.roundNumber}/proof]Proof as JSON`);
    expect(text.includes('Entries as CSV')).toBe(answer.root !== null);
  });

  it('computes the chance with the round’s own number of prizes: other rules may have other numbers', () => {
    const paid = round('paid');
    expect(pageOf({ ...paid, entries: 224, winners: paid.winners.slice(0, 2) })).toContain('|1 in 112|');
    expect(pageOf({ ...round('open'), entries: 224 })).toContain('|1 in 75|');
  });

  it('shows who won, when each step was, and the rounds beside it', () => {
    const text = pageOf(round('paid'));
    for (const part of ['PAID', '3 wallets won 19.9999 SOL.', '19.9999', '224', '1 in 75', '7f3a90c1', 'fe290bec'])
      expect(text).toContain(part);
    for (const gap of [
      '59.2 s before the end',
      '40.4 s before',
      '1.1 s after',
      '1.2 s after',
      '2.9 s after',
      '15.7 s after',
    ])
      expect(text).toContain(gap);
    expect(text).toContain('[/rounds/1232]');
    expect(text).toContain('[/rounds/1234]');
    expect(pageOf(round('open'))).not.toContain('[/rounds/1235]');
  });

  it.each([
    ['rolled over without a lock', 'The entries could not be locked in time.'],
    ['held, and owed', 'The chain refused the payment. The prizes are owed'],
    ['of a reason that this page does not know', 'solar-flare'],
  ])('says why it was not paid: %s', (name, sentence) => {
    expect(pageOf(round(name))).toContain(sentence);
  });

  it('says how many watchers saw the list, and turns red when one saw another', () => {
    expect(pageOf(round('paid'))).toContain('3 of 3 watchers confirmed this list');
    const text = pageOf(round('paid, and a watcher saw another list'));
    for (const part of ['1 OF 3 SAW ANOTHER LIST', 'c0ffee00'.repeat(8), '7f3a90c1'.repeat(8)])
      expect(text).toContain(part);
    expect(pageOf(round('open'))).not.toContain('watcher');
  });

  it.each([
    ['0', 'No such round.'],
    ['abc', 'No such round.'],
    ['1000000', 'Round #1,000,000 has not started.'],
    ['999999999999', 'It is a round of the future.'],
  ])('says that there is no round %s', (asked, sentence) => {
    const answer = { success: false, error: 'There is no such round.', code: 'NOT_FOUND' } as const;
    const text = textOf(`/rounds/${asked}`, { kind: 'round', asked, place: null, answer });
    expect(text).toContain('404 · Page not found');
    expect(text).toContain(sentence);
    expect(text).toContain('[/rounds/1234]');
  });

  it('has a title, a description and a picture of its own', () => {
    const answer = round('paid');
    expect(shownHead({ kind: 'round', asked: '1233', place: null, answer }, NOW)).toEqual({
      title: 'Round #1,233: 3 wallets won 19.9999 SOL · Game of Draws',
      description: expect.stringMatching(/^Round #1,233 of the hourly draw on Solana, 20 Nov 2026, .* Winners: ....…/),
      image: '/og/rounds/1233.png',
    });
    expect(shownHead({ kind: 'round', asked: '1234', place: null, answer: round('open') }, NOW).title).toBe(
      'Round #1,234: running · Game of Draws',
    );
    expect(shownHead(null, NOW)).toEqual({});
  });
});

describe('one win of a round', () => {
  const answer = round('paid');
  const [, second] = answer.winners;
  const shown = (place: 1 | 2 | 3) => ({ kind: 'round', asked: '1233', place, answer }) as const;

  it('has a page of its own, with the amount, the payment and the round below it', () => {
    const text = textOf('/rounds/1233/wins/2', shown(2));
    expect(text).toContain(`|${prizeText(second?.prizeLamports ?? '')} SOL|`);
    expect(text).toContain('|2nd place in [/rounds/1233]round #1,233|');
    expect(text).toContain('Share this win');
    expect(text).toContain('|Round #1,233|');
    expect(textOf('/rounds/1233', { ...shown(2), place: null })).not.toContain('Share this win');
  });

  it('is shared with a title and a picture of its own; the page of a place without a winner is that of the round', () => {
    expect(shownHead(shown(2), NOW)).toEqual({
      title: `${prizeText(second?.prizeLamports ?? '')} SOL won in round #1,233 · Game of Draws`,
      description: expect.stringMatching(/^....….... won 2nd place in the hourly draw on Solana of 20 Nov 2026/),
      image: '/og/rounds/1233-2.png',
    });
    const alone = { ...answer, winners: answer.winners.slice(0, 1) };
    expect(shownHead({ ...shown(2), answer: alone }, NOW).image).toBe('/og/rounds/1233.png');
  });
});

describe('the list of rounds', () => {
  const asked = { ...EVERYTHING, state: 'paid', date: '2026-11-20', address: addressNumber(4) };
  const answer = { rounds: [...SUMMARIES], nextCursor: '1218' };

  it('has one address for each list, and the address gives the same list again', () => {
    expect(roundsPath({})).toBe('/rounds');
    const path = roundsPath({ ...asked, cursor: '12' });
    expect(path).toBe(`/rounds?state=paid&date=2026-11-20&address=${addressNumber(4)}&cursor=12`);
    const { searchParams } = new URL(path, 'http://x');
    expect(roundsAsked((name) => searchParams.get(name))).toEqual({ ...asked, cursor: '12' });
    expect(roundsAsked(() => null)).toEqual(EVERYTHING);
    expect(roundsAsked((name) => (name === 'find' ? '123' : null))).toEqual({ ...EVERYTHING, find: '123' });
    expect(roundsApiPath(asked)).toBe(
      `/api/lottery/rounds?state=paid&date=2026-11-20&address=${addressNumber(4)}&limit=48`,
    );
  });

  it('shows each round with state, prizes, winners or reason, and keeps its filters on the way to older ones', () => {
    expect(hasShape(roundsPage.parse(answer), ROUNDS)).toBe(true);
    const text = textOf('/rounds', { kind: 'rounds', asked, answer });
    for (const { roundNumber } of SUMMARIES) expect(text).toContain(`[/rounds/${roundNumber}]`);
    for (const badge of ['DRAWING', 'PAID', 'ROLLED OVER', 'ON HOLD']) expect(text).toContain(`|${badge}|`);
    expect(text).toContain('The entries could not be locked in time.');
    expect(text).toContain(`[${roundsPath({ ...asked, cursor: '1218' }).replaceAll('&', '&amp;')}]Older rounds`);
    expect(text).toContain(`[${roundsPath({ ...asked, state: 'held' }).replaceAll('&', '&amp;')}]On hold`);
    expect(text).toContain('20 Nov 2026');
    expect(text).toContain('Show as table');
    expect(text).toContain('[/rounds/1234]');
  });

  it('counts in its plot: one round has no order and is not one of many', () => {
    const plotOf = (count: number) =>
      textOf('/rounds', { kind: 'rounds', asked, answer: { ...answer, rounds: SUMMARIES.slice(0, count) } });
    expect(plotOf(2)).toContain('|The 2 rounds below, oldest left|');
    expect(plotOf(2)).toContain('|A bar for each of 2 rounds, ');
    expect(plotOf(1)).toContain('|The round below|');
    expect(plotOf(1)).toContain('|A bar for one round. ');
  });

  it('says what it does not understand, and shows the field for another try', () => {
    const refused = { success: false, error: 'date: must be a day such as 2026-11-20', code: 'BAD_REQUEST' } as const;
    const text = textOf('/rounds', { kind: 'rounds', asked: { ...EVERYTHING, date: 'soon' }, answer: refused });
    expect(text).toContain('The date must be a day such as 2026-11-20.');
    expect(text).toContain('[/rounds]Show all rounds');
  });

  it('says only that a round has ended while no list of it is known, and not that it is drawn', () => {
    const ended = { reason: null, endsAt: new Date(NOW).toISOString() };
    expect(stateBadge({ ...ended, state: 'open' }, NOW).text).toBe('ENDED');
    expect(stateBadge({ ...ended, state: 'open' }, NOW - 1).text).toBe('RUNNING');
    expect(stateBadge({ ...ended, state: 'locked' }, NOW).text).toBe('DRAWING');
  });

  it('calls a round that a person has closed closed, in the list and in the table of the plot', () => {
    const rounds = [round('held, and closed by its payment')];
    const text = textOf('/rounds', { kind: 'rounds', asked: EVERYTHING, answer: { rounds, nextCursor: null } });
    expect(text).toContain('|CLOSED|');
    expect(text).toContain('|Closed|');
    expect(text).not.toMatch(/ON HOLD|has to look at it/);
  });

  it('says so where there is nothing', () => {
    const none = { rounds: [], nextCursor: null };
    expect(textOf('/rounds', { kind: 'rounds', asked: EVERYTHING, answer: none })).toContain('No round yet');
    expect(textOf('/rounds', { kind: 'rounds', asked, answer: none })).toContain('No round is like that so far.');
    expect(textOf('/rounds', { kind: 'rounds', asked, answer: null })).toContain('Loading rounds...');
  });

  it('names the time of a round to come', () => {
    const missing = { success: false, error: 'no', code: 'NOT_FOUND' } as const;
    expect(textOf('/rounds/1236', { kind: 'round', asked: '1236', place: null, answer: missing })).toContain(
      'It begins on 20 Nov 2026, 09:00:00 UTC',
    );
  });
});
