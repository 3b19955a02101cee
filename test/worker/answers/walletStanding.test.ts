import { describe, expect, it, vi } from 'vitest';
import { addressOf } from '../../../src/address/address.ts';
import { standingText } from '../../../worker/answers/rounds/readWallet.ts';
import { indexHolders, type Standing } from '../../../worker/answers/state/indexHolders.ts';
import { createWatchChain } from '../../../worker/answers/state/watchChain.ts';
import type { Rpc } from '../../../worker/chain/node/rpc.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import type { EntriesRead } from '../../../worker/rounds/lists/readEntries.ts';
import { settingsOf } from '../../../worker/settings/parseSettings.ts';
import type { Play } from '../../../worker/terms/playUnder.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE } from '../completeSettings.ts';
import { HELD, type Held, READ_AT, readOf } from '../heldWallets.ts';

const GOD = 1_000_000n;

describe('the standing of a wallet', () => {
  const find = indexHolders(readOf(HELD), READ_AT);

  it('is that of the draw: eligible from 100,000 GOD outside frozen accounts on', () => {
    const inDraw = HELD.filter(({ owner }) => find(owner).isEligible).map(({ owner }) => owner);
    expect(inDraw).toEqual([wallet(1), wallet(3), wallet(4), wallet(6)]);
    expect(find(wallet(6))).toEqual({
      ...{ amount: '150000000000', frozen: '50000000000', isEligible: true, excluded: null },
      ...{ rank: 2, eligible: 4, readAt: READ_AT, threshold: '100000000000' },
    });
  });

  it('counts the rank among the wallets that can be in; equal balances share it, and who holds less is behind', () => {
    const ranks = HELD.map(({ owner }) => find(owner).rank);
    expect(ranks).toEqual([3, 5, 1, 3, null, 2, 5, null, null]);
  });

  it('names the exclusion whatever the wallet holds', () => {
    expect(find(wallet(8))).toMatchObject({ amount: '900000000000', isEligible: false, excluded: 'market-maker' });
    expect(find(wallet(9))).toMatchObject({ amount: '0', isEligible: false, excluded: 'lottery pool' });
  });

  it('has no rank for an address without GOD', () => {
    expect(find(wallet(255))).toEqual({
      ...{ amount: '0', frozen: '0', isEligible: false, excluded: null, rank: null },
      ...{ eligible: 4, readAt: READ_AT, threshold: '100000000000' },
    });
  });

  it('agrees with the draw where only the largest are in it', () => {
    const findTop = indexHolders(readOf(HELD, 2), READ_AT);
    const inDraw = HELD.filter(({ owner }) => findTop(owner).isEligible).map(({ owner }) => owner);
    expect(inDraw).toEqual([wallet(3), wallet(6)]);
    expect(findTop(wallet(1))).toMatchObject({ rank: 3, eligible: 2 });
  });

  it('is right for each of 10,000 holders', () => {
    const many = Array.from({ length: 10_000 }, (_, i): Held => {
      const bytes = new Uint8Array(32).fill(7);
      new DataView(bytes.buffer).setUint32(0, i);
      return { owner: addressOf(bytes), amount: BigInt((i * 7_919) % 5_000) * 100n };
    });
    const findOne = indexHolders(readOf(many), READ_AT);
    const amounts = many.map(({ amount = 0n }) => amount).sort((a, b) => (a > b ? -1 : a < b ? 1 : 0));
    for (const { owner, amount = 0n } of many.slice(0, 500)) {
      expect(findOne(owner)).toMatchObject({
        amount: (amount * GOD).toString(),
        isEligible: amount >= 100_000n,
        rank: amount === 0n ? null : 1 + amounts.filter((other) => other > amount && other >= 100_000n).length,
      });
    }
  });
});

describe('the reason why a wallet is not in the draw', () => {
  const base: Standing = {
    ...{ amount: '0', frozen: '0', isEligible: false, excluded: null, rank: null },
    ...{ eligible: 4, readAt: READ_AT, threshold: '100000000000' },
  };

  it.each<[string, Partial<Standing>, string | null]>([
    ['in the draw', { isEligible: true, amount: '100000000000' }, null],
    [
      'that would have enough under other terms',
      { amount: '100000000000', threshold: '250000000000' },
      'This wallet holds 100,000 GOD: 150,000 less than the 250,000 that are needed.',
    ],
    ['without GOD', {}, 'This wallet holds no GOD. You need 100,000 to enter.'],
    [
      'one base unit short',
      { amount: '99999999999' },
      'This wallet holds 99,999.999999 GOD: 0.000001 less than the 100,000 that are needed.',
    ],
    [
      'with half of what is needed',
      { amount: '50000500000' },
      'This wallet holds 50,000.5 GOD: 49,999.5 less than the 100,000 that are needed.',
    ],
    [
      'frozen',
      { frozen: '180000000000' },
      'Only GOD in accounts that are not frozen counts: 0 of this wallet’s 180,000 GOD, and 100,000 are needed.',
    ],
    [
      'partly frozen',
      { amount: '60000000000', frozen: '60000000000' },
      'Only GOD in accounts that are not frozen counts: 60,000 of this wallet’s 120,000 GOD, and 100,000 are needed.',
    ],
    [
      'that the operator has excluded',
      { amount: '900000000000', excluded: 'market-maker' },
      'The operator has excluded this wallet from the draw: market-maker.',
    ],
    [
      'whose reason is a word that objects have of themselves',
      { excluded: 'constructor' },
      'The operator has excluded this wallet from the draw: constructor.',
    ],
    ['of the pool', { excluded: 'lottery pool' }, "This is the lottery pool's own wallet, so it can't enter."],
    [
      'without a key',
      { excluded: 'off curve' },
      "This is a program's account, which has no key of its own, so it can't enter.",
    ],
    [
      'too small for a draw among the largest',
      { amount: '100000000000' },
      'This wallet holds enough GOD, but only the 4 largest holders are in the draw.',
    ],
  ])('of a wallet %s', (_what, standing, sentence) => {
    expect(standingText({ ...base, ...standing })).toBe(sentence);
  });
});

describe('the watch over the holders', () => {
  const parsed = settingsOf(COMPLETE);
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const { settings } = parsed;
  const shown = {
    pool: () => settings.pool.address,
    play: () => undefined,
    coming: () => undefined,
    load: async () => undefined,
  };
  const rpc = { read: (work: (node: RpcNode) => unknown) => work({} as RpcNode) } as unknown as Rpc;

  it('knows no standing until the holders were read, and every one after', async () => {
    const watch = createWatchChain({
      ...{ rpc, ...shown, now: () => READ_AT, known: null },
      readEntries: async () => readOf(HELD),
    });
    expect([watch.standing(wallet(1)), watch.needsStandings()]).toEqual([null, true]);
    await watch.readHolders();
    expect(watch.needsStandings()).toBe(false);
    expect(watch.standing(wallet(1))).toMatchObject({ isEligible: true, eligible: 4, readAt: READ_AT });
    expect(watch.standing(wallet(255))).toMatchObject({ isEligible: false, amount: '0' });
  });

  it('needs a read after a restart, even if the page’s view was kept', async () => {
    const holders = { participants: [], total: 0, topHolders: [], slot: 1, readAt: READ_AT };
    const watch = createWatchChain({
      ...{ rpc, ...shown, now: () => READ_AT, readEntries: neverCalled('readEntries') },
      known: { holders, holdersFailingSince: null, terms: null, pool: null, mint: null },
    });
    expect([watch.needsHolders(), watch.needsStandings()]).toEqual([false, true]);
  });

  it('finds the kept view as old after a restart as it is, so that nobody’s look is no reason for a read', async () => {
    let now = READ_AT + 200_000;
    const holders = { participants: [], total: 0, topHolders: [], slot: 1, readAt: READ_AT };
    const pool = { wallet: settings.pool.address, lamports: '1', slot: 1, readAt: READ_AT };
    const watch = createWatchChain({
      ...{ rpc, ...shown, now: () => now, readEntries: neverCalled('readEntries') },
      known: { holders, holdersFailingSince: null, terms: null, pool, mint: null },
    });
    expect([watch.areHoldersDue(null), watch.isPoolStale()]).toEqual([false, true]);
    now = READ_AT + 300_000;
    expect(watch.areHoldersDue(null)).toBe(true);
    now = READ_AT + 1_000;
    expect(watch.isPoolStale()).toBe(false);
  });

  it('reads no list again for terms by which the kept one was read', async () => {
    let isLoaded = false;
    const at = (known: string) =>
      createWatchChain({
        ...{ rpc, ...shown, now: () => READ_AT + 10_000, readEntries: neverCalled('readEntries') },
        coming: () => (isLoaded ? ({ hash: 'these' } as Play) : undefined),
        known: {
          holders: { participants: [], total: 0, topHolders: [], slot: 1, readAt: READ_AT, under: known },
          ...{ holdersFailingSince: null, terms: null, pool: null, mint: null },
        },
      });
    const [same, other] = [at('these'), at('others')];
    expect([same.areHoldersDue(null), other.areHoldersDue(null)]).toEqual([false, false]);
    isLoaded = true;
    expect([same.areHoldersDue(null), other.areHoldersDue(null)]).toEqual([false, true]);
  });

  it('finds no list old because of a lock whose clock was ahead: every reading would be older for minutes', async () => {
    let now = READ_AT;
    const readEntries = async () => readOf(HELD);
    const watch = createWatchChain({ rpc, ...shown, readEntries, now: () => now, known: null });
    await watch.readHolders();
    now += 20_000;
    watch.noteLook();
    expect(watch.areHoldersDue(READ_AT + 300_000)).toBe(false);
  });

  it('finds a list that is older than the lock’s own as old while somebody looks, and asks again 15 seconds later', async () => {
    let now = READ_AT;
    let answers = true;
    const readEntries = async () => (answers ? readOf(HELD) : Promise.reject(new Error('no node answers')));
    const watch = createWatchChain({ rpc, ...shown, readEntries, now: () => now, known: null });
    await watch.readHolders();
    const lockedAt = READ_AT + 5_000;
    now = lockedAt + 1_000;
    // Nobody looks.
    expect(watch.areHoldersDue(lockedAt)).toBe(false);
    watch.noteLook();
    expect([watch.areHoldersDue(null), watch.areHoldersDue(READ_AT), watch.areHoldersDue(lockedAt)]).toEqual([
      ...[false, false, true],
    ]);
    answers = false;
    await expect(watch.readHolders()).rejects.toThrow('no node answers');
    expect(watch.areHoldersDue(lockedAt)).toBe(false);
    now += 15_000;
    expect(watch.areHoldersDue(lockedAt)).toBe(true);
    answers = true;
    await watch.readHolders();
    now += 15_000;
    expect(watch.areHoldersDue(lockedAt)).toBe(false);
  });

  it('reads the pool of the terms in force after a restart, and shows those terms before they are loaded', async () => {
    const asked: unknown[] = [];
    let isLoaded = false;
    const node = {
      call: async (_: string, [of]: readonly unknown[]) => {
        asked.push(of);
        return { context: { slot: 1 }, value: 5 };
      },
    };
    const terms = { lock: 60, threshold: '1', top: 0, share: 1, places: [100], excluded: [], watchers: [] };
    const watch = createWatchChain({
      ...{ ...shown, now: () => READ_AT, readEntries: neverCalled('readEntries') },
      rpc: { read: (work: (of: RpcNode) => unknown) => work(node as unknown as RpcNode) } as unknown as Rpc,
      pool: () => (isLoaded ? wallet(8) : settings.pool.address),
      load: async () => {
        isLoaded = true;
      },
      known: { holders: null, holdersFailingSince: null, terms, pool: null, mint: null },
    });
    expect(watch.view().terms).toEqual(terms);
    expect(await watch.readPool()).toBe(true);
    expect(asked).toEqual([wallet(8)]);
  });

  it('reads once for all who ask meanwhile', async () => {
    const begun = Promise.withResolvers<EntriesRead>();
    const readEntries = vi.fn(() => begun.promise);
    const watch = createWatchChain({ rpc, ...shown, readEntries, now: () => READ_AT, known: null });
    const reads = [watch.readHolders(), watch.readHolders()];
    // Still true: a caller that comes now waits for the read under way.
    expect(watch.needsStandings()).toBe(true);
    begun.resolve(readOf(HELD));
    await Promise.all(reads);
    expect(readEntries).toHaveBeenCalledTimes(1);
    await watch.readHolders();
    expect(readEntries).toHaveBeenCalledTimes(2);
  });

  it('does not ask again at once after a read that failed, and does a moment later', async () => {
    let now = READ_AT;
    const readEntries = async () => Promise.reject(new Error('no node answers'));
    const watch = createWatchChain({ rpc, ...shown, readEntries, now: () => now, known: null });
    await expect(watch.readHolders()).rejects.toThrow('no node answers');
    expect(watch.needsStandings()).toBe(false);
    now += 15_000;
    expect(watch.needsStandings()).toBe(true);
  });

  it('keeps the last complete list when a read is incomplete', async () => {
    const complete = readOf(HELD);
    const reads = [complete, { ...readOf([]), snapshot: { ...complete.snapshot, isComplete: false } }];
    const watch = createWatchChain({
      ...{ rpc, ...shown, now: () => READ_AT, known: null },
      readEntries: async () => reads.shift() ?? complete,
    });
    await watch.readHolders();
    await watch.readHolders();
    expect(watch.standing(wallet(3))).toMatchObject({ isEligible: true, rank: 1 });
  });
});
