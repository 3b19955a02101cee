/** The most that may stand around the list: an envelope of a hundred bytes, or an error with the node's own words. */
const MAX_AROUND_BYTES = 8_192;
/** An element longer than this is no account. */
const MAX_ELEMENT_BYTES = 65_536;
/** How many bytes are parsed at once, however large the arriving pieces are. */
const PIECE_BYTES = 65_536;
/** `result.value` begins at this depth: answer, result, list. */
const LIST_DEPTH = 3;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

export interface AnswerSplitter {
  /** Takes the next bytes, cut anywhere. Throws a SyntaxError if they are no answer, and whatever `take` throws. */
  write(chunk: Uint8Array): void;
  /** The answer without the elements of its list. Throws a SyntaxError when it was cut off or is not JSON. */
  end(): unknown;
}

/**
 * Reads the JSON text of an answer whose `result.value` is a list too large to hold. `take` gets the elements as they
 * come; only what is around the list is kept. The ends of elements are found byte by byte, which UTF-8 allows: no byte
 * of a longer character looks like a quote, a bracket or a comma. `JSON.parse` reads the elements.
 */
export function createAnswerSplitter(take: (elements: readonly unknown[]) => void): AnswerSplitter {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let around = '';
  let left: Uint8Array[] = [];
  let leftBytes = 0;
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  let list: 'awaited' | 'open' | 'closed' = 'awaited';
  let hasComma = false;

  function textOf(last: Uint8Array): string {
    try {
      const text = left.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode(last);
      left = [];
      leftBytes = 0;
      return text;
    } catch {
      throw new SyntaxError('not UTF-8');
    }
  }

  function keepAround(bytes: Uint8Array): void {
    if (around.length + bytes.length > MAX_AROUND_BYTES) throw new SyntaxError('too much around the list');
    around += textOf(bytes);
  }

  /** Takes the elements that are complete: up to a comma, or up to the list's end. */
  function takeElements(bytes: Uint8Array, isLast: boolean): void {
    const elements: unknown[] = JSON.parse(`[${textOf(bytes)}]`);
    if (elements.length === 0 && (hasComma || !isLast)) throw new SyntaxError('an element is missing');
    hasComma = !isLast;
    if (elements.length > 0) take(elements);
  }

  function keepForNext(bytes: Uint8Array): void {
    left.push(bytes.slice());
    leftBytes += bytes.length;
    if (leftBytes > MAX_ELEMENT_BYTES) throw new SyntaxError('too long an element');
  }

  /** Follows the bracket at `i`, outside of strings. Returns the index of the first byte not yet kept or taken. */
  function followBracket(piece: Uint8Array, from: number, i: number): number {
    const byte = piece[i];
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth++;
      if (byte !== OPEN_BRACKET || depth !== LIST_DEPTH || list === 'open') return from;
      keepAround(piece.subarray(from, i + 1));
      if (isListOpenedBy(around)) list = opened(list);
      return i + 1;
    }
    depth--;
    if (list !== 'open' || depth >= LIST_DEPTH) return from;
    takeElements(piece.subarray(from, i), true);
    list = 'closed';
    return i;
  }

  function writePiece(piece: Uint8Array): void {
    let from = 0;
    let comma = -1;
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i];
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isString = false;
      } else if (byte === QUOTE) isString = true;
      else if (byte === COMMA) {
        if (list === 'open' && depth === LIST_DEPTH) comma = i;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        from = followBracket(piece, from, i);
      }
    }
    if (list !== 'open') keepAround(piece.subarray(from));
    else if (comma < from) keepForNext(piece.subarray(from));
    else {
      takeElements(piece.subarray(from, comma), false);
      keepForNext(piece.subarray(comma + 1));
    }
  }

  return {
    write(chunk) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) writePiece(chunk.subarray(at, at + PIECE_BYTES));
    },
    end: () => JSON.parse(around),
  };
}

/** A second list under the same name would replace the first, whose elements have been taken. */
function opened(list: 'awaited' | 'open' | 'closed'): 'open' {
  if (list !== 'awaited') throw new SyntaxError('two lists');
  return 'open';
}

/** Whether a text that ends with "[" has just opened `result.value`: then a test element behind it is in that list. */
function isListOpenedBy(text: string): boolean {
  try {
    return JSON.parse(`${text}"test"]}}`)?.result?.value?.[0] === 'test';
  } catch {
    return false;
  }
}
