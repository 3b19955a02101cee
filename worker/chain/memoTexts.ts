/** What stands in the place of a memo that is not UTF-8; the length before it is that of the memo's own bytes. */
const UNPARSEABLE = '(unparseable)';
const JOINT = '; ';
/** The longest memo of ours has about 330 letters. */
const MAX_TEXT = 400;
/** No letter of a text takes more bytes. */
const LETTER_BYTES = 3;

/**
 * The texts of up to 400 letters that a node's memo field may hold. It joins a transaction's memos with "; " and puts the length in bytes
 * before each: `[24] GOD1 commit …`. A text may itself look like a joint, and a length may not be that of what
 * follows: then every way to read on is taken, so that no memo is lost. What is found here too much, the
 * transaction's own bytes do not confirm. A text longer than any of ours is left out, and never made: of a field of
 * thousands of joints each text could be as long as all that follows.
 */
export function memoTexts(field: string): string[] {
  // One letter for each byte, since lengths are of bytes.
  const bytes = Buffer.from(field, 'utf8').toString('latin1');
  const texts = new Map<number, string>();
  const starts = new Set([0]);
  // A set is walked in the order of its growth, to the end.
  for (const start of starts) {
    const head = /^\[(\d{1,5})\] /.exec(bytes.slice(start, start + 8));
    if (head === null) continue;
    const from = start + head[0].length;
    const end = from + Number(head[1]);
    const isWhole = end === bytes.length || bytes.startsWith(JOINT, end);
    const isPlaceholder = bytes.startsWith(UNPARSEABLE, from);
    const isShort = Math.min(end, bytes.length) - from <= MAX_TEXT * LETTER_BYTES;
    if (isShort && (isWhole || !isPlaceholder))
      texts.set(start, Buffer.from(bytes.slice(from, end), 'latin1').toString('utf8'));
    const ends = [...(isWhole ? [end] : []), ...(isPlaceholder ? [from + UNPARSEABLE.length] : [])];
    // The length is not that of the text: whatever looks like a joint next may be one.
    if (ends.length === 0) ends.push(bytes.indexOf(`${JOINT}[`, from));
    for (const next of ends) if (next >= 0 && bytes.startsWith(JOINT, next)) starts.add(next + JOINT.length);
  }
  return [...texts]
    .sort(([a], [b]) => a - b)
    .map(([, text]) => text)
    .filter((text) => text.length <= MAX_TEXT);
}
