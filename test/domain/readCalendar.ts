/** A line of a calendar, its parameters and its value taken apart. */
interface Line {
  readonly name: string;
  readonly value: string;
}

/** An event's values by the names of its lines. */
export type CalendarEvent = Readonly<Record<string, string>>;

const ONCE = ['UID', 'DTSTAMP', 'DTSTART', 'SUMMARY', 'DESCRIPTION', 'URL', 'TRANSP'];
const NEEDED = ['UID', 'DTSTAMP', 'DTSTART'];
/** Section 3.1: a name, parameters, a colon, and a value without control characters. */
const CONTENT = /^([A-Z0-9-]+)((?:;[A-Z0-9-]+=[^";:,]+)*):([^\p{Cc}]*)$/u;
/** Section 3.3.11: what TEXT may have, every comma, semicolon and backslash escaped. */
const TEXT = /^(?:[^\\;,]|\\[\\;,nN])*$/u;
const MOMENT = /^\d{8}T\d{6}Z$/;

/**
 * The events of a calendar. Throws for everything that RFC 5545 forbids: wrong line ends, folding, octets, escapes,
 * order of the parts, missing fields, and repeated fields that an event may have only once.
 */
export function readCalendar(text: string): CalendarEvent[] {
  if (!text.endsWith('\r\n')) throw new Error('the last line has no end');
  const folded = text.slice(0, -2).split('\r\n');
  for (const line of folded) {
    if (/[\r\n]/.test(line)) throw new Error(`a line end alone: ${line}`);
    const octets = new TextEncoder().encode(line).length;
    if (octets > 75) throw new Error(`${octets} octets: ${line}`);
  }
  const lines = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n').map(parsed);
  const [begin, ...rest] = lines;
  const end = rest.pop();
  if (!isLine(begin, 'BEGIN', 'VCALENDAR') || !isLine(end, 'END', 'VCALENDAR')) throw new Error('no VCALENDAR');
  const first = rest.findIndex(({ name }) => name === 'BEGIN');
  const head = first < 0 ? rest : rest.slice(0, first);
  for (const name of ['VERSION', 'PRODID']) {
    if (head.filter((line) => line.name === name).length !== 1) throw new Error(`not one ${name}`);
  }
  return eventsOf(first < 0 ? [] : rest.slice(first));
}

function parsed(line: string): Line {
  const [, name, , value] = CONTENT.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`no content line: ${line}`);
  return { name, value };
}

const isLine = (line: Line | undefined, name: string, value: string) => line?.name === name && line.value === value;

function eventsOf(lines: readonly Line[]): CalendarEvent[] {
  const events: CalendarEvent[] = [];
  let open: Line[] | null = null;
  for (const line of lines) {
    if (isLine(line, 'BEGIN', 'VEVENT') && open === null) open = [];
    else if (isLine(line, 'END', 'VEVENT') && open !== null) {
      events.push(judged(open));
      open = null;
    } else if (open === null || line.name === 'BEGIN' || line.name === 'END')
      throw new Error(`out of place: ${line.name}`);
    else open.push(line);
  }
  if (open !== null) throw new Error('an event without an end');
  if (new Set(events.map(({ UID }) => UID)).size < events.length) throw new Error('two events have one UID');
  return events;
}

function judged(lines: readonly Line[]): CalendarEvent {
  const event = Object.fromEntries(lines.map(({ name, value }) => [name, value]));
  for (const name of ONCE) {
    const count = lines.filter((line) => line.name === name).length;
    if (count > 1 || (count === 0 && NEEDED.includes(name))) throw new Error(`${count} times ${name}`);
  }
  for (const name of ['DTSTAMP', 'DTSTART'])
    if (!MOMENT.test(event[name] ?? '')) throw new Error(`${name} is not in UTC`);
  for (const name of ['SUMMARY', 'DESCRIPTION'])
    if (!TEXT.test(event[name] ?? '')) throw new Error(`${name} is no TEXT`);
  if (event.URL !== undefined) new URL(event.URL);
  return event;
}
