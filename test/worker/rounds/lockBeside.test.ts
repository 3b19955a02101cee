import { Keypair } from '@solana/web3.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Address } from '../../../src/address/address.ts';
import { lamports } from '../../../src/money/lamports.ts';
import { CURRENT_PROTOCOL } from '../../../src/protocol/protocolOf.ts';
import { roundEndsAt } from '../../../src/round/clock.ts';
import type { RoundContext } from '../../../worker/rounds/context.ts';
import { createReadEntries } from '../../../worker/rounds/lists/readEntries.ts';
import { createLockRound } from '../../../worker/rounds/lockRound.ts';
import { settingsOf } from '../../../worker/settings/parseSettings.ts';
import { startPause } from '../../../worker/store/journal/pauses.ts';
import { closePaid, releaseRound } from '../../../worker/store/rounds/heldRounds.ts';
import { lockProblems } from '../../../worker/store/rounds/lockProblems.ts';
import { createRoundStore, type RoundStore } from '../../../worker/store/rounds/rounds.ts';
import { COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { fixedTerms } from '../fixedTerms.ts';
import { BEACON_1000, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';
import { FINAL } from '../roundStates.ts';
import { rpcNodes } from '../rpcNodes.ts';
import { accountsAnswer, mintAnswer, tokenAccount } from '../tokenAccounts.ts';

const parsed = settingsOf(COMPLETE);
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;
const NOW = (roundEndsAt(settings.clock, 2) - 55) * 1000;
const POOL = 10_000_000_000;
const SOL = 1_000_000_000n;
const ENOUGH = CURRENT_PROTOCOL.threshold;
const OWNERS = [1, 2, 3, 4].map(
  (seed) => Keypair.fromSeed(new Uint8Array(32).fill(100 + seed)).publicKey.toBase58() as string as Address,
);

const honest = answering({
  getSlot: 500,
  getBlockTime: (asked: number) => NOW / 1000 - Math.ceil((500 - asked) * 0.4),
  getBalance: { context: { slot: 500 }, value: POOL },
  getMinimumBalanceForRentExemption: 890_880,
  getEpochInfo: { epoch: 500 },
  getMultipleAccounts: { context: { slot: 540 }, value: [null, null] },
  getAccountInfo: mintAnswer(BigInt(OWNERS.length) * ENOUGH),
  getProgramAccounts: {
    ...accountsAnswer(...OWNERS.map((owner) => tokenAccount(owner, ENOUGH))),
    context: { slot: 500 },
  },
});

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** Tries to lock round 2; `meanwhile` happens while its holders are read, or `at` another moment. Returns what was stored as locked. */
async function lockWhile(meanwhile: () => Promise<unknown>, at = 'getProgramAccounts') {
  await lockBefore(
    async (method, params) => {
      if (method === at) await meanwhile();
      return honest(method, params);
    },
    { before: at === 'insertLock' ? meanwhile : async () => undefined },
  );
  return (await createRoundStore(db, () => NOW).get(2))?.lock ?? null;
}

/** Tries to lock round 2 with a node; `before` happens just before the lock is stored. Returns the result. */
async function lockBefore(
  node: FakeNode,
  { before = async () => undefined, payouts }: { before?: () => Promise<unknown>; payouts?: 'shadow' } = {},
) {
  const { rpc, now } = rpcNodes([node], NOW);
  const store = createRoundStore(db, now);
  const rounds: RoundStore = {
    ...store,
    async insertLock(...given) {
      await before();
      return store.insertLock(...given);
    },
  };
  const readEntries = createReadEntries({ settings, protocol: CURRENT_PROTOCOL });
  const given = {
    db,
    settings: { ...settings, payouts: payouts ?? settings.payouts },
    rounds,
    rpc,
    now,
    readEntries,
    raiseAlert: async () => undefined,
  };
  const { lock } = createLockRound(
    { ...given, terms: fixedTerms(settings), newId: () => 'lock' } as unknown as RoundContext,
    async () => null,
  );
  return lock(2);
}

describe('a lock that is under way', () => {
  it('stores its round when nothing happens meanwhile', async () => {
    expect(await lockWhile(async () => undefined)).toMatchObject({ round: 2, total: 2_000_000_000n });
  });

  /** Round 1 is under way, and owes some of the ten SOL in the pool. */
  async function owedRound(sol: number) {
    const rounds = createRoundStore(db, () => NOW);
    const owed = { ...lockOf(1), wallet: settings.pool.address, total: lamports(BigInt(sol) * SOL) };
    await rounds.insertLock(owed, DOCUMENTS, 'lock-1');
    await rounds.commit(1, FINAL);
    return rounds;
  }

  it('leaves the prizes of a held round in the pool that an operator releases meanwhile', async () => {
    const rounds = await owedRound(8);
    await rounds.hold(1, 'overdue', 'a cause');
    const release = () => releaseRound(db, { round: 1, held: 'overdue', by: 'ann', reason: 'mended', at: NOW });
    expect(await lockWhile(release)).toBeNull();
    expect(await rounds.get(1)).toMatchObject({ state: 'committed' });
  });

  it('promises nothing of what left the pool after it was read: a payment, and the close of its round', async () => {
    const rounds = await owedRound(4);
    await rounds.draw(1, BEACON_1000, WINNERS_1000);
    await rounds.hold(1, 'overdue', 'a cause');
    const exit = { round: 1, held: 'overdue', by: 'ann', reason: 'paid by hand', at: NOW } as const;
    const close = () => closePaid(db, exit, { signature: 'by hand', slot: 520, commitment: FINAL, draw: null });
    expect(await lockWhile(close, 'getMultipleAccounts')).toBeNull();
    expect(await rounds.get(1)).toMatchObject({ state: 'paid' });
    // The round is not called off either, because it may be played with what the pool holds now.
    expect(await rounds.get(2)).toBeNull();
  });

  it('promises nothing of a payment that left the pool after it was read, if another round owes as much from then on', async () => {
    const rounds = await owedRound(4);
    await rounds.draw(1, BEACON_1000, WINNERS_1000);
    const payAndOwe = async () => {
      await rounds.pay(1, 'payout-1', 520);
      const other = { ...lockOf(3), wallet: settings.pool.address, total: lamports(4n * SOL) };
      await rounds.insertLock(other, DOCUMENTS, 'lock-3');
    };
    expect(await lockWhile(payAndOwe, 'getMultipleAccounts')).toBeNull();
  });

  it.each([
    ['while its holders are read', 'getProgramAccounts', NOW],
    ['when everything is read and computed', 'insertLock', NOW],
    ['by a clock that is two seconds ahead of its own', 'getProgramAccounts', NOW + 2_000],
  ])('stores nothing once a pause has begun %s', async (_when, at, pausedAt) => {
    expect(await lockWhile(() => startPause(db, 'ann', 'a key may be stolen', pausedAt), at)).toBeNull();
  });
});

describe('what prevents a lock', () => {
  const poor: FakeNode = (method, params) =>
    method === 'getBalance' ? { context: { slot: 500 }, value: 40_000_000 } : honest(method, params);
  const empty: FakeNode = (method, params) => {
    if (method === 'getAccountInfo') return mintAnswer(0n);
    return method === 'getProgramAccounts' ? { ...accountsAnswer(), context: { slot: 500 } } : honest(method, params);
  };
  const marked: FakeNode = (method, params) =>
    method === 'getMultipleAccounts'
      ? { context: { slot: 540 }, value: [{ data: ['AA==', 'base64'] }, null] }
      : honest(method, params);
  const problem = async () => (await lockProblems(db, 2, 2)).get(2);

  // Its commitment may be on chain already, if the database was restored since. Only the mark can tell, after the hour.
  it.each([
    [
      'a limit',
      poor,
      'prize-below-rent',
      'the pool held 40000000 lamports at slot 500, with 4 wallets in the draw',
      'A prize would have been smaller than the least an account can hold.',
    ],
    [
      'that nobody is eligible',
      empty,
      'no-eligible-wallets',
      expect.stringContaining('0 wallets in the draw'),
      'No wallet held enough GOD.',
    ],
  ])('ends no round before its hour is over: %s is noted, and tried again while there is time', async (...given) => {
    const [, node, reason, detail, cause] = given;
    expect(await lockBefore(node)).toEqual({ kind: 'wait', until: NOW + 10_000 });
    expect(await createRoundStore(db, () => NOW).get(2)).toBeNull();
    expect(await problem()).toEqual({ round: 2, reason, detail, cause });
    await lockBefore(honest);
    expect(await createRoundStore(db, () => NOW).get(2)).toMatchObject({ state: 'locked' });
  });

  it('stays the round’s reason after a later attempt with too few answers', async () => {
    await lockBefore(poor);
    const noted = await problem();
    await lockBefore(() => new Response('', { status: 503 }));
    expect(await problem()).toEqual(noted);
  });

  it('counts as a rehearsal where rounds are rehearsed', async () => {
    await lockBefore(poor, { payouts: 'shadow' });
    expect(await problem()).toMatchObject({
      reason: 'shadow',
      detail: expect.stringContaining('it would have been rolled over (prize-below-rent): the pool held'),
    });
  });

  it('also when a mark of its hour exists already: nothing is stored until the hour is over', async () => {
    expect(await lockBefore(marked)).toMatchObject({ problem: 'A mark of its hour was made before its lock.' });
    expect(await createRoundStore(db, () => NOW).get(2)).toBeNull();
  });
});
