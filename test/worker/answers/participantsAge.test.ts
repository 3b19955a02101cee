import { describe, expect, it, vi } from 'vitest';
import { composeParticipants, isScanFailing } from '../../../worker/answers/state/composeParticipants.ts';
import { createWatchChain } from '../../../worker/answers/state/watchChain.ts';
import type { ChainView, PublicState } from '../../../worker/cache/publicState.ts';
import type { Rpc } from '../../../worker/chain/node/rpc.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import type { EntriesRead } from '../../../worker/rounds/lists/readEntries.ts';
import { settingsOf } from '../../../worker/settings/parseSettings.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE } from '../completeSettings.ts';
import { HELD, READ_AT, readOf } from '../heldWallets.ts';

const MINUTE = 60_000;
const stateWith = (chain: ChainView, builtAt = READ_AT): PublicState => ({
  ...{ builtAt, lastRound: null, lockedRound: null, paused: false, totalWinners: 0, distributedLamports: '0' },
  ...{ recentWinners: [], payments: [], isRehearsal: false, chain },
});
const listOf = (chain: ChainView, now: number, builtAt?: number) =>
  composeParticipants({ state: stateWith(chain, builtAt), now });

/** A watch over the holders. Each read returns what `next` gives at that moment. */
function watched() {
  const parsed = settingsOf(COMPLETE);
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const rpc = { read: (work: (node: RpcNode) => unknown) => work({} as RpcNode) } as unknown as Rpc;
  const at = { now: READ_AT, next: async (): Promise<EntriesRead> => readOf(HELD) };
  const watch = createWatchChain({
    ...{
      rpc,
      pool: () => parsed.settings.pool.address,
      play: () => undefined,
      coming: () => undefined,
      load: async () => undefined,
      now: () => at.now,
      known: null,
    },
    readEntries: () => at.next(),
  });
  return { watch, at };
}
const fails = async () => Promise.reject(new Error('no node answers'));
const incomplete = async (): Promise<EntriesRead> => {
  const read = readOf([]);
  return { ...read, snapshot: { ...read.snapshot, isComplete: false } };
};

describe('a list of holders that cannot be read again', () => {
  it.each([
    ['fails', fails],
    ['is incomplete', incomplete],
  ])('says since when, where the scan %s, until one succeeds', async (_what, broken) => {
    const { watch, at } = watched();
    await watch.readHolders();
    expect(listOf(watch.view(), at.now)?.data.failingSince).toBeNull();
    at.next = broken;
    for (const after of [MINUTE, 2 * MINUTE]) {
      at.now = READ_AT + after;
      await watch.readHolders().catch(() => undefined);
    }
    const failing = listOf(watch.view(), at.now)?.data;
    expect(failing).toMatchObject({ total: 4, failingSince: new Date(READ_AT + MINUTE).toISOString() });
    at.next = async () => readOf(HELD);
    expect(await watch.readHolders()).toBe(true);
    expect(listOf(watch.view(), at.now)?.data.failingSince).toBeNull();
  });

  it('is given for ten minutes and no longer', async () => {
    const { watch, at } = watched();
    await watch.readHolders();
    at.next = fails;
    at.now = READ_AT + MINUTE;
    await watch.readHolders().catch(() => undefined);
    expect(listOf(watch.view(), READ_AT + 10 * MINUTE)).not.toBeNull();
    expect(listOf(watch.view(), READ_AT + 10 * MINUTE + 1)).toBeNull();
    expect(isScanFailing(stateWith(watch.view()))).toBe(true);
  });

  it('is not the same as holders that nobody has asked for yet', async () => {
    const { watch, at } = watched();
    expect([listOf(watch.view(), at.now), isScanFailing(stateWith(watch.view()))]).toEqual([null, false]);
    at.next = fails;
    await watch.readHolders().catch(() => undefined);
    expect([listOf(watch.view(), at.now), isScanFailing(stateWith(watch.view()))]).toEqual([null, true]);
  });

  it('is not the same as a complete list without anybody', async () => {
    const { watch, at } = watched();
    at.next = async () => readOf([]);
    await watch.readHolders();
    expect(listOf(watch.view(), at.now)?.data).toMatchObject({ participants: [], total: 0, failingSince: null });
    at.next = incomplete;
    at.now = READ_AT + MINUTE;
    expect(await watch.readHolders()).toBe(false);
    expect(listOf(watch.view(), at.now)?.data.failingSince).not.toBeNull();
  });

  it('says nothing against a locked list, which stands until its round is drawn', () => {
    const holders = { participants: [wallet(1)], total: 1, topHolders: [], slot: 1, readAt: READ_AT, lockedRound: 12 };
    const chain = { holders, pool: null, mint: null, holdersFailingSince: READ_AT, terms: null };
    const later = READ_AT + 60 * MINUTE;
    expect(listOf(chain, later, later)?.data).toMatchObject({ lockedRound: 12, failingSince: null });
    // A state that was published at the reading and not since says nothing about now.
    expect(listOf(chain, later, READ_AT)).toBeNull();
  });
});

describe('a reading of the pool', () => {
  const settings = settingsOf(COMPLETE);
  if (!settings.ok) throw new Error(settings.problems.join());
  const shown = {
    pool: () => settings.settings.pool.address,
    play: () => undefined,
    coming: () => undefined,
    load: async () => undefined,
  };
  let now = READ_AT;
  const balances = [500, 400];
  const node = { call: async () => ({ context: { slot: 7 }, value: balances.shift() }) };
  const rpc = { read: (work: (node: RpcNode) => unknown) => work(node as unknown as RpcNode) } as unknown as Rpc;
  const readEntries = fails;

  it('is not taken when a payment may have landed while it was made', async () => {
    const watch = createWatchChain({ rpc, ...shown, readEntries, now: () => now, known: null });
    expect(await watch.readPool()).toBe(true);
    expect(await watch.readPool(vi.fn().mockReturnValueOnce(false).mockReturnValue(true))).toBe(false);
    expect(await watch.readPool(() => true)).toBe(false);
    expect(watch.view().pool?.lamports).toBe('500');
  });

  it('is due again every 15 s, and a second later when a payment has left it behind', async () => {
    balances.push(500);
    const watch = createWatchChain({ rpc, ...shown, readEntries, now: () => now, known: null });
    expect(watch.isPoolStale()).toBe(true);
    await watch.readPool();
    now += 999;
    expect([watch.isPoolStale(), watch.isPoolStale(8)]).toEqual([false, false]);
    now += 1;
    // Its slot is 7.
    expect([watch.isPoolStale(), watch.isPoolStale(7), watch.isPoolStale(8)]).toEqual([false, false, true]);
    now += 14_000;
    expect(watch.isPoolStale()).toBe(true);
  });
});

describe('how often the holders are read', () => {
  async function readOnce(accounts: number, looksAt: readonly number[]) {
    const { watch, at } = watched();
    at.next = async () => {
      const read = readOf(HELD);
      return { ...read, snapshot: { ...read.snapshot, accounts } };
    };
    await watch.readHolders();
    return (seconds: number) => {
      at.now = READ_AT + seconds * 1_000;
      for (const look of looksAt) {
        if (look > seconds) continue;
        at.now = READ_AT + look * 1_000;
        watch.noteLook();
      }
      at.now = READ_AT + seconds * 1_000;
      return watch.areHoldersDue(null);
    };
  }
  /** The first minute, in seconds, at which a cron finds them due. */
  async function dueAt(accounts: number, looksAt: readonly number[]) {
    const isDue = await readOnce(accounts, looksAt);
    return [60, 120, 180, 240, 300, 360].find((seconds) => isDue(seconds));
  }
  const EACH_MINUTE = [10, 70, 130, 190, 250, 310];

  it('is each minute while somebody looks, and every five minutes while nobody does', async () => {
    expect([await dueAt(300, EACH_MINUTE), await dueAt(300, [])]).toEqual([60, 300]);
  });

  it('is less often with more token accounts, and never less than every five minutes', async () => {
    expect([await dueAt(2_100, EACH_MINUTE), await dueAt(2_500, EACH_MINUTE)]).toEqual([60, 120]);
    expect([await dueAt(10_000, EACH_MINUTE), await dueAt(200_000, EACH_MINUTE)]).toEqual([300, 300]);
  });

  it('is at once when somebody comes to an old list, and each minute while it cannot be read', async () => {
    const isDue = await readOnce(300, [200]);
    expect([isDue(199), isDue(200)]).toEqual([false, true]);
    const { watch, at } = watched();
    at.next = fails;
    await watch.readHolders().catch(() => undefined);
    at.now = READ_AT + 10_000;
    expect(watch.areHoldersDue(null)).toBe(false);
    at.now = READ_AT + MINUTE;
    expect(watch.areHoldersDue(null)).toBe(true);
  });
});
