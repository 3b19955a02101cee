import { describe, expect, it } from 'vitest';
import { memoTexts } from '../../../worker/chain/memoTexts.ts';

describe("a field of memos, as a node joins a transaction's", () => {
  it.each([
    ['[5] hello', ['hello']],
    ['[5] hello; [3] abc', ['hello', 'abc']],
    ['[6] héllo; [4] 🎲; [2] ok', ['héllo', '🎲', 'ok']],
    ['[11] ab; [3] def', ['ab; [3] def']],
    ['[0] ', ['']],
    ['[0] ; [3] abc', ['', 'abc']],
    ['[1] ;; [1] ;', [';', ';']],
    ['[24] GOD1 payout é ; [3] abc', ['GOD1 payout é ; [3] abc']],
    ['', []],
    ['hello', []],
    ['[x] hello', []],
    ['[5]hello', []],
    ['[99] short', ['short']],
  ])('%j holds %j', (field, texts) => {
    expect(memoTexts(field)).toEqual(texts);
  });

  it.each([
    ['a memo that is not UTF-8', '[200] (unparseable); [5] hello', ['hello']],
    ['one of just the length of what stands in its place', '[13] (unparseable); [5] hello', ['(unparseable)', 'hello']],
    ['one that is last', '[5] hello; [3] (unparseable)', ['hello']],
    ['several', '[200] (unparseable); [1] (unparseable); [5] hello', ['hello']],
    [
      'one whose length would end at a later joint',
      '[22] (unparseable); [3] abc; [5] hello',
      ['(unparseable); [3] abc', 'abc', 'hello'],
    ],
    ['a text that only says so', '[24] (unparseable); [5] hello', ['(unparseable); [5] hello', 'hello']],
    ['a length that is wrong', '[3] hello; [2] ok', ['hel', 'ok']],
    ['a length beyond the end', '[900] hello; [2] ok', ['hello; [2] ok', 'ok']],
    [
      'a text made like a joint',
      '[22] look: ; [11] GOD1 commit; [2] ok',
      ['look: ; [11] GOD1 comm', 'GOD1 commit', 'ok'],
    ],
  ])('no later memo is lost behind %s', (_what, field, texts) => {
    expect(memoTexts(field)).toEqual(texts);
  });

  it('a text that looks like a joint hides none, and is none', () => {
    const text = 'look: ; [11] GOD1 commit';
    expect(memoTexts(`[${text.length}] ${text}; [2] ok`)).toEqual([text, 'ok']);
  });

  it('reads a hostile field of thousands of joints once', () => {
    const field = '[13] (unparseable); '.repeat(5_000);
    expect(memoTexts(field)).toHaveLength(5_000);
  });
});
