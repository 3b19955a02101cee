import { type RoundClock, roundAt, roundEndsAt } from '../../../src/round/clock.ts';
import { WINNERS_TEXT } from '../../../src/round/placeWords.ts';

/** Two days of hourly draws: a calendar that asks once a day misses none. */
const DRAWS = 48;
const HOUR_SECONDS = 3_600;
/** The most octets of a line, its line break not counted: RFC 5545, section 3.1. */
const MOST_OCTETS = 75;

export interface CalendarInput {
  readonly origin: string;
  readonly clock: RoundClock;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * The running round and those after it, as a calendar by RFC 5545. Each draw is an event of its own, because Google's
 * calendar knows no rule that repeats by the hour. The UID of an event never changes.
 */
export function drawCalendar({ origin, clock, now }: CalendarInput): string {
  const unix = now / 1000;
  const first = roundAt(clock, unix);
  // The same value for an hour, so that the answer keeps its ETag.
  const madeAt = utc(Math.floor(unix / HOUR_SECONDS) * HOUR_SECONDS);
  const { host } = new URL(origin);
  const events = Array.from({ length: DRAWS }, (_, i) => {
    const round = first + i;
    const page = `${origin}/rounds/${round}`;
    return [
      'BEGIN:VEVENT',
      `UID:round-${round}@${text(host)}`,
      `DTSTAMP:${madeAt}`,
      // A moment: an event without end and duration ends when it begins (section 3.6.1).
      `DTSTART:${utc(roundEndsAt(clock, round))}`,
      `SUMMARY:${text(`Game of Draws: draw of round ${round}`)}`,
      `DESCRIPTION:${text(`${WINNERS_TEXT} among the holders of GOD. While the draws are paused, there is no draw; see ${origin}/status. The result: ${page}`)}`,
      `URL:${page}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ];
  });
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Game of Draws//Draws//EN', 'CALSCALE:GREGORIAN'],
    ...['NAME:Game of Draws', 'X-WR-CALNAME:Game of Draws'],
    ...['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
    ...events.flat(),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function utc(unix: number): string {
  return `${new Date(unix * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** A value of the type TEXT, section 3.3.11. */
function text(said: string): string {
  return said.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** A long line continues after a line break and a space, which are not part of the value. No character is split. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let octets = 0;
  let result = '';
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MOST_OCTETS) {
      result += '\r\n ';
      octets = 1;
    }
    result += character;
    octets += size;
  }
  return result;
}
