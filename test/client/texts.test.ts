import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jsonOf } from '../../client/audit/chain/readJson.ts';
import { readBundle } from '../../client/audit/check/readBundle.ts';
import { printable } from '../../commands/verifier/reportLines.ts';

interface TextCase {
  readonly name: string;
  readonly is: 'proof' | 'no proof';
  readonly at?: string;
  readonly by?: string;
  readonly note?: string;
  readonly times?: number;
  readonly before?: string;
  readonly after?: string;
  readonly head?: string;
  readonly tail?: string;
  readonly whole?: boolean;
  readonly fill?: number;
}

const { proof, cases } = JSON.parse(readFileSync(new URL('../independent/texts.json', import.meta.url), 'utf8')) as {
  readonly proof: string;
  readonly cases: readonly TextCase[];
};

/** The text of a case, made as the verifier in Python makes it. */
function textOf({
  at,
  by = '',
  note,
  times = 1,
  before = '',
  after = '',
  head = '',
  tail = '',
  whole,
  fill = 0,
}: TextCase): string {
  const value = `${before}${(note ?? '').repeat(times)}${after}`;
  if (whole) return value;
  const changed = at ? proof.replace(at, () => by) : proof;
  const text = note === undefined ? changed : `${changed.slice(0, -1)},"more":${value}}`;
  const said = `${head}${text}${tail}`;
  return said + ' '.repeat(Math.max(0, fill - Buffer.byteLength(said)));
}

const judge = (text: string) => (readBundle(jsonOf(text)).bundle === null ? 'no proof' : 'proof');

describe('a text that is shown for a proof', () => {
  it.each(cases)('is judged as the verifier in Python judges it: $name', (of) => {
    expect(judge(textOf(of))).toBe(of.is);
  });

  it('has 100,000 entries and 16 watchers at most', () => {
    const { snapshot, ...rest } = JSON.parse(proof) as {
      snapshot: { entries: string[] };
      commitment: { wallet: string };
    };
    const { wallet } = rest.commitment;
    const listed = (count: number) => ({
      ...{ ...rest, snapshot: { ...snapshot, entries: Array(count).fill(wallet), amounts: Array(count).fill('1') } },
    });
    const nothing = { root: null, entries: null, unjudged: null, signature: null, slot: null, blockTime: null };
    const watched = (count: number) => ({
      ...{ ...rest, snapshot, witnesses: Array(count).fill({ name: 'a', address: wallet, ...nothing }) },
    });
    expect([listed(100_000), watched(16)].map((one) => readBundle(one).problem)).toEqual([null, null]);
    expect(readBundle(listed(100_001)).problem).toContain('a list of 100000 at most');
    expect(readBundle(watched(17)).problem).toContain('a list of 16 at most');
  });

  it('prints no characters that a terminal would obey', () => {
    expect(printable('\u001b[2Jproven\r\n\u009b1m\u202eround\u2028')).toBe(
      '\\u001b[2Jproven\\u000d\\u000a\\u009b1m\\u202eround\\u2028',
    );
  });
});
