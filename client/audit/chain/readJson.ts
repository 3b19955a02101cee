/** The text is not I-JSON (RFC 7493), or has a number or a size that no proof has. The message says what is wrong. */
export class NotJson extends Error {
  override readonly name = 'NotJson';
}

/** The limits of a proof: its bytes as UTF-8, its levels, the UTF-16 units of a string, the characters of a number. */
export const MOST_BYTES = 32 * 1024 * 1024;
const MOST_LEVELS = 10;
const MOST_UNITS = 1_000;
const LONGEST_NUMBER = 400;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
/** The part of a string that needs no escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON allows none of them in a string
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
};
const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/** The value of a text that `readJson` accepts. For any other text, returns the `NotJson` that says why. */
export function jsonOf(text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof NotJson) return error;
    throw error;
  }
}

/**
 * Reads text as I-JSON: no name twice in an object, no lone surrogates. Numbers must be whole and exact; the limits
 * above hold too. Throws `NotJson` for any other text. Every verifier refuses the same texts.
 */
function readJson(text: string): unknown {
  if (new Blob([text]).size > MOST_BYTES) throw new NotJson(`more than ${MOST_BYTES} bytes`);
  let at = 0;
  const refuse = (why: string): never => {
    throw new NotJson(`${why} at character ${at}`);
  };
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const take = (sign: string): boolean => {
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  };

  function readValue(level: number): unknown {
    match(SPACE);
    if (take('"')) return readString();
    if (text[at] === '{' || text[at] === '[') {
      if (level === MOST_LEVELS) refuse(`more than ${MOST_LEVELS} levels`);
      if (take('{')) return readObject(level + 1);
      at += 1;
      return readList(level + 1);
    }
    for (const [word, value] of WORDS)
      if (text.startsWith(word, at)) {
        at += word.length;
        return value;
      }
    return readNumber();
  }

  function readNumber(): number {
    const digits = match(NUMBER) ?? refuse('no value');
    // -0 becomes 0, as in every verifier.
    const number = Number(digits) + 0;
    const isWhole = digits.length <= LONGEST_NUMBER && Number.isSafeInteger(number);
    return isWhole ? number : refuse('a number that is not whole, or too large');
  }

  function readObject(level: number): unknown {
    const members = new Map<string, unknown>();
    match(SPACE);
    if (take('}')) return {};
    do {
      match(SPACE);
      if (!take('"')) refuse('no name');
      const name = readString();
      if (members.has(name)) refuse('a doubled name');
      match(SPACE);
      if (!take(':')) refuse('no colon');
      members.set(name, readValue(level));
      match(SPACE);
    } while (take(','));
    if (!take('}')) refuse('no end of an object');
    return Object.fromEntries(members);
  }

  function readList(level: number): unknown[] {
    const items: unknown[] = [];
    match(SPACE);
    if (take(']')) return items;
    do {
      items.push(readValue(level));
      match(SPACE);
    } while (take(','));
    if (!take(']')) refuse('no end of a list');
    return items;
  }

  function readString(): string {
    let said = match(PLAIN) ?? '';
    while (take('\\')) {
      said += readEscape();
      said += match(PLAIN) ?? '';
    }
    if (!take('"')) refuse('no end of a string');
    if (said.length > MOST_UNITS) refuse(`a string of more than ${MOST_UNITS} units`);
    return said.isWellFormed() ? said : refuse('a lone surrogate');
  }

  function readEscape(): string {
    const sign = text[at] ?? '';
    at += 1;
    if (sign !== 'u') return ESCAPES[sign] ?? refuse('an unknown escape');
    const hex = text.slice(at, at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(hex)) refuse('an unknown escape');
    at += 4;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  const value = readValue(0);
  match(SPACE);
  return at === text.length ? value : refuse('something behind the end');
}
