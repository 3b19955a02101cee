import { describe, expect, it } from 'vitest';
import { drawCalendar } from '../../worker/answers/documents/drawCalendar.ts';
import { readCalendar } from './readCalendar.ts';

/** 2026-11-20T00:00:00Z */
const GENESIS = 1_795_132_800;
const HOURLY = { genesisTime: GENESIS, roundSeconds: 3_600, entryLockSeconds: 60 };
const calendarAt = (seconds: number, origin = 'https://draws.test', clock = HOURLY) =>
  drawCalendar({ origin, clock, now: (GENESIS + seconds) * 1000 });
const eventsAt = (seconds: number) => readCalendar(calendarAt(seconds));

describe('the calendar of the draws', () => {
  it('has the running round’s draw and the 47 after it, each at its moment in UTC', () => {
    const events = eventsAt(3_600 * 7 + 5);
    expect(events).toHaveLength(48);
    expect(events[0]).toMatchObject({
      ...{ UID: 'round-8@draws.test', DTSTART: '20261120T080000Z', SUMMARY: 'Game of Draws: draw of round 8' },
      URL: 'https://draws.test/rounds/8',
    });
    expect(events[47]).toMatchObject({ UID: 'round-55@draws.test', DTSTART: '20261122T070000Z' });
  });

  it('gives a draw the same id for ever, and is the same text for an hour', () => {
    const [now, later] = [eventsAt(3_600 * 7), eventsAt(3_600 * 9)];
    const { DTSTAMP: _, ...known } = now[10] ?? {};
    expect(later[8]).toMatchObject(known);
    expect(calendarAt(3_600 * 7)).toBe(calendarAt(3_600 * 7 + 3_599));
  });

  it('begins with round 1 before the first draw', () => {
    expect(eventsAt(-86_400 * 3)[0]).toMatchObject({ UID: 'round-1@draws.test', DTSTART: '20261120T010000Z' });
  });

  it('is read by a strict reader whatever the site and the rounds are called', () => {
    const host = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.xn--bcher-kva.test:8787`;
    for (const origin of [host, 'http://127.0.0.1:8787', 'http://[::1]:80'])
      for (const clock of [HOURLY, { ...HOURLY, roundSeconds: 20 }, { ...HOURLY, roundSeconds: 604_800 }])
        expect(readCalendar(calendarAt(9e8, origin, clock))).toHaveLength(48);
  });
});

describe('the strict reader', () => {
  const calendar = calendarAt(0);
  it.each([
    ['a bare line feed', calendar.replaceAll('\r\n', '\n')],
    ['a line of 76 octets', calendar.replace('SUMMARY:', `SUMMARY:${'é'.repeat(34)}`)],
    ['a time without a zone', calendar.replace('010000Z', '010000')],
    ['a comma in a text', calendar.replace('SUMMARY:Game', 'SUMMARY:Game, ')],
    ['a doubled name', calendar.replace('round-2@', 'round-1@')],
    ['an event without a UID', calendar.replace(/UID:round-1@.*\r\n/, '')],
    ['no version', calendar.replace('VERSION:2.0\r\n', '')],
    ['a lost end', calendar.replace('END:VEVENT\r\n', '')],
  ])('refuses %s', (_, broken) => {
    expect(broken).not.toBe(calendar);
    expect(() => readCalendar(broken)).toThrow();
  });
});
