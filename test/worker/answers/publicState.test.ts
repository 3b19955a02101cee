import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Address, addressOf } from '../../../src/address/address.ts';
import { godUnits } from '../../../src/money/god.ts';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import type { LockDocuments, LockRecord } from '../../../src/protocol/terms/lock.ts';
import { composeParticipants } from '../../../worker/answers/state/composeParticipants.ts';
import { composePoolBalance, composeStats } from '../../../worker/answers/state/composeStats.ts';
import { createReadPublicState, shownState } from '../../../worker/answers/state/publicState.ts';
import { writeStats } from '../../../worker/answers/state/writeStats.ts';
import { type ChainView, readPublicState, writePublicState } from '../../../worker/cache/publicState.ts';
import { createKeepDocuments } from '../../../worker/rounds/lists/keepDocuments.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, ENDS_AT, lockOf } from '../honestRound.ts';
import { oneByOne } from '../oneByOne.ts';
import { watchedDatabase } from '../watchedDatabase.ts';

const ROUND = 123;
const HOUR = 3_600;
const CLOCK = { genesisTime: ENDS_AT - ROUND * HOUR, roundSeconds: HOUR, entryLockSeconds: 60 };
const SOL_PRICE = { usd: 100, confidence: 'high', updatedAt: null, stale: false, fallback: false } as const;
/** What the pool held when the round was locked; a fifth of it is paid. */
const POOL = 12_345_678_901n;
const PRIZES = 2_469_135_780n;
const fifthOf = (lamports: bigint) => `${(lamports * 20n) / 100n}`;

/** 600 wallets in draw order; the largest have the last bytes. */
const MANY = Array.from({ length: 600 }, (_, i) => ({
  owner: addressOf(
    new Uint8Array(32)
      .fill(7)
      .with(0, i >> 8)
      .with(1, i & 255),
  ),
  amount: godUnits(100_000_000_000n + BigInt(i)),
}));
const ownerOf = (i: number): Address => MANY[i]?.owner ?? addressOf(new Uint8Array(32));
const LEAVES: LockDocuments = { ...DOCUMENTS, list: protocolOf(1).joinList(MANY) };

let now: number;
/** As the chain was read: the pool's lamports and slot. */
let chain: ChainView = { holders: null, holdersFailingSince: null, terms: null, pool: null, mint: null };
let readings: ReturnType<typeof watchedDatabase>;
let read: ReturnType<typeof createReadPublicState>;
let rounds: ReturnType<typeof createRoundStore>;
let db: D1Database;

const at = (unix: number) => {
  now = unix * 1000;
  chain = { ...chain, holders: { participants: [ownerOf(1)], total: 1, topHolders: [], slot: 5, readAt: now } };
};
const pool = (lamports: bigint, slot: number) => {
  chain = { ...chain, pool: { wallet: 'the pool', lamports: `${lamports}`, slot, readAt: now } };
};

/** What visitors are told now. */
async function told() {
  const state = shownState(await read(), chain, now);
  const moment = { state, clock: CLOCK, now };
  return {
    stats: composeStats(moment, SOL_PRICE),
    pool: composePoolBalance(moment),
    list: composeParticipants(moment)?.data,
    state,
  };
}

const locked = (lock: LockRecord, documents: LockDocuments) => rounds.insertLock(lock, documents, 'lock');

const winnersAre = (...places: readonly number[]) =>
  protocolOf(1)
    .splitPrize(lockOf(ROUND).pool)
    .places.slice(0, places.length)
    .map((lamports, i) => ({
      place: ([1, 2, 3] as const)[i] ?? 1,
      address: ownerOf(places[i] ?? 0),
      lamports,
    }));

beforeEach(async () => {
  db = await emptyDatabase();
  readings = watchedDatabase();
  at(ENDS_AT - 600);
  rounds = createRoundStore(db, () => now);
  pool(POOL, 311_222_333);
  read = createReadPublicState({
    db: readings.DB,
    documentsOf: createKeepDocuments(readings.DB),
    closedRounds: () => Math.floor((now / 1000 - CLOCK.genesisTime) / HOUR),
    now: () => now,
    recentWinners: 20,
  });
});

describe('the seal of a round', () => {
  it('is nothing before the lock, and afterwards grows with what the chain and the beacon show', async () => {
    expect((await told()).stats.currentRound.seal).toBeNull();
    await locked(lockOf(ROUND), DOCUMENTS);
    at(ENDS_AT - 40);
    const sealed = {
      ...{ root: lockOf(ROUND).root, entries: 7, signature: null, sealedAt: null, randomness: null },
      ...{ beaconRound: 1000, beaconAt: new Date(ENDS_AT * 1000).toISOString() },
    };
    expect((await told()).stats.currentRound.seal).toEqual(sealed);
    await rounds.commit(ROUND, { ...COMMITMENT, final: true });
    const committed = {
      ...sealed,
      signature: 'commit-signature',
      sealedAt: new Date(COMMITMENT.blockTime * 1000).toISOString(),
    };
    expect((await told()).stats.currentRound.seal).toEqual(committed);
    at(ENDS_AT + 1);
    expect((await told()).stats).toMatchObject({ currentRound: { seal: null }, lastRound: { seal: committed } });
    await rounds.draw(ROUND, BEACON_1000, winnersAre(1, 2, 3));
    expect((await told()).stats.lastRound?.seal).toEqual({ ...committed, randomness: BEACON_1000.randomness });
  });

  it('stays with a round that has ended when the state is from before its end', async () => {
    await locked(lockOf(ROUND), DOCUMENTS);
    at(ENDS_AT - 5);
    const state = shownState(await read(), chain, now);
    const { currentRound, lastRound } = composeStats({ state, clock: CLOCK, now: ENDS_AT * 1000 }, SOL_PRICE);
    expect([currentRound.seal, lastRound?.phase, lastRound?.seal?.entries]).toEqual([null, 'drawing', 7]);
  });

  it('stays until the end of a round that was called off after its lock: that round is not open again', async () => {
    await locked(lockOf(ROUND), DOCUMENTS);
    at(ENDS_AT - 9);
    await rounds.rollOver(ROUND, 'commitment-late', 'a test');
    const { currentRound } = (await told()).stats;
    expect([currentRound.roundNumber, currentRound.phase, currentRound.seal?.entries]).toEqual([ROUND, 'locked', 7]);
  });

  it('is null for a round without a lock', async () => {
    const unlocked = { state: 'rolled-over', reason: 'missed', detail: null } as const;
    await rounds.insertUnlocked([{ ...unlocked, round: ROUND, endsAt: ENDS_AT }]);
    at(ENDS_AT + 1);
    expect((await told()).stats.lastRound).toMatchObject({ phase: 'rolled-over', seal: null });
  });
});

describe('the stats as text, which is written once a second', () => {
  it('equals the composed stats at every moment, for every state and price', async () => {
    await locked(lockOf(ROUND), DOCUMENTS);
    at(ENDS_AT - 2);
    const early = shownState(await read(), chain, now);
    pool(POOL, 9);
    const late = shownState(await read(), chain, now);
    const dear = { ...SOL_PRICE, usd: 200 };
    const old = { ...dear, stale: true };
    const clock = CLOCK;
    // In steps of a third of a second, past the end of the round.
    for (const ms of [0, 1, 334, 667, 999, 1_000, 1_999, 2_000, 2_001, 2_999, 3_000])
      for (const state of [early, late, early])
        for (const price of [SOL_PRICE, dear, old]) {
          const moment = { state, clock, now: now + ms };
          expect(JSON.parse(writeStats(moment, price))).toEqual(composeStats(moment, price));
        }
  });
});

describe('what an edge without its object finds', () => {
  it('is the whole of it, and nothing of which a part is missing', async () => {
    await locked(lockOf(ROUND), DOCUMENTS);
    await rounds.commit(ROUND, { ...COMMITMENT, final: true });
    chain = { ...chain, holdersFailingSince: now, terms: null };
    const { state } = await told();
    await writePublicState(env.CACHE, state);
    expect(await readPublicState(env.CACHE)).toEqual(state);
    const { payments, ...others } = state;
    expect(payments).toHaveLength(1);
    await env.CACHE.put('public-state', JSON.stringify(others));
    expect(await readPublicState(env.CACHE)).toBeNull();
  });
});

describe('the prize pool', () => {
  const figures = async () => {
    const { stats, pool } = await told();
    expect(pool?.prizePoolLamports).toBe(stats.prizePool.lamports);
    expect(pool?.prizes).toEqual(stats.prizes.map(({ place, lamports }) => ({ place, lamports })));
    expect(`${stats.prizes.reduce((sum, { lamports }) => sum + BigInt(lamports), 0n)}`).toBe(stats.prizePool.lamports);
    return stats.prizePool.lamports;
  };

  it('never counts what the pool still holds for the winners of a round', async () => {
    expect(await figures()).toBe(fifthOf(POOL));
    await locked(lockOf(ROUND), DOCUMENTS);
    await rounds.commit(ROUND, { ...COMMITMENT, final: true });
    pool(POOL + 50n, 311_222_400);
    expect(await figures()).toBe(`${PRIZES}`);
    // The round has ended, and its prizes are promised to whoever is drawn.
    at(ENDS_AT + 1);
    const free = fifthOf(POOL + 50n - PRIZES);
    expect(await figures()).toBe(free);
    await rounds.draw(ROUND, BEACON_1000, winnersAre(1, 2, 3));
    expect(await figures()).toBe(free);
    // The payment is on chain in a slot that the reading does not include yet.
    const journal = oneByOne(createJournal(db, () => now));
    const row = await journal.write({
      ...{ key: `payout:${ROUND}`, attempt: 0, bytes: 'bytes', signature: 'paid', blockhash: 'hash' },
      ...{ lastValidBlockHeight: 1, signedSlot: 311_222_400 },
    });
    expect(await figures()).toBe(free);
    await journal.see(row, 'confirmed', 311_222_500);
    expect(await figures()).toBe(free);
    // A reading of the same slot includes the payment, long before it is final.
    pool(POOL + 50n - PRIZES, 311_222_500);
    expect(await figures()).toBe(free);
    await rounds.pay(ROUND, 'paid', 311_222_500);
    expect(await figures()).toBe(free);
    // A node that lags shows the balance from before.
    pool(POOL + 50n, 311_222_499);
    expect(await figures()).toBe(free);
  });

  it('of a round with fewer wallets than prizes leaves the rest to the next one', async () => {
    const list = protocolOf(1).joinList(MANY.slice(0, 2));
    await locked(lockOf(ROUND, { ...DOCUMENTS, list }), { ...DOCUMENTS, list });
    await rounds.commit(ROUND, { ...COMMITMENT, final: true });
    at(ENDS_AT + 1);
    const [first = 0n, second = 0n] = protocolOf(1).splitPrize(lockOf(ROUND).pool).places;
    const free = fifthOf(POOL - first - second);
    expect(await figures()).toBe(free);
    await rounds.draw(ROUND, BEACON_1000, winnersAre(0, 1));
    expect(await figures()).toBe(free);
  });

  it('is what the next lock will take: beside a held round it is computed from the whole pool, because that round delays no lock', async () => {
    await locked(lockOf(ROUND), DOCUMENTS);
    await rounds.commit(ROUND, { ...COMMITMENT, final: true });
    await rounds.draw(ROUND, BEACON_1000, winnersAre(1, 2, 3));
    await rounds.hold(ROUND, 'payout-rejected', 'a test');
    at(ENDS_AT + 1);
    expect(await figures()).toBe(fifthOf(POOL));
  });

  it('of a round that ends only locked belongs to nobody, because nothing was promised', async () => {
    await locked(lockOf(ROUND), DOCUMENTS);
    at(ENDS_AT + 1);
    expect(await figures()).toBe(fifthOf(POOL));
  });
});

describe('the list of participants', () => {
  const live = [ownerOf(1)];

  it('is the locked one from the lock until 15 s after the draw, and for as long as the round is in flight', async () => {
    expect((await told()).list).toMatchObject({ participants: live, total: 1, lockedRound: null });
    const lock = lockOf(ROUND, LEAVES);
    await locked(lock, LEAVES);
    at(ENDS_AT - 40);
    const { list, stats } = await told();
    expect(list).toMatchObject({ total: 600, lockedRound: ROUND, slot: lock.slot, failingSince: null });
    expect(list?.updatedAt).toBe(new Date(lock.takenAt).toISOString());
    expect([stats.totalParticipants, stats.participantsUpdatedAt]).toEqual([600, list?.updatedAt]);
    expect(list?.participants).toEqual(Array.from({ length: 500 }, (_, i) => ownerOf(599 - i)));
    expect(list?.topHolders.map(({ address }) => address)).toEqual(list?.participants.slice(0, 10));
    expect(list?.topHolders[0]).toMatchObject({ balance: 100_000.000599, isEligible: true });
    await rounds.commit(ROUND, { ...COMMITMENT, final: true });
    at(ENDS_AT + 1_000);
    expect((await told()).list?.lockedRound).toBe(ROUND);
    await rounds.draw(ROUND, BEACON_1000, winnersAre(3, 598, 99));
    at(ENDS_AT + 1_020);
    expect((await told()).list?.lockedRound).toBe(ROUND);
    await rounds.pay(ROUND, 'paid', 311_222_500);
    const after = await told();
    expect([after.list?.lockedRound, after.stats.totalParticipants]).toEqual([null, 1]);
  });

  it('has the winners in it once they are known, however small, and stays in order of size', async () => {
    await locked(lockOf(ROUND, LEAVES), LEAVES);
    await rounds.commit(ROUND, { ...COMMITMENT, final: true });
    at(ENDS_AT + 1);
    await rounds.draw(ROUND, BEACON_1000, winnersAre(3, 598, 99));
    const large = Array.from({ length: 498 }, (_, i) => ownerOf(599 - i));
    expect((await told()).list?.participants).toEqual([...large, ownerOf(99), ownerOf(3)]);
    // Paid within a moment: the list stays for as long as the result is shown.
    await rounds.pay(ROUND, 'paid', 311_222_500);
    at(ENDS_AT + 15);
    expect((await told()).list?.participants.slice(-2)).toEqual([ownerOf(99), ownerOf(3)]);
    at(ENDS_AT + 16);
    expect((await told()).list).toMatchObject({ participants: live, lockedRound: null });
  });

  it('is the live one again as soon as a stored state is older than that time', async () => {
    await locked(lockOf(ROUND, LEAVES), LEAVES);
    await rounds.commit(ROUND, { ...COMMITMENT, final: true });
    at(ENDS_AT + 1);
    await rounds.draw(ROUND, BEACON_1000, winnersAre(3, 598, 99));
    await rounds.pay(ROUND, 'paid', 311_222_500);
    const stored = await read();
    expect(shownState(stored, chain, (ENDS_AT + 16) * 1000 - 1).chain.holders?.lockedRound).toBe(ROUND);
    expect(shownState(stored, chain, (ENDS_AT + 16) * 1000).chain.holders?.participants).toEqual(live);
  });

  it('of a round that is called off is no longer shown', async () => {
    await locked(lockOf(ROUND, LEAVES), LEAVES);
    await rounds.rollOver(ROUND, 'commitment-late', 'a test');
    expect((await told()).list?.lockedRound).toBeNull();
  });

  it('shows the largest holders of the last reading where fewer than ten are locked', async () => {
    const topHolders = [
      { address: ownerOf(9), amount: '900000000000', isEligible: true },
      { address: ownerOf(1), amount: '100000000000', isEligible: false },
    ];
    const list = protocolOf(1).joinList(MANY.slice(0, 3));
    chain = { ...chain, holders: { participants: [], total: 0, topHolders, slot: 5, readAt: now } };
    await locked(lockOf(ROUND, { ...DOCUMENTS, list }), { ...DOCUMENTS, list });
    expect((await told()).list?.topHolders).toEqual([
      { address: ownerOf(9), balance: 900_000, isEligible: false },
      { address: ownerOf(1), balance: 100_000, isEligible: true },
    ]);
  });

  it('is read from the database once a round, and is not a part of the other state for visitors', async () => {
    await locked(lockOf(ROUND, LEAVES), LEAVES);
    for (let i = 0; i < 5; i++) await read();
    expect(readings.asked.filter(({ sql }) => sql.includes('round_documents'))).toHaveLength(1);
    const text = JSON.stringify((await told()).state);
    expect(text.split(ownerOf(599)).length - 1).toBe(2);
    expect(text.length).toBeLessThan(500 * 47 + 4_000);
  });
});
