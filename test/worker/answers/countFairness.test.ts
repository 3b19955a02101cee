import { beforeEach, describe, expect, it, vi } from 'vitest';
import { apiError } from '../../../src/contract/error.ts';
import { fairness } from '../../../src/contract/fairness.ts';
import { answerFairness } from '../../../worker/answers/rounds/answerFairness.ts';
import { createRoundStore, type RoundStore } from '../../../worker/store/rounds/rounds.ts';
import { createCountFairness } from '../../../worker/upkeep/countFairness.ts';
import { ask } from '../apiClient.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, ENDS_AT, lockOf, WINNERS_1000 } from '../honestRound.ts';

let db: D1Database;
let rounds: RoundStore;
let now = 0;
beforeEach(async () => {
  db = await emptyDatabase();
  rounds = createRoundStore(db, () => now);
});

/** A round whose three winners are the second, the third and the sixth of seven wallets. */
async function draw(round: number): Promise<void> {
  await rounds.insertLock(lockOf(round), DOCUMENTS, `lock-${round}`);
  await rounds.commit(round, { ...COMMITMENT, final: true });
  await rounds.draw(round, BEACON_1000, WINNERS_1000);
}
async function pay(round: number, seconds: number): Promise<void> {
  now = (ENDS_AT + seconds) * 1000;
  await rounds.pay(round, `payout-${round}`, round);
}
const missed = (round: number, reason: 'missed' | 'paused') =>
  ({ round, endsAt: ENDS_AT, state: 'rolled-over', reason, detail: null }) as const;
const counted = async () => {
  const answer = await answerFairness(db);
  return answer && { ...answer, wins: answer.winsByRank.map(({ wins }) => wins) };
};

describe('the counts over all rounds', () => {
  it('are served once they were computed, in the shape of the contract', async () => {
    const early = await ask('/api/lottery/fairness');
    expect(early.status).toBe(503);
    expect(apiError.parse(early.json).code).toBe('NOT_READY');
    await createCountFairness({ db, now: () => 1_000 })();
    const { status, json, response } = await ask('/api/lottery/fairness');
    expect(status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('s-maxage=60');
    expect(fairness.parse(json)).toMatchObject({
      rounds: { paid: 0, rolledOver: 0, held: 0, other: 0 },
      updatedAt: '1970-01-01T00:00:01.000Z',
    });
  });

  it('are those of every round that was drawn, also of one that is held or not paid yet', async () => {
    for (const round of [1, 2, 3, 4]) await draw(round);
    await pay(1, 1.4);
    await pay(2, 12);
    await rounds.hold(3, 'overdue', 'a cause');
    await rounds.insertUnlocked([missed(5, 'missed'), missed(6, 'missed'), missed(7, 'paused')]);
    const count = createCountFairness({ db, now: () => 0 });
    await count();
    await count();
    const answer = fairness.parse(await answerFairness(db));
    expect(answer.rounds).toEqual({ paid: 2, rolledOver: 3, held: 1, other: 1 });
    expect(answer.reasons).toEqual([
      { state: 'rolled-over', reason: 'missed', count: 2 },
      { state: 'held', reason: 'overdue', count: 1 },
      { state: 'rolled-over', reason: 'paused', count: 1 },
    ]);
    // Index 4 of 7 lies between 50 and 60 percent of the list: four first places, one in each seventh expected.
    expect(answer.winsByRank[5]).toEqual({ from: 50, to: 60, expected: 4 / 7, wins: 4 });
    expect(answer.winsByRank.reduce((sum, { wins }) => sum + wins, 0)).toBe(4);
    expect(answer.winsByRank.reduce((sum, { expected }) => sum + expected, 0)).toBeCloseTo(4);
    // By amount the winners come second, fourth and third of seven.
    expect(answer.winsByBalance.map(({ wins }) => wins)).toEqual([0, 4, 4, 0, 4, 0, 0, 0, 0, 0]);
    expect(answer.winsByBalance.reduce((sum, { expected }) => sum + expected, 0)).toBeCloseTo(12);
    expect(answer.payment).toMatchObject({ secondsP50: 1.4, secondsP90: 12, slowest: 12, counted: 2 });
  });

  it('include rounds that were drawn before counting began, some rounds in each call', async () => {
    for (const round of [1, 2, 3, 4, 5]) await draw(round);
    const count = createCountFairness({ db, now: () => 0 });
    await count();
    expect((await counted())?.wins[5]).toBe(3);
    await count();
    expect((await counted())?.wins[5]).toBe(5);
  });

  it('are made anew only when a round has moved', async () => {
    await draw(1);
    const count = createCountFairness({ db, now: () => now });
    now = 1_000;
    await count();
    now = 2_000;
    await count();
    expect((await counted())?.updatedAt).toBe('1970-01-01T00:00:01.000Z');
    await pay(1, 1);
    now = 3_000;
    await count();
    expect(await counted()).toMatchObject({ updatedAt: '1970-01-01T00:00:03.000Z', rounds: { paid: 1 } });
    now = 4_000;
    await count();
    expect((await counted())?.updatedAt).toBe('1970-01-01T00:00:03.000Z');
  });

  it('are made anew when an older round is closed', async () => {
    await draw(1);
    await rounds.hold(1, 'overdue', 'a cause');
    await rounds.insertUnlocked([2, 3, 4, 5].map((round) => missed(round, 'missed')));
    const count = createCountFairness({ db, now: () => now });
    await count();
    expect((await counted())?.rounds).toMatchObject({ held: 1, rolledOver: 4 });
    await db.prepare(`UPDATE rounds SET state = 'rolled-over', reason = 'missed' WHERE round = 1`).run();
    await count();
    expect((await counted())?.rounds).toMatchObject({ held: 0, rolledOver: 5 });
  });

  it('call a held round closed as soon as a person has closed it, as every other answer does', async () => {
    await draw(1);
    await rounds.hold(1, 'overdue', 'a cause');
    const count = createCountFairness({ db, now: () => now });
    await count();
    await db.prepare('UPDATE rounds SET closed_at = 1 WHERE round = 1').run();
    await count();
    expect((await counted())?.reasons).toEqual([{ state: 'held', reason: 'closed', count: 1 }]);
  });

  it('say nothing of a list that was lost, and count all others', async () => {
    await draw(1);
    await draw(2);
    await db.prepare('DELETE FROM round_documents WHERE round = 1').run();
    const count = createCountFairness({ db, now: () => 0 });
    await count();
    await count();
    expect((await counted())?.wins[5]).toBe(1);
    expect((await counted())?.rounds.other).toBe(2);
  });

  it('say nothing of a list that cannot be read, and count all others', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await draw(1);
    await draw(2);
    await db.prepare(`UPDATE round_documents SET body = 'AAAA' WHERE round = 1 AND kind = 'list'`).run();
    const count = createCountFairness({ db, now: () => 0 });
    await count();
    await count();
    expect((await counted())?.wins[5]).toBe(1);
    expect(warn.mock.calls.flat()).toEqual([expect.stringMatching(/^fairness: the list of round 1 /)]);
    warn.mockRestore();
  });

  it('include every later round though the lists of three are lost, also by a new instance each minute', async () => {
    for (const round of [1, 2, 3, 4, 5]) await draw(round);
    await db.prepare('DELETE FROM round_documents WHERE round <= 3').run();
    for (let minutes = 0; minutes < 3; minutes++) await createCountFairness({ db, now: () => minutes * 60_000 })();
    expect((await counted())?.wins[5]).toBe(2);
  });

  it('include every earlier round though the lists of the newest three are lost', async () => {
    for (const round of [1, 2, 3, 4, 5]) await draw(round);
    await db.prepare('DELETE FROM round_documents WHERE round >= 3').run();
    for (let minutes = 0; minutes < 3; minutes++) await createCountFairness({ db, now: () => minutes * 60_000 })();
    expect((await counted())?.wins[5]).toBe(2);
  });

  it('include a round whose list the database did not give at the first try', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await draw(1);
    await draw(2);
    let failures = 1;
    const failing = new Proxy(db, {
      get: (target, name) => (sql: string) => {
        if (name === 'prepare' && sql.includes('FROM round_documents') && failures-- > 0)
          throw new Error('D1_ERROR: network lost');
        return Reflect.get(target, name).bind(target)(sql);
      },
    });
    const count = createCountFairness({ db: failing, now: () => 0 });
    await count();
    await count();
    expect((await counted())?.wins[5]).toBe(2);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('of another version are none', async () => {
    await db.prepare(`INSERT INTO fairness VALUES (1, '{"rounds":{}}', 0)`).run();
    expect(await answerFairness(db)).toBeNull();
  });
});
