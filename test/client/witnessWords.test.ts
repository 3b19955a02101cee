import { describe, expect, it } from 'vitest';
import { watcherText, witnessWords } from '../../client/rounds/witnessWords.ts';
import type { Witness } from '../../src/contract/witness.ts';

const ROOT = 'ab'.repeat(32);
const saw = (root: string | null): Witness => ({
  ...{ name: 'Ada', address: 'x', root, entries: root === null ? null : 7 },
  ...{ signature: null, slot: null, blockTime: null },
});

describe('the words about the watchers', () => {
  it.each([
    [[saw(ROOT), saw(ROOT), saw(ROOT)], 'mint', '3 of 3 watchers saw this list'],
    [[saw(ROOT), saw(null), saw(ROOT)], 'amber', '2 of 3 watchers saw this list'],
    [[saw(null), saw(null)], 'grey', '0 of 2 watchers saw this list'],
    [[saw(ROOT)], 'mint', '1 of 1 watcher saw this list'],
    [[saw(ROOT), saw('cd'.repeat(32)), saw(null)], 'ruby', '1 of 3 saw another list'],
  ])('case %#', (witnesses, tone, text) => {
    expect(witnessWords(witnesses, ROOT)).toEqual({ tone, text });
  });

  it('say of each what it said', () => {
    expect(watcherText(saw(ROOT), ROOT)).toBe('saw this list of 7 wallets');
    expect(watcherText(saw('cd'.repeat(32)), ROOT)).toBe('saw another list, of 7 wallets');
    expect(watcherText(saw(null), ROOT)).toBe('has said nothing about this round');
  });
});
