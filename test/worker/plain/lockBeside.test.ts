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
  const node: FakeNode = async (method, params) => {
    if (method === at) await meanwhile();
    return honest(method, params);
  };
  const { rpc, now } = rpcNodes([node], NOW);
  const store = createRoundStore(db, now);
  const rounds: RoundStore = {
    ...store,
    async insertLock(...given) {
      if (at === 'insertLock') await meanwhile();
      return store.insertLock(...given);
    },
  };
  const readEntries = createReadEntries({ settings, protocol: CURRENT_PROTOCOL });
  const given = { db, settings, rounds, rpc, now, readEntries, raiseAlert: async () => undefined };
  const { lock } = createLockRound(
    { ...given, terms: fixedTerms(settings), newId: () => 'lock' } as unknown as RoundContext,
    async () => null,
  );
  await lock(2);
  return (await rounds.get(2))?.lock ?? null;
}

describe('a lock that is under way', () => {
  it('stores its round when nothing happens meanwhile', async () => {
    expect(await lockWhile(async () => undefined)).toMatchObject({ round: 2, total: 2_000_000_000n });
  });

  /** Round 1 is held, and owes eight of the ten SOL in the pool. */
  async function owedRound() {
    const rounds = createRoundStore(db, () => NOW);
    const owed = { ...lockOf(1), wallet: settings.pool.address, total: lamports(8_000_000_000n) };
    await rounds.insertLock(owed, DOCUMENTS, 'lock-1');
    await rounds.commit(1, FINAL);
    return rounds;
  }

  it('leaves the prizes of a held round in the pool that an operator releases meanwhile', async () => {
    const rounds = await owedRound();
    await rounds.hold(1, 'overdue', 'a cause');
    const release = () => releaseRound(db, { round: 1, held: 'overdue', by: 'ann', reason: 'mended', at: NOW });
    expect(await lockWhile(release)).toBeNull();
    expect(await rounds.get(1)).toMatchObject({ state: 'committed' });
  });

  it('promises nothing of what left the pool after it was read: a payment, and the close of its round', async () => {
    const rounds = await owedRound();
    await rounds.draw(1, BEACON_1000, WINNERS_1000);
    await rounds.hold(1, 'overdue', 'a cause');
    const exit = { round: 1, held: 'overdue', by: 'ann', reason: 'paid by hand', at: NOW } as const;
    const close = () => closePaid(db, exit, { signature: 'by hand', slot: 520, draw: null });
    expect(await lockWhile(close, 'getMultipleAccounts')).toBeNull();
    expect(await rounds.get(1)).toMatchObject({ state: 'paid' });
    // It is not called off either: with what the pool holds now it may be played.
    expect(await rounds.get(2)).toBeNull();
  });

  it.each([
    ['while its holders are read', 'getProgramAccounts', NOW],
    ['when everything is read and computed', 'insertLock', NOW],
    ['by a clock that is two seconds ahead of its own', 'getProgramAccounts', NOW + 2_000],
  ])('stores nothing once a pause has begun %s', async (_when, at, pausedAt) => {
    expect(await lockWhile(() => startPause(db, 'ann', 'a key may be stolen', pausedAt), at)).toBeNull();
  });
});
