import fc from 'fast-check';

/** Texts that have broken somebody's parser before. */
const KNOWN_TEXTS = [
  ...['', ' ', '\0', '\n', '%', '%00', '%2F', '%ff', '..', '/', '\\', "'", '"', "' OR 1=1 --", '*', '?', '#', '&', ';'],
  ...['NaN', 'Infinity', '-Infinity', 'null', 'undefined', 'true', '[object Object]', '__proto__', 'constructor'],
  ...['0', '-0', '-1', '00', '01', '+1', '1.0', '1e3', '0x10', '１', '٣', '1,000', '9007199254740993'],
  ...['18446744073709551616', '-9223372036854775809', '1e400', `1${'0'.repeat(400)}`],
  ...['2026-02-30', '0000-00-00', '9999-12-31', '2026-11-20T00:00:00Z', '-000001-01-01', '+275760-09-13'],
  // A lone half of a pair, a zero-width joiner, right to left, combining marks, a byte-order mark, the largest character.
  ...['\ud800', '\udfff\ud800', '👩‍👩‍👧', '\u202e', 'ı̇́̂̃', '\ufeff', '\u{10ffff}', 'ß', 'ﬃ', '\u2028'],
];

/** Texts of every kind, also some that no encoding of Unicode can represent. */
export const oddTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...KNOWN_TEXTS),
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.integer({ min: 1, max: 4 }).map((k) => 'a'.repeat(k * 2_000)),
);

/** JSON values of every kind, with numbers at and beyond the edges. */
export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  oddTexts,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], -1, 0, -0, 1e21, -1e308, 5e-324, 2 ** 53 + 2),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** JSON texts that `JSON.stringify` would not write: deep, long, cut off, repeated, or not valid in any encoding. */
export const oddBodies: fc.Arbitrary<Uint8Array> = fc.oneof(
  ...[
    ['[', ']'],
    ['{"a":', '}'],
  ].map(([open = '', close = '']) =>
    fc
      .tuple(fc.constantFrom(10, 1_000, 10_000), fc.boolean())
      .map(([deep, isClosed]) => utf8(`${open.repeat(deep)}1${isClosed ? close.repeat(deep) : ''}`)),
  ),
  fc.constantFrom('a', '0', ' ', '[', '\0', '\\u0000').map((letter) => utf8(letter.repeat(MEGABYTE / letter.length))),
  fc.constant(null).map(() => utf8(JSON.stringify({ reason: 'a'.repeat(MEGABYTE), wallets: [] }))),
  fc.constant(null).map(() => utf8(`{"wallets":[${'{},'.repeat(40_000)}{}]}`)),
  fc.constantFrom('{"a":NaN}', '{"amount":Infinity,"wallets":[]}', '{"amount":-0}', "{'reason':'a'}").map(utf8),
  fc.constantFrom('{"reason":"a","reason":"b"}', '{"__proto__":{"reason":"a"}}', '{"reason":"\\ud800"}').map(utf8),
  fc
    .constantFrom('', ' ', 'null', '"text"', '0', '[]', '{}', '{"reason":"a"}{}', '{"reason":"a"', '\ufeff{}')
    .map(utf8),
  fc.jsonValue({ maxDepth: 5 }).map((value) => utf8(JSON.stringify(value))),
  fc.uint8Array({ maxLength: 200 }),
);

const MEGABYTE = 1_000_000;

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
