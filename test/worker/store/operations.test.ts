import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiError } from '../../../src/contract/error.ts';
import { operationsAnswer } from '../../../src/contract/operations.ts';
import { readOperations } from '../../../worker/answers/console/readOperations.ts';
import { createRpc } from '../../../worker/chain/node/rpc.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { raiseAlert } from '../../../worker/store/journal/alerts.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { startPause } from '../../../worker/store/journal/pauses.ts';
import { pausesSince } from '../../../worker/store/views/rounds/pauses.ts';
import { readVitals } from '../../../worker/store/views/rounds/vitals.ts';
import { adminClient } from '../adminClient.ts';
import { ask, READY } from '../apiClient.ts';
import { ADMIN_KEY, COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { oneByOne } from '../oneByOne.ts';
import { openSteps } from '../openSteps.ts';

const NOW = Date.UTC(2026, 10, 20, 7, 0, 0);

describe('what an operator sees', () => {
  let db: D1Database;
  beforeEach(async () => {
    db = await emptyDatabase();
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const read = (answer: () => Response | Promise<Response>) => {
    const parsed = parseSettings(COMPLETE);
    if (!parsed.ok) throw new Error(parsed.problems.join('; '));
    const rpc = createRpc({ urls: ['https://rpc.test'], fetch: async () => answer(), now: () => NOW });
    return readOperations({ db, settings: parsed.settings, rpc, warnings: [], now: () => NOW });
  };
  const balance = () =>
    Response.json({ jsonrpc: '2.0', id: 1, result: { context: { slot: 5 }, value: 1_500_000_000 } });

  it('with an empty database: no pause, nothing under way, four wallets and what they hold', async () => {
    const data = await read(balance);
    expect(data).toMatchObject({ pause: null, taxPause: null, rounds: [], cycles: [], journal: [], alerts: [] });
    expect(data.actions).toEqual([]);
    expect(data.serverTime).toBe('2026-11-20T07:00:00.000Z');
    expect(data.wallets.map(({ name, lamports }) => [name, lamports])).toEqual([
      ['Pool', '1500000000'],
      ['Tax authority', '1500000000'],
      ['Tax wallet', '1500000000'],
      ['Admin', '1500000000'],
    ]);
  });

  it('the pause with its reason, held rounds with a sentence, what is sent and not final, and the alerts', async () => {
    await startPause(db, 'ops', 'upgrade', NOW - 5000);
    await raiseAlert(db, { key: 'held:7', message: 'Round 7 is held (overdue).', raisedAt: NOW - 4000 });
    await db
      .prepare(
        `INSERT INTO rounds (round, state, reason, detail, ends_at, updated_at) VALUES (7, 'held', 'overdue', 'a cause', ?, 0)`,
      )
      .bind(NOW / 1000)
      .run();
    await openSteps(db, 9, 'swap', 2);
    const journal = oneByOne(createJournal(db, () => NOW));
    const attempt = { attempt: 0, bytes: 'AA==', blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1 };
    const sent = await journal.write({ ...attempt, key: 'tax:9:swap:0', signature: 'sig of the swap' });
    const done = await journal.write({ ...attempt, key: 'tax:9:swap:1', signature: 'sig of the other' });
    await journal.see(done, 'finalized', 3);
    const data = await read(balance);
    expect(data.pause).toEqual({ since: '2026-11-20T06:59:55.000Z', by: 'ops', reason: 'upgrade' });
    expect(data.rounds).toEqual([
      {
        ...{ roundNumber: 7, state: 'held', endsAt: '2026-11-20T07:00:00.000Z', totalLamports: null },
        reason: expect.stringMatching(/^[A-Z].*\.$/),
        ...{ detail: 'a cause', hold: 'overdue', exits: ['close'], shelved: null },
      },
    ]);
    expect(data.actions).toEqual([
      {
        at: '2026-11-20T06:59:55.000Z',
        by: 'ops',
        action: 'pause',
        subject: 'rounds',
        reason: 'upgrade',
        details: null,
      },
    ]);
    expect(data.journal).toEqual([
      { key: sent.key, attempt: 0, state: 'sent', signature: sent.signature, signedAt: '2026-11-20T07:00:00.000Z' },
    ]);
    expect(data.alerts).toMatchObject([{ key: 'held:7', severity: 'critical', deliveredAt: null, endedAt: null }]);
    expect(data.alerts[0]?.runbook).toMatch(/^docs\/runbook\.md#held-/);
  });

  it('every round that waits for a person with its alert, however many there are', async () => {
    const rounds = Array.from({ length: 120 }, (_, n) => n + 1);
    await db
      .prepare(
        `INSERT INTO rounds (round, state, reason, ends_at, updated_at)
         SELECT value, 'held', 'overdue', ?2 + value * 3600, 0 FROM json_each(?1)`,
      )
      .bind(JSON.stringify(rounds), NOW / 1000)
      .run();
    for (const round of rounds)
      await raiseAlert(db, { key: `held:${round}`, message: `Round ${round} is held.`, raisedAt: NOW + round });
    const data = await read(balance);
    expect(data.rounds.map(({ roundNumber }) => roundNumber)).toEqual(rounds.toReversed());
    expect(data.alerts.map(({ key }) => key)).toEqual(rounds.toReversed().map((round) => `held:${round}`));
  });

  it('every transaction whose end is not known, oldest first, however many there are', async () => {
    const keys = Array.from({ length: 120 }, (_, n) => `tax:1:distribute:${n}`);
    await db
      .prepare(
        `INSERT INTO journal
           (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at)
         SELECT value, 0, 'sent', '', value, 'b', 1, 1, key FROM json_each(?)`,
      )
      .bind(JSON.stringify(keys))
      .run();
    expect((await read(balance)).journal.map(({ key }) => key)).toEqual(keys);
  });

  it('of a chain that is silent: the balances are unknown, the rest is there', async () => {
    const data = await read(() => new Response('no', { status: 500 }));
    expect(data.wallets.map(({ lamports }) => lamports)).toEqual([null, null, null, null]);
    expect(data.alerts).toEqual([]);
  });

  it('is answered behind the key alone, and never kept', async () => {
    vi.stubGlobal('fetch', async () => balance());
    const { ask, read: readAnswer } = adminClient();
    expect((await ask('/operations', { key: null })).status).toBe(401);
    const { data } = await readAnswer(operationsAnswer, '/operations');
    expect(data.wallets.map(({ lamports }) => lamports)).toEqual(Array(4).fill('1500000000'));
  });
});

describe('the API', () => {
  let db: D1Database;
  beforeEach(async () => {
    db = await emptyDatabase();
    // The real lock has no settings here: what the edge says about that is expected.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });

  describe('for operators', () => {
    const post = (path: string, key: string | null, body: unknown = { reason: 'upgrade' }) =>
      ask(`/api/admin/operations/${path}`, {
        method: 'POST',
        // A client of its own for each path: wrong keys are slowed.
        headers: key === null ? {} : { 'x-admin-key': key, 'CF-Connecting-IP': `client of ${path}` },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });

    it.each(['pause', 'resume', 'advance'])('opens %s to nobody without the right key', async (path) => {
      const digest = '992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2';
      for (const key of [null, '', 'wrong', 'let me in!', 'Let me in', 'ops', digest]) {
        const { status, json, response } = await post(path, key);
        expect(status).toBe(401);
        const error = 'Invalid admin key';
        expect(json).toEqual({ success: false, error, code: 'UNAUTHORIZED', errors: [error] });
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
      expect(await pausesSince(db, 0)).toEqual([]);
    });

    it('opens to any of several names, and remembers whose key it was', async () => {
      // SHA-256 of "let me in" and of "me too", by hashlib.
      const ADMIN_KEYS = JSON.stringify({
        first: '992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2',
        second: '62a8a7b871986a90023fe2f3815f48e57865106a3eaaef99234054f3e274d993',
      });
      const by = async (path: string, key: string) => {
        const init = { method: 'POST', headers: { 'x-admin-key': key }, body: '{"reason":"upgrade"}' };
        return (await ask(`/api/admin/operations/${path}`, init, { ...READY, ADMIN_KEYS })).status;
      };
      expect([await by('pause', ADMIN_KEY), await by('resume', 'me too'), await by('pause', 'me three')]).toEqual([
        ...[200, 200, 401],
      ]);
      const { results } = await db.prepare('SELECT paused_by, resumed_by FROM pauses').all();
      expect(results).toEqual([{ paused_by: 'first', resumed_by: 'second' }]);
    });

    it('pauses and resumes with the right key and a reason', async () => {
      expect(await post('pause', ADMIN_KEY, { reason: ' upgrade ' })).toMatchObject({
        status: 200,
        json: { success: true },
      });
      const [pause] = await pausesSince(db, 0);
      expect(pause).toMatchObject({ reason: 'upgrade', resumedAt: null });
      expect((await readVitals(db, 0)).pausedSince).toBe(pause?.pausedAt);
      expect(await post('resume', ADMIN_KEY)).toMatchObject({ status: 200, json: { success: true } });
      expect(await pausesSince(db, 0)).toMatchObject([{ reason: 'upgrade', resumedAt: expect.any(Number) }]);
      expect((await readVitals(db, 0)).pausedSince).toBeNull();
      expect(await db.prepare('SELECT paused_by, resumed_by FROM pauses').first()).toEqual({
        ...{ paused_by: 'ops', resumed_by: 'ops' },
      });
    });

    it('wakes the lock', async () => {
      expect(await post('advance', ADMIN_KEY, '')).toMatchObject({ status: 200, json: { success: true } });
    });

    it.each([
      ['no reason', {}, 'reason'],
      ['an empty reason', { reason: '   ' }, 'reason'],
      ['a reason that is no text', { reason: 5 }, 'reason'],
      ['a reason without end', { reason: 'x'.repeat(201) }, 'reason'],
      ['a list', [], 'body'],
      ['no JSON', 'reason=upgrade', 'The body must be JSON'],
    ])('answers %s with 400', async (_what, body, named) => {
      for (const path of ['pause', 'resume']) {
        const { status, json } = await post(path, ADMIN_KEY, body);
        expect(status).toBe(400);
        expect(apiError.parse(json).error.startsWith(named)).toBe(true);
      }
      expect(await pausesSince(db, 0)).toEqual([]);
    });
  });
});
