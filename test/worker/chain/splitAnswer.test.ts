import { describe, expect, it } from 'vitest';
import { createAnswerSplitter } from '../../../worker/chain/node/splitAnswer.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The result of splitting a text that arrives in these pieces. */
function split(...pieces: (string | Uint8Array)[]): { elements: unknown[]; around: unknown } {
  const elements: unknown[] = [];
  const splitter = createAnswerSplitter((some) => void elements.push(...some));
  for (const piece of pieces) splitter.write(typeof piece === 'string' ? bytesOf(piece) : piece);
  return { elements, around: splitter.end() };
}

/** Strings that look like structure, characters of two to four bytes, escapes of every kind, and lists inside elements. */
const ELEMENTS = [
  { text: 'a "quoted" ] and } and \\ and [', list: [[1, 2], [], { value: [3] }] },
  { text: 'héllo € 🎲 \u0000 \u2028', empty: '', nested: { result: { value: ['no'] } } },
  ...[17, 'plain, with a comma', null, true, -1.5e-7, [], {}],
];
const VALUE = JSON.stringify(ELEMENTS);
const ESCAPED = VALUE.replace('héllo', 'h\\u00e9llo').replace('🎲', '\\ud83c\\udfb2').replace('no', '\\u006eo');
const CONTEXT = '{"apiVersion":"4.0.0 \\"x\\"","slot":5}';
const CONTEXT_OBJECT = { apiVersion: '4.0.0 "x"', slot: 5 };

const TEXTS: readonly (readonly [string, string])[] = [
  ['the context first', `{"jsonrpc":"2.0","result":{"context":${CONTEXT},"value":${VALUE}},"id":1}`],
  ['the list first', `{"result":{"value":${VALUE},"context":${CONTEXT}},"jsonrpc":"2.0","id":1}`],
  [
    'white space everywhere',
    `\n{ "id" : 1 , "result" :\t{ "context" : ${CONTEXT} , "value" : ${JSON.stringify(ELEMENTS, null, 2)} } , "jsonrpc":"2.0" }\r\n`,
  ],
  [
    'escapes in texts and keys',
    `{"jsonrpc":"2.0","id":1,"res\\u0075lt":{"context":${CONTEXT},"\\u0076alue":${ESCAPED}}}`,
  ],
];

describe('an answer whose list is too large to hold', () => {
  it.each(TEXTS)('gives its elements and keeps what is around them, with %s', (_what, text) => {
    const whole = JSON.parse(text);
    expect(whole.result.value).toEqual(ELEMENTS);
    const read = split(text);
    expect(read.elements).toEqual(ELEMENTS);
    expect(read.around).toEqual({ ...whole, result: { context: CONTEXT_OBJECT, value: [] } });
  });

  it.each(TEXTS)('may be cut in two anywhere, also inside a character, an escape or a key, with %s', (_what, text) => {
    const expected = split(text);
    const bytes = bytesOf(text);
    for (let at = 0; at <= bytes.length; at++) {
      expect(split(bytes.subarray(0, at), bytes.subarray(at)), `cut at ${at}`).toEqual(expected);
    }
  });

  it.each(TEXTS)('may come byte by byte, or in pieces of any length, with %s', (_what, text) => {
    const expected = split(text);
    const bytes = bytesOf(text);
    for (const length of [1, 2, 3, 7, 64]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) =>
        bytes.subarray(i * length, (i + 1) * length),
      );
      expect(split(...pieces), `pieces of ${length}`).toEqual(expected);
    }
  });

  it.each(TEXTS)('is refused when its end is missing, wherever it was cut off, with %s', (_what, text) => {
    const bytes = bytesOf(text.trimEnd());
    for (let length = 0; length < bytes.length; length++) {
      expect(() => split(bytes.subarray(0, length)), `cut off at ${length}`).toThrow(SyntaxError);
    }
  });

  it('may be empty, or may not be a list: then the answer is kept as it is', () => {
    expect(split('{"result":{"value":[ ],"context":{"slot":5}}}')).toEqual({
      elements: [],
      around: { result: { value: [], context: { slot: 5 } } },
    });
    const others = [
      { error: { code: -32_010, message: 'x', data: { value: [1, [2]], list: [3] } } },
      { result: null },
      { result: [{ value: [1] }, [[2]]] },
      { result: { value: { value: [1] } } },
      { other: { value: [1] } },
      [[[1]]],
      7,
    ];
    for (const other of others) expect(split(JSON.stringify(other))).toEqual({ elements: [], around: other });
  });

  it('of many pieces of 64 KiB arrives whole and in order', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => ({ i, text: `[${i}]`.repeat(i % 7) }));
    const { elements } = split(JSON.stringify({ result: { value: many } }));
    expect(elements).toEqual(many);
  });

  it.each([
    ['an element missing between commas', '{"result":{"value":[1,,2]}}'],
    ['a comma too many', '{"result":{"value":[1,]}}'],
    ['a comma alone', '{"result":{"value":[,]}}'],
    ['a comma first', '{"result":{"value":[,1]}}'],
    ['brackets that do not match', '{"result":{"value":[{"a":1],{}]}}'],
    ['a list closed as an object', '{"result":{"value":[1}}}'],
    ['a word that is no JSON', '{"result":{"value":[1,nonsense]}}'],
    ['a second list of the same name', '{"result":{"value":[1],"value":[2]}}'],
    ['a second result', '{"result":{"value":[1]},"result":{"value":[2]}}'],
    ['something behind it', '{"result":{"value":[1]}} {}'],
    ['a page of HTML', '<html><body>["value"]</body></html>'],
    ['nothing', ''],
    ['a key without quotes', '{"result":{value:[1]}}'],
  ])('is refused with %s, in one piece and byte by byte', (_what, text) => {
    expect(() => split(text)).toThrow(SyntaxError);
    expect(() => split(...[...text])).toThrow(SyntaxError);
  });

  it('is refused when it is not UTF-8, in the list and around it', () => {
    const broken = (text: string) => bytesOf(text).map((byte) => (byte === 0x7e ? 0xff : byte));
    expect(() => split(broken('{"result":{"value":["~"]}}'))).toThrow(SyntaxError);
    expect(() => split(broken('{"result":{"value":[]},"x":"~"}'))).toThrow(SyntaxError);
  });

  it('is refused as soon as an element, or what is around the list, grows beyond reason', () => {
    const never = createAnswerSplitter(() => {});
    never.write(bytesOf('{"result":{"value":["'));
    const blow = bytesOf('x'.repeat(40_000));
    never.write(blow);
    expect(() => never.write(blow)).toThrow(SyntaxError);
    const padded = createAnswerSplitter(() => {});
    expect(() => padded.write(bytesOf(`{"x":"${'x'.repeat(9_000)}`))).toThrow(SyntaxError);
    const nested = createAnswerSplitter(() => {});
    expect(() => nested.write(bytesOf('{"a":{"b":'.padEnd(9_000, '[')))).toThrow(SyntaxError);
  });

  it('passes on an error of the function that takes the elements', () => {
    const splitter = createAnswerSplitter(() => {
      throw new RangeError('enough');
    });
    expect(() => splitter.write(bytesOf('{"result":{"value":[1]}}'))).toThrow(RangeError);
  });
});
