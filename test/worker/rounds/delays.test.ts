import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createReadRounds } from '../../../worker/answers/rounds/readRounds.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import type { Pursuit } from '../../../worker/engine/intention.ts';
import type { RoundContext } from '../../../worker/rounds/context.ts';
import { saveLockProblem } from '../../../worker/store/rounds/lockProblems.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf } from '../honestRound.ts';
import { END_OF_1, lockedRound, NO_ANSWER, roundMachine } from '../roundMachine.ts';
import { rpcStub } from '../rpcStub.ts';

let db: D1Database;
let now: number;
beforeEach(async () => {
  db = await emptyDatabase();
  now = (END_OF_1 - 60) * 1000;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const at = (seconds: number) => {
  now = (END_OF_1 + seconds) * 1000;
};
const machine = (altered: Partial<RoundContext> = {}) => roundMachine({ db, now: () => now }, altered);
type Machine = ReturnType<typeof machine>;

/** What the page and the API say was late. */
const late = async ({ settings }: Machine, round = 1) =>
  (await createReadRounds({ db, clock: settings.clock, now: () => now }).detail(round))?.late;

/** Round 1 with a final commitment, all in time. */
async function committed({ rounds, settings }: Machine): Promise<void> {
  await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
  await rounds.commit(1, { ...COMMITMENT, blockTime: END_OF_1 - 30, final: true });
}

/** Nodes that know of no mark, and nothing else. */
const NO_MARKS = rpcStub({
  agree: async ({ about }) => {
    if (about !== 'the marks of an hour') throw NO_ANSWER;
    return [false, false] as never;
  },
});

describe('why a round was late', () => {
  it('is nothing for one that was on time', async () => {
    const explained = vi.fn();
    const own = machine({ fetchBeacon: async () => null });
    await committed(own);
    own.rounds.explain = explained;
    for (const seconds of [-1, 1, 5, 9]) {
      at(seconds);
      await own.advance();
    }
    expect(await late(own)).toEqual([]);
    expect(explained).not.toHaveBeenCalled();
  });

  it('is a beacon that came 90 s late: while it is awaited, and afterwards', async () => {
    let beacon: typeof BEACON_1000 | null = null;
    const own = machine({ fetchBeacon: async () => beacon });
    await committed(own);
    for (const seconds of [1, 12, 40]) {
      at(seconds);
      await own.advance();
    }
    const cause = 'No drand relay had given the random number.';
    expect(await late(own)).toEqual([{ step: 'beacon', seconds: 40, cause }]);
    at(90);
    beacon = BEACON_1000;
    await own.advance();
    at(91);
    expect((await own.rounds.get(1))?.times.drawnAt).toBe((END_OF_1 + 90) * 1000);
    expect(await late(own)).toEqual([{ step: 'beacon', seconds: 90, cause }]);
  });

  it('is an RPC node that gave no answer, by its place and without its words', async () => {
    const dead = new RpcError('node 1', 'getSignatureStatuses', 'answered 503 to https://rpc.test/canary-key');
    let pursuit: () => Promise<Pursuit> = () => Promise.reject(dead);
    const own = machine({ pursue: () => pursuit(), fetchBeacon: async () => null });
    await committed(own);
    await own.rounds.draw(1, BEACON_1000, []);
    await db
      .prepare('UPDATE rounds SET drawn_at = ?, beacon_at = ?')
      .bind(END_OF_1 * 1000, END_OF_1 * 1000)
      .run();
    for (const seconds of [5, 25, 70]) {
      at(seconds);
      await own.advance();
    }
    const cause = 'RPC node 1 gives no usable answer to getSignatureStatuses.';
    expect(await late(own)).toEqual([{ step: 'pay', seconds: 70, cause }]);
    pursuit = async () => ({ kind: 'pending', row: { signature: 'payout' } as never, seen: 'confirmed', slot: 9 });
    await own.advance();
    at(100);
    await own.advance();
    expect(await late(own)).toEqual([{ step: 'pay', seconds: 70, cause }]);
    expect(JSON.stringify(await own.rounds.get(1), (_, value) => String(value))).not.toContain('canary');
  });

  it('is a worker that was killed before the draw and came back 45 s after it', async () => {
    await committed(machine());
    at(45);
    const restarted = machine({ fetchBeacon: async () => BEACON_1000 });
    await restarted.advance();
    expect(await late(restarted)).toMatchObject([
      { step: 'beacon', seconds: 45, cause: 'Our server was not running, and was back 45 seconds after this was due.' },
    ]);
  });

  it('is the worker that was killed also when a node fails as it comes back', async () => {
    await committed(machine());
    at(45);
    const restarted = machine({ fetchBeacon: () => Promise.reject(new RpcError('node 1', 'x', 'y')) });
    await restarted.advance();
    expect(await late(restarted)).toMatchObject([
      { step: 'beacon', cause: expect.stringMatching(/^Our server was not/) },
    ]);
  });

  it('is not the instance that came later, where an earlier one has noted why the step waited', async () => {
    const silent = machine({ fetchBeacon: async () => null });
    await committed(silent);
    at(30);
    await silent.advance();
    const cause = 'No drand relay had given the random number.';
    at(90);
    const later = machine({ fetchBeacon: async () => null });
    await later.advance();
    expect(await late(later)).toEqual([{ step: 'beacon', seconds: 90, cause }]);
    // What the later instance meets is noted as before.
    at(95);
    const failing = machine({ fetchBeacon: () => Promise.reject(new RpcError('node 1', 'x', 'y')) });
    await failing.advance();
    await failing.advance();
    expect(await late(failing)).toMatchObject([{ step: 'beacon', cause: 'RPC node 1 gives no usable answer to x.' }]);
  });

  it('is a stop that one instance noted also when the next one only waits', async () => {
    await committed(machine());
    for (const seconds of [45, 60, 61]) {
      at(seconds);
      await machine({ fetchBeacon: async () => null }).advance();
    }
    expect(await late(machine())).toMatchObject([
      { step: 'beacon', cause: 'Our server was not running, and was back 45 seconds after this was due.' },
    ]);
  });

  it('is not the instance that came later, where an earlier one had tried the lock', async () => {
    await saveLockProblem(db, { round: 1, reason: 'nodes-silent', detail: null, cause: 'A node was silent.' });
    await committed(machine());
    const { rounds } = machine();
    expect(await rounds.explainFirst(1, 'lock', 'nothing ran')).toBe(false);
    expect(await rounds.explainFirst(1, 'pay', 'nothing ran')).toBe(true);
    expect(await rounds.explainFirst(1, 'pay', 'nothing ran again')).toBe(false);
    expect((await rounds.get(1))?.causes).toEqual({ lock: 'A node was silent.', pay: 'nothing ran' });
  });

  it('is what prevented the lock, for a round that was never locked', async () => {
    const own = machine({ rpc: NO_MARKS });
    for (const seconds of [-60, -30, -20]) {
      at(seconds);
      await own.advance();
    }
    at(1);
    await own.advance();
    expect((await own.rounds.get(1))?.reason).toBe('nodes-silent');
    const cause = 'RPC node 1 gives no usable answer to getSignaturesForAddress.';
    expect(await late(own)).toEqual([{ step: 'lock', seconds: 60, cause }]);
  });

  it.each([false, true])(
    'is the round before, where that waited for its beacon in all the time for this lock (another instance settles it: %s)',
    async (isRestarted) => {
      const altered = { rpc: NO_MARKS, fetchBeacon: async () => null };
      const own = machine(altered);
      await committed(own);
      for (const seconds of [-60, -40, -20, -5]) {
        at(3600 + seconds);
        await own.advance();
      }
      await db.prepare("UPDATE rounds SET state = 'held', reason = 'overdue' WHERE round = 1").run();
      own.machine.forget();
      at(3600 + 1);
      await (isRestarted ? machine(altered) : own).advance();
      const detail = await createReadRounds({ db, clock: own.settings.clock, now: () => now }).detail(2);
      const causes = detail?.late.map(({ cause }) => cause);
      expect([detail?.reason, causes]).toEqual(['missed', [expect.stringContaining('drand')]]);
    },
  );

  it('may be impossible to note: the round under way is not held up by that', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const own = machine({ rpc: NO_MARKS, fetchBeacon: async () => null });
    await committed(own);
    await db.exec('CREATE TRIGGER no_notes BEFORE INSERT ON lock_problems BEGIN SELECT raise(ABORT, 4711); END');
    try {
      at(3600 - 55);
      const { problem } = await own.advance();
      expect([problem, warned.mock.calls.flat().join()]).toEqual([null, expect.stringContaining('4711')]);
    } finally {
      await db.exec('DROP TRIGGER no_notes');
    }
  });

  it('is that nothing ran, for a round that ended while the worker was down', async () => {
    at(20);
    const own = machine({ rpc: NO_MARKS });
    await own.advance();
    expect(await late(own)).toEqual([
      { step: 'lock', seconds: 60, cause: 'Our server was not running while this round was to be locked.' },
    ]);
  });

  it('is what an earlier instance met, for a round that a later instance locked', async () => {
    await machine({ rpc: NO_MARKS }).advance();
    at(-20);
    const later = machine();
    await later.rounds.insertLock(lockedRound(later.settings), DOCUMENTS, 'lock');
    const cause = 'RPC node 1 gives no usable answer to getSignaturesForAddress.';
    expect(await late(later)).toMatchObject([{ step: 'lock', seconds: 40, cause }]);
  });

  it('is the earlier round that could not go on, for a round that nobody tried to lock, whichever instance ends it', async () => {
    await committed(machine());
    await db.exec('UPDATE rounds SET rules = 99');
    at(3_600 - 30);
    await machine().advance();
    await db.exec(`UPDATE rounds SET rules = 1, state = 'held', reason = 'overdue'`);
    at(3_600 + 20);
    const later = machine({ rpc: NO_MARKS });
    await later.advance();
    expect(await later.rounds.get(2)).toMatchObject({ state: 'rolled-over', reason: 'missed' });
    expect(await late(later, 2)).toMatchObject([
      { step: 'lock', cause: expect.stringMatching(/^Round 1 cannot go on: /) },
    ]);
  });

  it('says nothing about a lock by another timetable, and names no cause that was not noted', async () => {
    const own = machine();
    await committed(own);
    await db
      .prepare('UPDATE rounds SET locked_at = ?, committed_at = ?')
      .bind((END_OF_1 - 30) * 1000, END_OF_1 * 1000)
      .run();
    expect(await late(own)).toEqual([{ step: 'commit', seconds: 30, cause: 'No cause was recorded.' }]);
  });

  it('is noted, and a failure to note it does not stop the round', async () => {
    const own = machine({ fetchBeacon: async () => null });
    await committed(own);
    own.rounds.explain = () => Promise.reject(new Error('D1 is lost'));
    at(30);
    await expect(own.advance()).resolves.toMatchObject({ problem: null });
  });

  it('is not noted for a round without a row', async () => {
    const own = machine();
    expect(await own.rounds.explain(7, 'pay', 'a reason')).toBe(false);
    await own.rounds.insertLock(lockOf(7), DOCUMENTS, 'lock');
    expect(await own.rounds.explain(7, 'pay', 'it\'s "quoted"')).toBe(true);
    expect(await own.rounds.explain(7, 'pay', 'it\'s "quoted"')).toBe(false);
    expect((await own.rounds.get(7))?.causes).toEqual({ pay: 'it\'s "quoted"' });
  });
});
