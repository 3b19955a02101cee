/**
 * No answer of a node or an exchange that is read whole has more values: a page of a history has at most 14,000. The
 * largest transaction that a stranger can make has some 20,000: 63 calls with 255 accounts each, and what 128 accounts
 * hold.
 */
const MOST_VALUES = 30_000;
/** What a node tells of a transaction is some ten levels deep. */
const MOST_LEVELS = 64;

/**
 * Whether JSON has more values or levels than any answer that is read here. Code that walks such JSON by recursion, or
 * passes its lists as arguments, runs out of stack. That looks like a fault of ours, so one node could stop every read.
 */
export function isTooLarge(json: unknown): boolean {
  let level: unknown[] = [json];
  let values = 1;
  for (let levels = 1; level.length > 0; levels++) {
    if (values > MOST_VALUES || levels > MOST_LEVELS) return true;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const inner of Object.values(value)) next.push(inner);
    }
    values += next.length;
    level = next;
  }
  return false;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The same of JSON that is not parsed yet, as UTF-8: 4 MB of empty values become 100 MB when they are parsed. Commas
 * and brackets outside of texts are counted, so it is the number of values, and one more for each empty list.
 */
export function isTooLargeText(bytes: Uint8Array): boolean {
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

/** The quote that ends the text which begins at `from`, or the end of the bytes. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let end = bytes.indexOf(QUOTE, from + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (bytes[before] === BACKSLASH) before--;
    // An even number of backslashes are themselves, an odd one escapes the quote.
    if ((end - before) % 2 === 1) return end;
  }
  return bytes.length;
}
