import fc from 'fast-check';
import { type Edit, editedJson, placesIn } from '../editedJson.ts';
import { oddJson, oddTexts } from '../oddValues.ts';

/**
 * Right bytes that are left as they are or changed: some flipped, cut off, doubled or inserted. Or other bytes
 * altogether.
 */
export function mangledBytes(valid: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const one = fc.constantFrom(...valid);
  return fc.oneof(
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 1_300 }) },
    { weight: 1, arbitrary: one },
    {
      weight: 6,
      arbitrary: fc
        .tuple(one, fc.array(fc.tuple(fc.nat(), fc.constantFrom(...HOWS), fc.nat(255)), { minLength: 1, maxLength: 4 }))
        .map(([bytes, changes]) => changes.reduce((before, [at, how, byte]) => changed(before, at, how, byte), bytes)),
    },
  );
}

const HOWS = ['flip', 'flip', 'set', 'cut', 'cut the front', 'double', 'put in'] as const;

function changed(bytes: Uint8Array, at: number, how: (typeof HOWS)[number], byte: number): Uint8Array {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  const [front, back] = [bytes.subarray(0, place), bytes.subarray(place)];
  switch (how) {
    case 'flip':
      return bytes.map((old, i) => (i === place ? old ^ (1 << (byte & 7)) : old));
    case 'set':
      return bytes.map((old, i) => (i === place ? byte : old));
    case 'cut':
      return front;
    case 'cut the front':
      return back;
    case 'double':
      return Buffer.concat([bytes, back]);
    case 'put in':
      return Buffer.concat([front, Uint8Array.of(byte), back]);
  }
}

/**
 * Names for JSON so large that code runs out of stack when it walks it recursively or passes it on as arguments.
 * `JSON.stringify` is one of those.
 */
const LARGE: Readonly<Record<string, string>> = {
  '@a deep list': `${'['.repeat(20_000)}1${']'.repeat(20_000)}`,
  '@a deep object': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '@a long list': `[${'null,'.repeat(199_999)}null]`,
  '@a long list of numbers': `[${'7,'.repeat(199_999)}7]`,
  '@a long list of objects': `[${'{},'.repeat(99_999)}{}]`,
  '@a long text': `"${'a'.repeat(200_000)}"`,
};

/** The text of JSON with large values in the place of their names. */
export function largeText(json: unknown): string {
  return Object.entries(LARGE).reduce(
    (text, [name, large]) => text.replaceAll(JSON.stringify(name), () => large),
    JSON.stringify(json),
  );
}

const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.constant<Edit>({ how: 'removed' }),
  oddJson.map((value): Edit => ({ how: 'replaced', value })),
  fc.constantFrom(...Object.keys(LARGE)).map((value): Edit => ({ how: 'replaced', value })),
  fc.tuple(oddTexts, oddJson).map(([name, value]): Edit => ({ how: 'added', name, value })),
);

/** Ways to change an answer: up to three places of it removed, replaced or added to. */
export const jsonChanges: fc.Arbitrary<(json: unknown) => unknown> = fc
  .array(fc.tuple(fc.nat(), edits), { maxLength: 3 })
  .map((changes) => (json) => changes.reduce(edit, json));

/** A right answer that is changed, or any other JSON. Large values are represented by their names: see `enlarged`. */
export function mangledJson(valid: readonly unknown[]): fc.Arbitrary<unknown> {
  const changed = fc.tuple(fc.constantFrom(...valid), jsonChanges).map(([json, change]) => change(json));
  return fc.oneof(
    { weight: 1, arbitrary: oddJson },
    { weight: 6, arbitrary: changed.filter((json) => json !== undefined) },
  );
}

/**
 * JSON with the large values in place of their names. This is done only when a case is tried, because a case this deep
 * cannot be printed.
 */
export function enlarged(json: unknown): unknown {
  return JSON.parse(largeText(json));
}

function edit(json: unknown, [at, how]: readonly [number, Edit]): unknown {
  const places = placesIn(json);
  return editedJson(json, places[at % places.length] ?? [], how);
}
