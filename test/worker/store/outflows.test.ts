import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operationsAnswer } from '../../../src/contract/operations.ts';
import { startPause } from '../../../worker/store/journal/pauses.ts';
import { recordOutflows, resumeRounds } from '../../../worker/store/rounds/outflows.ts';
import { unacknowledgedOutflows } from '../../../worker/store/views/console/outflows.ts';
import { isPausedAt, pausesSince } from '../../../worker/store/views/rounds/pauses.ts';
import { adminClient } from '../adminClient.ts';
import { emptyDatabase } from '../database.ts';
import { A, B, C, isPaused, NOW, open, resume, SETTINGS } from '../poolOutflows.ts';

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const found = (at: number, ...signatures: string[]) =>
  recordOutflows(
    db,
    { wallet: SETTINGS.pool.address, signatures },
    { by: 'reconciler', reason: 'An outflow of the pool is not in the journal', at },
  );
const records = async () =>
  (await db.prepare('SELECT * FROM outflows ORDER BY found_at, signature').all<Record<string, unknown>>()).results;

describe('pauses', () => {
  const endPause = (from: D1Database, by: string, at: number) =>
    resumeRounds(from, { by, reason: 'done', acknowledge: [], at });

  it('happen one at a time: the first one stands until it is ended', async () => {
    await startPause(db, 'ops', 'upgrade', NOW);
    await startPause(db, 'other', 'me too', NOW + 5);
    expect(await pausesSince(db, 0)).toEqual([{ pausedAt: NOW, resumedAt: null, reason: 'upgrade' }]);
    await endPause(db, 'other', NOW + 10);
    await endPause(db, 'other', NOW + 20);
    await startPause(db, 'ops', 'again', NOW + 30);
    expect(await pausesSince(db, 0)).toEqual([
      { pausedAt: NOW, resumedAt: NOW + 10, reason: 'upgrade' },
      { pausedAt: NOW + 30, resumedAt: null, reason: 'again' },
    ]);
    const { results } = await db.prepare('SELECT paused_by, resumed_by FROM pauses ORDER BY id').all();
    expect(results).toEqual([
      { paused_by: 'ops', resumed_by: 'other' },
      { paused_by: 'ops', resumed_by: null },
    ]);
  });

  it('can be read from a moment on, and the running one is always included', async () => {
    await startPause(db, 'ops', 'first', NOW);
    await endPause(db, 'ops', NOW + 10);
    await startPause(db, 'ops', 'second', NOW + 20);
    expect((await pausesSince(db, NOW + 9)).map(({ reason }) => reason)).toEqual(['first', 'second']);
    expect((await pausesSince(db, NOW + 10)).map(({ reason }) => reason)).toEqual(['second']);
    expect((await pausesSince(db, NOW + 1_000_000)).map(({ reason }) => reason)).toEqual(['second']);
  });

  it('cover the moment they begin and not the one they end', () => {
    const pauses = [{ pausedAt: 100, resumedAt: 200, reason: '' }];
    expect([99, 100, 199, 200].map((at) => isPausedAt(pauses, at))).toEqual([false, true, true, false]);
    expect(isPausedAt([{ pausedAt: 100, resumedAt: null, reason: '' }], 1e15)).toBe(true);
    expect(isPausedAt([], 100)).toBe(false);
  });
});

describe('outflows', () => {
  it('pause new locks as they are stored, keep the moment they were first found, and are listed oldest first', async () => {
    await found(NOW, B);
    await found(NOW + 1, A, B);
    expect(await unacknowledgedOutflows(db)).toEqual([
      { signature: B, foundAt: NOW },
      { signature: A, foundAt: NOW + 1 },
    ]);
    expect(await pausesSince(db, NOW)).toEqual([
      { pausedAt: NOW, resumedAt: null, reason: 'An outflow of the pool is not in the journal' },
    ]);
  });

  it.each([
    ['none of them', []],
    ['one of two', [A]],
    ['the other of two', [B]],
  ])('stand in the way of a resume that names %s, which changes nothing', async (_what, named) => {
    await found(NOW, A, B);
    const before = await records();
    expect(await resume(db, named)).toEqual({
      kind: 'unacknowledged',
      outflows: [A, B].sort().map((one) => ({ signature: one, foundAt: NOW })),
    });
    expect(await records()).toEqual(before);
    expect(await isPaused(db)).toBe(true);
  });

  it('that were never found cannot be acknowledged, and nothing else is then', async () => {
    await found(NOW, A);
    expect(await resume(db, [A, C])).toEqual({ kind: 'unknown', signatures: [C] });
    expect(await open(db)).toEqual([A]);
    expect(await isPaused(db)).toBe(true);
  });

  it('that are all named end the pause, and it is kept who said so, when and why', async () => {
    await found(NOW, A, B);
    expect(await resume(db, [B, A])).toEqual({ kind: 'resumed' });
    expect(await isPaused(db)).toBe(false);
    expect(await open(db)).toEqual([]);
    const said = {
      wallets: JSON.stringify([SETTINGS.pool.address]),
      found_at: NOW,
      acknowledged_at: NOW + 60_000,
      acknowledged_by: 'ops',
      reason: 'said ops',
      round: null,
      slot: null,
    };
    expect(await records()).toEqual([A, B].sort().map((one) => ({ signature: one, ...said })));
    // When somebody else says it again, the first answer stays.
    expect(await resume(db, [A], 'other', NOW + 90_000)).toEqual({ kind: 'resumed' });
    expect((await records())[0]).toMatchObject({ acknowledged_by: 'ops', acknowledged_at: NOW + 60_000 });
  });

  it('that were acknowledged during a look begin no new pause', async () => {
    await found(NOW, A);
    const [by, reason] = ['ops', 'ours'];
    expect(await resumeRounds(db, { by, reason, acknowledge: [A], at: NOW + 10 })).toEqual({ kind: 'resumed' });
    await found(NOW + 11, A);
    expect(await isPaused(db)).toBe(false);
    await found(NOW + 12, A, B);
    expect(await isPaused(db)).toBe(true);
  });

  it('hold a pause that a person began before or after them', async () => {
    await startPause(db, 'ops', 'upgrade', NOW - 5_000);
    await found(NOW, A);
    await startPause(db, 'ops', 'still', NOW + 5_000);
    expect(await pausesSince(db, 0)).toMatchObject([{ reason: 'upgrade', resumedAt: null }]);
    expect(await resume(db, [])).toMatchObject({ kind: 'unacknowledged' });
    expect(await resume(db, [A])).toEqual({ kind: 'resumed' });
    expect(await isPaused(db)).toBe(false);
    // A pause without outflows asks for nothing.
    await startPause(db, 'ops', 'again', NOW + 120_000);
    expect(await resume(db, [], 'ops', NOW + 130_000)).toEqual({ kind: 'resumed' });
  });
});

describe('POST /api/admin/operations/resume', () => {
  const ask = (body: object) => adminClient().ask('/operations/resume', { method: 'POST', body });

  it('is refused with 409, a sentence and the list while outflows are not named, and goes through when each is', async () => {
    await found(NOW, A, B);
    const foundAt = '2026-11-20T07:00:00.000Z';
    const outflows = [A, B].sort().map((one) => ({ signature: one, foundAt }));
    const error = `The pool signed what is not in the journal. To resume, acknowledge each of these by its signature: ${[A, B].sort().join(', ')}.`;
    for (const body of [{ reason: 'done' }, { reason: 'done', acknowledge: [A] }]) {
      const { status, json } = await ask(body);
      expect(status).toBe(409);
      expect(json).toEqual({
        ...{ success: false, code: 'UNACKNOWLEDGED_OUTFLOWS', error, errors: [error] },
        data: { outflows },
      });
    }
    expect(await isPaused(db)).toBe(true);
    expect(await ask({ reason: 'paid by hand', acknowledge: [A, B] })).toMatchObject({
      status: 200,
      json: { success: true },
    });
    expect(await isPaused(db)).toBe(false);
    expect((await records())[0]).toMatchObject({ acknowledged_by: 'ops', reason: 'paid by hand' });
  });

  it('is refused with 422 when it names what was never found', async () => {
    await found(NOW, A);
    expect(await ask({ reason: 'done', acknowledge: [A, C] })).toMatchObject({
      status: 422,
      json: { code: 'UNKNOWN_OUTFLOW', error: `acknowledge: ${C} is not among the outflows that were found.` },
    });
    expect([await isPaused(db), await open(db)]).toEqual([true, [A]]);
  });

  it.each([
    ['a text', 'x', 'acknowledge'],
    ['no signature', ['x'], 'acknowledge.0'],
    ['a number', [5], 'acknowledge.0'],
    ['too many', Array(2_001).fill(A), 'acknowledge'],
  ])('is refused with 400 when it acknowledges %s', async (_what, acknowledge, field) => {
    const { status, json } = await ask({ reason: 'done', acknowledge });
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'BAD_REQUEST', error: expect.stringMatching(new RegExp(`^${field}: must `)) });
  });

  it('finds in GET what it has to name', async () => {
    vi.stubGlobal('fetch', async () => new Response('no', { status: 500 }));
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await found(NOW, A);
    const { data } = await adminClient().read(operationsAnswer, '/operations');
    expect(data.outflows).toEqual([{ signature: A, foundAt: '2026-11-20T07:00:00.000Z' }]);
    await ask({ reason: 'done', acknowledge: data.outflows.map((outflow) => outflow.signature) });
    expect((await adminClient().read(operationsAnswer, '/operations')).data.outflows).toEqual([]);
    expect(await env.DB.prepare('SELECT count(*) AS n FROM outflows').first('n')).toBe(1);
  });
});
