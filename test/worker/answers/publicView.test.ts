import { beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../../src/address/address.ts';
import { godUnits } from '../../../src/money/god.ts';
import { standingText } from '../../../worker/answers/rounds/readWallet.ts';
import { indexHolders } from '../../../worker/answers/state/indexHolders.ts';
import type { LockedList } from '../../../worker/answers/state/lockedList.ts';
import type { StoredState } from '../../../worker/answers/state/publicState.ts';
import { createPublicView } from '../../../worker/objects/createPublicView.ts';
import { createStateKeeper } from '../../../worker/objects/createStateKeeper.ts';
import { createWatch } from '../../../worker/objects/createWatch.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { wallet } from '../../domain/wallets.ts';
import { HELD, READ_AT, readOf } from '../heldWallets.ts';

const HOUR = 3_600;
const END_OF_12 = READ_AT / 1000 + HOUR;
const CLOCK = { genesisTime: END_OF_12 - 12 * HOUR, roundSeconds: HOUR, entryLockSeconds: 60 };

/** Round 12 was locked with wallets 2 and 3; by the last reading 1, 3, 4 and 6 hold enough. */
const LIST: LockedList = {
  ...{ round: 12, total: 2, participants: [wallet(2), wallet(3)], largest: [], slot: 4 },
  isIn: (owner) => owner === wallet(2) || owner === wallet(3),
  ...{ takenAt: READ_AT, until: null },
};

let now: number;
let stored: StoredState;
let poolReads: number;
let looks: number;
let holderReads: number;
let areHoldersDue: boolean;
let areStandingsKnown: boolean;
/** The times of locks with which it was asked whether the holders are due. */
let lockedAts: (number | null)[];
let reading: PromiseWithResolvers<void>;

/** The view over a chain that counts how often its pool is read. */
function view(read = readOf(HELD)) {
  const find = indexHolders(read, READ_AT);
  let pool = { wallet: 'the pool', lamports: '500', slot: 7, readAt: READ_AT };
  const watchChain = {
    view: () => ({ holders: null, holdersFailingSince: null, terms: null, pool, mint: null }),
    isPoolStale: (newest = 0) => newest > pool.slot,
    needsHolders: () => false,
    noteLook: () => void looks++,
    areHoldersDue: (lockedAt: number | null) => {
      lockedAts.push(lockedAt);
      return areHoldersDue;
    },
    standing: (owner: Address) => (areStandingsKnown ? find(owner) : null),
    needsStandings: () => !areStandingsKnown,
    joinReading: () => reading.promise,
    readHolders: async () => {
      holderReads++;
      [areHoldersDue, areStandingsKnown] = [false, true];
      return true;
    },
    readPool: async (isInDoubt = () => false) => {
      if (isInDoubt()) return false;
      poolReads++;
      pool = { wallet: 'the pool', lamports: '400', slot: 9, readAt: now };
      return true;
    },
  };
  const watched = {
    ...{ watchChain, reconcilePool: neverCalled('reconcile'), checkBeacon: neverCalled('beacon') },
    ...{
      sweepJournal: neverCalled('journal'),
      watchTerms: { look: neverCalled('terms') },
    },
    ...{ countFairness: neverCalled('fairness'), tidyUp: neverCalled('tidyUp') },
    watchWitnesses: async () => false,
  };
  const state = createStateKeeper({ read: async () => stored, closedRounds: () => 0, now: () => now });
  const watch = createWatch({
    ...{ watched: () => watched, note: () => undefined, onNews: neverCalled('news'), now: () => now },
    isPoolInDoubt: () => made.isPoolInDoubt(),
  });
  const later: Promise<unknown>[] = [];
  const made = createPublicView({
    ...{ watched: () => watched, watch, state, clock: () => CLOCK, now: () => now },
    later: (work) => void later.push(work),
    runEnded: () => ended.promise,
    wait: async (ms) => {
      now += ms;
    },
  });
  return { ...made, settled: () => Promise.all(later) };
}

let ended = Promise.withResolvers<void>();
beforeEach(() => {
  ended = Promise.withResolvers();
  reading = Promise.withResolvers();
  reading.resolve();
  now = (END_OF_12 - 30) * 1000;
  poolReads = 0;
  [looks, holderReads, areHoldersDue, areStandingsKnown] = [0, 0, false, true];
  lockedAts = [];
  stored = {
    ...{ builtAt: now, lastRound: null, lockedRound: null, payments: [], paused: false, totalWinners: 0 },
    ...{ distributedLamports: '0', recentWinners: [], lockedList: LIST, isRehearsal: false },
  };
});

describe('a wallet’s standing from the lock to the end of the round', () => {
  const saidOf = async (address: Parameters<typeof LIST.isIn>[0]) => {
    const standing = await view().wallet(address);
    if (standing === null) throw new Error('the holders are known');
    return { locked: standing.locked, text: standingText(standing) };
  };

  it('is that of the locked list, whatever was read since', async () => {
    expect(await saidOf(wallet(3))).toEqual({ locked: { round: 12, isIn: true, entries: 2 }, text: null });
  });

  it('tells a wallet that bought too late for which round it counts', async () => {
    expect(await saidOf(wallet(1))).toEqual({
      locked: { round: 12, isIn: false, entries: 2 },
      text: 'Entries for round 12 are locked and this wallet is not among them. It holds enough for round 13.',
    });
  });

  it('tells a wallet that sold after the lock only that it would miss the next draw, and why', async () => {
    expect((await saidOf(wallet(2))).text).toBe(
      'As it stands now, this wallet would miss round 13. ' +
        'This wallet holds 99,999 GOD: 1 less than the 100,000 that are needed.',
    );
  });

  it('tells a wallet that is in neither draw why', async () => {
    expect((await saidOf(wallet(9))).text).toBe("This is the lottery pool's own wallet, so it can't enter.");
    expect((await saidOf(wallet(255))).text).toBe('This wallet holds no GOD. You need 100,000 to enter.');
  });

  it('is read anew when the last reading is older than the lock’s own list, until the round is over', async () => {
    const { wallet: standing, shown } = view();
    await shown();
    await standing(wallet(1));
    now = END_OF_12 * 1000;
    await standing(wallet(1));
    expect(lockedAts).toEqual([LIST.takenAt, null]);
  });

  it('is that of the last reading again when the round is over, though its list is still shown', async () => {
    now = END_OF_12 * 1000;
    expect(await saidOf(wallet(1))).toEqual({ locked: undefined, text: null });
  });
});

describe('whether browsers are told that a wallet is in the draw', () => {
  const ASKED = [wallet(3), wallet(1), wallet(8), 'no address'];

  it('is by the reading: what a wallet lacks is what that reading asked for', async () => {
    const { areIn } = view(readOf(HELD, 0, godUnits(250_000_000_000n)));
    expect(await areIn(ASKED)).toEqual([true, { below: '250000000000' }, null, null]);
    expect(holderReads).toBe(0);
  });

  it('is unknown when the object was removed from memory, until the list is due for the pages', async () => {
    [now, areStandingsKnown] = [(END_OF_12 - CLOCK.entryLockSeconds - 30) * 1000, false];
    const { areIn } = view();
    expect([await areIn(ASKED), holderReads]).toEqual([[null, null, null, null], 0]);
    areHoldersDue = true;
    expect([await areIn(ASKED), holderReads]).toEqual([[true, true, null, null], 1]);
  });

  it('waits for a reading that is under way', async () => {
    [areStandingsKnown, reading] = [false, Promise.withResolvers<void>()];
    const asked = view().areIn(ASKED);
    areStandingsKnown = true;
    reading.resolve();
    expect(await asked).toEqual([true, true, null, null]);
  });
});

describe('the pool', () => {
  const payment = (slot: number | null) => {
    stored = { ...stored, payments: [{ round: 12, lamports: '100', slot }] };
  };

  it('is read again at once when a payment is seen that the last reading does not include', async () => {
    now = (END_OF_12 + 3) * 1000;
    payment(8);
    const seen = view();
    await seen.publicState();
    await seen.settled();
    expect(poolReads).toBe(1);
    await seen.publicState();
    await seen.settled();
    expect(poolReads).toBe(1);
  });

  it('is not read between a round’s end and the moment its payment is seen, for a minute at most', async () => {
    payment(null);
    const seen = view();
    await seen.publicState();
    expect(seen.isPoolInDoubt()).toBe(false);
    now = READ_AT + 59_000;
    expect(seen.isPoolInDoubt()).toBe(false);
    // The reading is of this moment.
    const ended = { ...LIST, round: 11 };
    stored = { ...stored, lockedList: ended, payments: [{ round: 11, lamports: '100', slot: null }] };
    const waiting = view();
    await waiting.publicState();
    expect(waiting.isPoolInDoubt()).toBe(true);
    now = READ_AT + 60_001;
    expect(waiting.isPoolInDoubt()).toBe(false);
  });
});

describe('whoever waits for news', () => {
  it('is answered at once when there is some already, and with what is known when there is none in time', async () => {
    const seen = view();
    const { builtAt } = await seen.publicState();
    const began = now;
    expect((await seen.nextState(builtAt - 1, 950)).builtAt).toBe(builtAt);
    expect(now).toBe(began);
    expect((await seen.nextState(builtAt, 950)).builtAt).toBe(builtAt);
    expect(now).toBe(began + 950);
    await seen.nextState(builtAt, 3_600_000);
    expect(now).toBe(began + 950 + 5_000);
  });
});

describe('the holders', () => {
  // Round 12 is locked, so the holders may be read.
  beforeEach(() => {
    stored = { ...stored, lockedRound: { round: 12 } as StoredState['lockedRound'] };
  });

  it('that are due are read when somebody looks; only a visitor who asks about a wallet waits for them', async () => {
    const { publicState, wallet: standing, settled } = view();
    await publicState();
    areHoldersDue = true;
    await publicState();
    await settled();
    expect([looks, holderReads]).toEqual([2, 1]);
    areHoldersDue = true;
    await standing(wallet(2));
    expect([looks, holderReads]).toEqual([3, 2]);
  });

  it('are not read when the state is only published', async () => {
    const { shown, settled } = view();
    areHoldersDue = true;
    await shown();
    await settled();
    expect([looks, holderReads]).toEqual([0, 0]);
  });
});
