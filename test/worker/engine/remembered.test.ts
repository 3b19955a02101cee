import { beforeEach, describe, expect, it } from 'vitest';
import { rememberAttempts } from '../../../worker/engine/rememberAttempts.ts';
import { createInFlight } from '../../../worker/rounds/createInFlight.ts';
import { createKeepDocuments } from '../../../worker/rounds/lists/keepDocuments.ts';
import { loadRound } from '../../../worker/rounds/loadRound.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { endTaxPause, startTaxPause } from '../../../worker/store/journal/pauses.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { rememberCycle } from '../../../worker/tax/rememberCycle.ts';
import { emptyDatabase } from '../database.ts';
import { COMMITMENT, DOCUMENTS, ENDS_AT, lockOf } from '../honestRound.ts';
import { oneByOne } from '../oneByOne.ts';
import { attemptOf } from '../pursuedChain.ts';
import { REACH } from '../roundStates.ts';
import { watchedDatabase } from '../watchedDatabase.ts';

const LOCK = lockOf(1, DOCUMENTS, ENDS_AT);
const CYCLE = 1_790_000_000;

let now = 0;
/** How often the watched database was asked. */
let asked: { sql: string }[] = [];
let watched: D1Database;
/** The database as another instance has it. */
let db: D1Database;
beforeEach(async () => {
  now = 1_000_000;
  db = await emptyDatabase();
  const readings = watchedDatabase();
  ({ asked } = readings);
  watched = readings.DB;
});

describe('the round in flight', () => {
  /** How often it was read. */
  const reads = () => asked.filter(({ sql }) => sql.includes('rounds_in_flight')).length;

  it('is read once in ten seconds unless it is forgotten, and then with the changes of another instance', async () => {
    const [own, others] = [createRoundStore(watched, () => now), createRoundStore(db, () => now)];
    await others.insertLock(LOCK, DOCUMENTS, 'lock');
    const inFlight = createInFlight({ rounds: own, now: () => now });
    expect((await inFlight.read()).inFlight?.state).toBe('locked');
    await others.commit(1, COMMITMENT);
    now += 9_999;
    expect((await inFlight.read()).inFlight?.state).toBe('locked');
    expect(reads()).toBe(1);
    now += 1;
    expect((await inFlight.read()).inFlight?.state).toBe('committed');
    await others.commitmentFinal(1, { ...COMMITMENT, final: true });
    inFlight.forget();
    expect((await inFlight.read()).inFlight?.commitment?.final).toBe(true);
  });

  it('is read anew when the clock was ahead and is right again', async () => {
    const rounds = createRoundStore(watched, () => now);
    await createRoundStore(db, () => now).insertLock(LOCK, DOCUMENTS, 'lock');
    const inFlight = createInFlight({ rounds, now: () => now });
    now += 3_600_000;
    await inFlight.read();
    now -= 3_600_000;
    await inFlight.read();
    expect(reads()).toBe(2);
  });

  it('is not remembered when it was forgotten during the read, nor when there is none', async () => {
    const rounds = createRoundStore(watched, () => now);
    const inFlight = createInFlight({ rounds, now: () => now });
    const nothing = { inFlight: null, newest: 0 };
    expect([await inFlight.read(), await inFlight.read(), reads()]).toEqual([nothing, nothing, 2]);
    await createRoundStore(db, () => now).insertLock(LOCK, DOCUMENTS, 'lock');
    const reading = inFlight.read();
    inFlight.forget();
    await reading;
    await inFlight.read();
    expect(reads()).toBe(4);
  });

  it('is read again before signing: a round that has moved on meanwhile is not signed', async () => {
    const rounds = createRoundStore(db, () => now);
    await rounds.insertLock(LOCK, DOCUMENTS, 'lock');
    const remembered = await rounds.inFlight();
    if (remembered === null) throw new Error('nothing is in flight');
    const context = { db, documentsOf: createKeepDocuments(db) };
    expect(await loadRound(context, remembered)).toMatchObject({ record: { state: 'locked' }, winners: [] });
    await rounds.hold(1, 'mark-without-record', 'another instance has seen it');
    await expect(loadRound(context, remembered)).rejects.toThrow('round 1 was locked, and is held by now');
  });

  it('has its documents read once for all who ask, and again by whoever found none', async () => {
    const rounds = createRoundStore(db, () => now);
    const documentsOf = createKeepDocuments(watched);
    expect(await documentsOf(LOCK)).toBeNull();
    await rounds.insertLock(LOCK, DOCUMENTS, 'lock');
    const both = await Promise.all([documentsOf(LOCK), documentsOf(LOCK)]);
    expect([...both, await documentsOf(LOCK)]).toEqual([DOCUMENTS, DOCUMENTS, DOCUMENTS]);
    expect(asked).toHaveLength(2);
    await documentsOf({ round: 1, root: 'another' });
    expect(asked).toHaveLength(3);
  });
});

describe('an attempt under way', () => {
  beforeEach(() => REACH.drawn(createRoundStore(db, () => now)));

  const journals = () =>
    [
      oneByOne(
        rememberAttempts(
          createJournal(watched, () => now),
          () => now,
        ),
      ),
      oneByOne(createJournal(db, () => now)),
    ] as const;

  it('is read once in ten seconds; the slot in which it is seen is written once', async () => {
    const [journal, others] = journals();
    await journal.write(attemptOf('first'));
    const before = asked.length;
    for (let look = 0; look < 5; look++) {
      const [row] = await journal.attempts('payout:123');
      if (row === undefined) throw new Error('the attempt is not there');
      await journal.see(row, 'confirmed', 77);
      now += 1_000;
    }
    expect(asked.length - before).toBe(1);
    expect(await others.attempts('payout:123')).toMatchObject([{ state: 'confirmed', slot: 77 }]);
    const [row] = await journal.attempts('payout:123');
    if (row === undefined) throw new Error('the attempt is not there');
    // On another fork it is in another slot.
    await journal.see(row, 'confirmed', 78);
    expect(await others.attempts('payout:123')).toMatchObject([{ slot: 78 }]);
    now += 10_000;
    expect(await journal.attempts('payout:123')).toMatchObject([{ slot: 78 }]);
    expect(asked.length - before).toBe(3);
  });

  it('is read anew when the clock was ahead and is right again', async () => {
    const [journal, others] = journals();
    await others.write(attemptOf('first'));
    now += 3_600_000;
    await journal.attempts('payout:123');
    now -= 3_600_000;
    const before = asked.length;
    await journal.attempts('payout:123');
    expect(asked.length - before).toBe(1);
  });

  it('is the only thing that is remembered: not a missing attempt, and not a dead or final one', async () => {
    const [journal, others] = journals();
    expect(await journal.attempts('payout:123')).toEqual([]);
    await others.write(attemptOf('theirs'));
    const [row] = await journal.attempts('payout:123');
    expect(row?.bytes).toBe('bytes theirs');
    if (row === undefined) throw new Error('the attempt is not there');
    await journal.bury(row, 'expired', 'a proof');
    expect(await journal.attempts('payout:123')).toMatchObject([{ state: 'expired' }]);
    await others.write({ ...attemptOf('second'), attempt: 1 });
    const attempts = await journal.attempts('payout:123');
    expect(attempts).toHaveLength(2);
    await journal.see(attempts[1] as (typeof attempts)[0], 'finalized', 80);
    const before = asked.length;
    await journal.attempts('payout:123');
    await journal.attempts('payout:123');
    expect(asked.length - before).toBe(2);
  });

  it('that another instance found dead is not followed by a second one of ours: its next attempt is read back and sent', async () => {
    const [journal, others] = journals();
    const first = await journal.write(attemptOf('first'));
    await others.bury(first, 'expired', 'a proof');
    await others.write({ ...attemptOf('theirs'), attempt: 1 });
    // Still remembered as under way, proven dead here as well, and signed anew.
    await journal.bury(first, 'expired', 'our proof');
    const written = await journal.write({ ...attemptOf('ours'), attempt: 1 });
    expect(written.bytes).toBe('bytes theirs');
    expect(await others.attempts('payout:123')).toMatchObject([{ proof: 'a proof' }, { bytes: 'bytes theirs' }]);
  });
});

describe('a tax cycle under way', () => {
  const begin = (tax: ReturnType<typeof createTaxStore>) =>
    tax.start({
      ...{ id: CYCLE, slot: 1, currency: 'SOL', configVersion: null, withheld: 9n, inMint: 0n, unsold: 0n },
      harvests: [{ amount: 9n, accounts: ['a'] }],
    });
  const harvested = (tax: ReturnType<typeof createTaxStore>) =>
    tax.settleStep({ cycle: CYCLE, name: 'harvest', part: 0 }, { status: 'confirmed', signature: 'h', fee: 5_000n });

  it('is read with its steps and lines in one trip, and again after each write', async () => {
    const { tax, forget } = rememberCycle(
      createTaxStore(watched, () => now),
      () => now,
    );
    await begin(createTaxStore(db, () => now));
    const look = async () => {
      const cycle = await tax.inFlight();
      return [cycle?.state, (await tax.steps(CYCLE, 'harvest')).length, (await tax.lines(CYCLE)).length];
    };
    expect([await look(), await look()]).toEqual([
      ['harvest', 1, 0],
      ['harvest', 1, 0],
    ]);
    // One batch of four, with the pause of the tax.
    expect(asked).toHaveLength(4);
    await harvested(createTaxStore(db, () => now));
    await tax.move(CYCLE, 'harvest', 'withdraw');
    expect(await look()).toEqual(['withdraw', 1, 0]);
    await createTaxStore(db, () => now).move(CYCLE, 'withdraw', 'swap');
    expect(await look()).toEqual(['withdraw', 1, 0]);
    forget();
    expect(await look()).toEqual(['swap', 1, 0]);
    await createTaxStore(db, () => now).addStep({ cycle: CYCLE, name: 'swap', part: 0, amount: 9n, currency: 'GOD' });
    now += 10_000;
    expect(await tax.inFlight()).toMatchObject({ state: 'swap' });
    expect(await tax.steps(CYCLE)).toHaveLength(2);
  });

  it('is read anew when the clock was ahead and is right again', async () => {
    const store = createTaxStore(watched, () => now);
    const { tax } = rememberCycle(store, () => now);
    await begin(createTaxStore(db, () => now));
    now += 3_600_000;
    await tax.inFlight();
    now -= 3_600_000;
    const before = asked.length;
    await tax.inFlight();
    expect(asked.length).toBeGreaterThan(before);
  });

  it('is remembered with the pause of the tax; a called object sees a pause at once, all others within ten seconds', async () => {
    const { tax, forget } = rememberCycle(
      createTaxStore(watched, () => now),
      () => now,
    );
    await begin(createTaxStore(db, () => now));
    const isPaused = async () => (await tax.work())?.isPaused;
    expect(await isPaused()).toBe(false);
    await startTaxPause(db, { by: 'ann', reason: 'a strange price', at: now });
    expect(await isPaused()).toBe(false);
    forget();
    expect(await isPaused()).toBe(true);
    await endTaxPause(db, { by: 'ann', reason: 'it was none', at: now });
    now += 9_999;
    expect(await isPaused()).toBe(true);
    now += 1;
    expect(await isPaused()).toBe(false);
  });

  it('is moved only by its state in the database, whatever is remembered of it', async () => {
    const { tax } = rememberCycle(
      createTaxStore(watched, () => now),
      () => now,
    );
    const others = createTaxStore(db, () => now);
    await begin(others);
    await tax.inFlight();
    await harvested(others);
    await others.move(CYCLE, 'harvest', 'withdraw');
    expect((await tax.inFlight())?.state).toBe('harvest');
    expect(await tax.move(CYCLE, 'harvest', 'withdraw')).toBe(false);
    expect((await tax.inFlight())?.state).toBe('withdraw');
  });
});
