import { bytesUpTo } from './bytesUpTo.ts';

/**
 * No answer that is parsed in one piece has more values: the largest transaction that a stranger can make has 20,000.
 */
const MOST_VALUES = 30_000;
/** What a node tells of a transaction is some ten levels deep. */
const MOST_LEVELS = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The JSON of a body. `too-long`: the body has more than `most` bytes. `too-many`: it has more values or levels than
 * any answer that is read here. These are counted before the body is parsed: 4 MB of empty values would take 100 MB.
 * Throws a SyntaxError when the body is no JSON, and whatever reading the body throws.
 */
export async function jsonUpTo(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<{ readonly json: unknown } | 'too-long' | 'too-many'> {
  const bytes = await bytesUpTo(body, most);
  if (bytes === null) return 'too-long';
  return isTooMany(bytes) ? 'too-many' : { json: JSON.parse(new TextDecoder().decode(bytes)) };
}

/**
 * Whether JSON, as UTF-8, has too many values or levels. The number of values is taken to be one more than the
 * commas and opening brackets outside of strings. So each empty list or object counts twice.
 */
function isTooMany(bytes: Uint8Array): boolean {
  let values = 1;
  let levels = 1;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfText(bytes, i);
    else if (byte === COMMA) values++;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      values++;
      levels++;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) levels--;
    if (values > MOST_VALUES || levels > MOST_LEVELS) return true;
  }
  return false;
}

/** The index of the quote that ends the string which begins at `from`; the number of bytes when there is none. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let end = bytes.indexOf(QUOTE, from + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (bytes[before] === BACKSLASH) before--;
    // An odd number of backslashes before a quote escapes it.
    if ((end - before) % 2 === 1) return end;
  }
  return bytes.length;
}
