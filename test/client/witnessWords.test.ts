import { describe, expect, it } from 'vitest';
import { liveWords } from '../../client/round/LiveBadge.tsx';
import { watcherText, witnessWords } from '../../client/rounds/WitnessLine.tsx';
import type { Witness } from '../../src/contract/witness.ts';
import { NOW, stats } from '../gallery/lottery.ts';

const ROOT = 'ab'.repeat(32);
let made = 0;
const saw = (root: string | null, operator = `${made++}`): Witness => ({
  ...{ name: 'Ada', operator, address: 'x', root, entries: root === null ? null : 7 },
  unjudged: root === null ? null : 0,
  ...{ signature: root === null ? null : 's', slot: null, blockTime: null },
});

describe('the words about the watchers', () => {
  it.each([
    [[saw(ROOT), saw(ROOT), saw(ROOT)], 'mint', '3 of 3 watchers confirmed this list'],
    [[saw(ROOT), saw(null), saw(ROOT)], 'amber', '2 of 3 watchers confirmed this list'],
    [[saw(null), saw(null)], 'grey', '0 of 2 watchers confirmed this list'],
    [[saw(ROOT)], 'mint', '1 of 1 watcher confirmed this list'],
    [[saw(ROOT), saw('cd'.repeat(32)), saw(null)], 'ruby', '1 of 3 saw another list'],
    [[saw(ROOT, 'one'), saw(ROOT, 'one'), saw(null)], 'amber', '1 of 2 watchers confirmed this list'],
  ])('case %#', (witnesses, tone, text) => {
    expect(witnessWords(witnesses, ROOT)).toEqual({ tone, text });
  });

  it('say of each what it said', () => {
    expect(watcherText(saw(ROOT), ROOT)).toBe('confirmed 7 wallets');
    expect(watcherText(saw('cd'.repeat(32)), ROOT)).toBe('saw another list, of 7 wallets');
    expect(watcherText(saw(null), ROOT)).toBe('has said nothing about this round');
    expect(watcherText({ ...saw(null), signature: 's' }, ROOT)).toBe('was shown no list');
    expect(watcherText({ ...saw(ROOT), unjudged: 4 }, ROOT)).toBe('confirmed 7 wallets (4 of them not judged)');
  });
});

describe('the page’s badge', () => {
  const differ = { known: 2, saw: 1, differ: [{ name: 'Ada', root: 'cd'.repeat(32) }] };
  const { currentRound, lastRound } = stats();
  const words = (over: Parameters<typeof stats>[0], online = true) =>
    liveWords({ kind: 'known', stats: stats(over), silent: false }, online, NOW);

  it('turns red when a watcher saw another list of the locked round, and names the round', () => {
    expect(words({ currentRound: { ...currentRound, phase: 'locked', witnesses: differ } })).toEqual({
      tone: 'ruby',
      text: 'List in doubt',
      doubted: currentRound.roundNumber,
    });
  });

  it('stays red over the last round, whose prizes were just paid', () => {
    if (lastRound === null) throw new Error('the gallery has a last round');
    expect(words({ lastRound: { ...lastRound, witnesses: differ } }).doubted).toBe(lastRound.roundNumber);
  });

  it('is green when every watcher saw the published list, or no watcher said anything', () => {
    for (const witnesses of [{ known: 2, saw: 2, differ: [] }, { known: 2, saw: 0, differ: [] }, null]) {
      expect(words({ currentRound: { ...currentRound, witnesses } })).toEqual({ tone: 'mint', text: 'LIVE DATA' });
    }
  });

  it('says before anything else that the server does not answer', () => {
    expect(words({ currentRound: { ...currentRound, witnesses: differ } }, false)).toMatchObject({ tone: 'ruby' });
    expect(words({ currentRound: { ...currentRound, witnesses: differ } }, false).doubted).toBeUndefined();
  });
});
