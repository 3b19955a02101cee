import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressBytes } from '../../src/address/address.ts';
import { operationsAnswer } from '../../src/contract/operations.ts';
import { createRpc } from '../../worker/chain/rpc.ts';
import { createReconcilePool } from '../../worker/rounds/reconcilePool.ts';
import { parseSettings } from '../../worker/settings.ts';
import { newestCheckpoint } from '../../worker/store/checkpoints.ts';
import { recordOutflows, resumeRounds, unacknowledgedOutflows } from '../../worker/store/outflows.ts';
import { pausesSince, startPause } from '../../worker/store/pauses.ts';
import { createRoundStore } from '../../worker/store/rounds.ts';
import { adminClient } from './adminClient.ts';
import { COMPLETE } from './completeSettings.ts';
import { emptyDatabase } from './database.ts';
import { answering, fakeNodes } from './fakeNodes.ts';
import { DOCUMENTS, lockOf } from './honestRound.ts';
import { encodeTransaction, keyOf, type TestKey } from './signedTransactions.ts';

const NOW = Date.UTC(2026, 10, 20, 7, 0, 0);
const parsed = parseSettings(COMPLETE);
if (!parsed.ok) throw new Error(parsed.problems.join('; '));
const { settings } = parsed;
const { address, secretKey } = settings.pool;
const POOL_KEY: TestKey = { address, bytes: addressBytes(address), secret: secretKey.slice(0, 32) };

/** Transactions by their signatures. */
const sent = new Map<string, Uint8Array>();
function signedBy(key: TestKey, name: string): string {
  const { signature, bytes } = encodeTransaction({ name, signers: [key], memos: [], mentions: [POOL_KEY.bytes] });
  sent.set(signature, bytes);
  return signature;
}
const [A, B, C] = [signedBy(POOL_KEY, 'A'), signedBy(POOL_KEY, 'B'), signedBy(POOL_KEY, 'C')];
const STRANGERS = signedBy(keyOf(2), 'a stranger');

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const isPaused = async () => (await pausesSince(db, NOW)).some(({ resumedAt }) => resumedAt === null);
const found = (at: number, ...signatures: string[]) =>
  recordOutflows(db, signatures, { by: 'reconciler', reason: 'An outflow of the pool is not in the journal', at });
const open = async () => (await unacknowledgedOutflows(db)).map((outflow) => outflow.signature);
const resume = (acknowledge: readonly string[], by = 'ops', at = NOW + 60_000) =>
  resumeRounds(db, { by, reason: `said ${by}`, acknowledge, at });
const records = async () =>
  (await db.prepare('SELECT * FROM outflows ORDER BY found_at, signature').all<Record<string, unknown>>()).results;

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
    expect(await resume(named)).toEqual({
      kind: 'unacknowledged',
      outflows: [A, B].sort().map((one) => ({ signature: one, foundAt: NOW })),
    });
    expect(await records()).toEqual(before);
    expect(await isPaused()).toBe(true);
  });

  it('that were never found cannot be acknowledged, and nothing else is then', async () => {
    await found(NOW, A);
    expect(await resume([A, C])).toEqual({ kind: 'unknown', signatures: [C] });
    expect(await open()).toEqual([A]);
    expect(await isPaused()).toBe(true);
  });

  it('that are all named end the pause, and it is kept who said so, when and why', async () => {
    await found(NOW, A, B);
    expect(await resume([B, A])).toEqual({ kind: 'resumed' });
    expect(await isPaused()).toBe(false);
    expect(await open()).toEqual([]);
    const said = { found_at: NOW, acknowledged_at: NOW + 60_000, acknowledged_by: 'ops', reason: 'said ops' };
    expect(await records()).toEqual([A, B].sort().map((one) => ({ signature: one, ...said })));
    // Said again, by somebody else: the first word stands.
    expect(await resume([A], 'other', NOW + 90_000)).toEqual({ kind: 'resumed' });
    expect((await records())[0]).toMatchObject({ acknowledged_by: 'ops', acknowledged_at: NOW + 60_000 });
  });

  it('hold a pause that a person began before or after them', async () => {
    await startPause(db, 'ops', 'upgrade', NOW - 5_000);
    await found(NOW, A);
    await startPause(db, 'ops', 'still', NOW + 5_000);
    expect(await pausesSince(db, 0)).toMatchObject([{ reason: 'upgrade', resumedAt: null }]);
    expect(await resume([])).toMatchObject({ kind: 'unacknowledged' });
    expect(await resume([A])).toEqual({ kind: 'resumed' });
    expect(await isPaused()).toBe(false);
    // A pause without outflows asks for nothing.
    await startPause(db, 'ops', 'again', NOW + 120_000);
    expect(await resume([], 'ops', NOW + 130_000)).toEqual({ kind: 'resumed' });
  });
});

describe('the reconciler', () => {
  const SOL = 1_000_000_000n;

  /** The pool on a chain of its own: each transfer takes one SOL, one slot. */
  function pool() {
    const chain = {
      lamports: 100n * SOL,
      slot: 1_000,
      rows: [] as { signature: string; slot: number }[],
      /** What the index does not list yet. */
      unlisted: [] as { signature: string; slot: number }[],
    };
    const alerts: string[] = [];
    const nodes = fakeNodes({
      'rpc.test': answering({
        getBalance: () => ({ context: { slot: chain.slot }, value: Number(chain.lamports) }),
        getMinimumBalanceForRentExemption: () => 900_000,
        getSignaturesForAddress: () =>
          [...chain.rows].reverse().map(({ signature: one, slot }) => ({
            ...{ signature: one, slot, blockTime: 1, memo: null, err: null },
            confirmationStatus: 'finalized',
          })),
        getTransaction: (asked: string) => ({
          transaction: [Buffer.from(sent.get(asked) ?? []).toString('base64'), 'base64'],
        }),
      }),
    });
    let at = NOW;
    const now = () => at;
    const reconcile = createReconcilePool({
      ...{ db, settings, now, rounds: createRoundStore(db, now) },
      rpc: createRpc({ urls: ['https://rpc.test'], fetch: nodes.fetch, now }),
      raiseAlert: async (key) => void alerts.push(key),
    });
    return {
      alerts,
      surprises: nodes.surprises,
      /** The minute's look. */
      tick: async () => {
        at += 60_000;
        chain.slot += 150;
        await reconcile();
      },
      transfer: (one: string) => {
        chain.lamports -= SOL;
        chain.rows.push({ signature: one, slot: ++chain.slot });
      },
      /** As `transfer`, in the slot of the last look. */
      transferInPlace: (one: string) => {
        chain.lamports -= SOL;
        chain.rows.push({ signature: one, slot: chain.slot });
      },
      /** As `transfer`; the history lists it only after `catchUp`. */
      transferUnlisted: (one: string) => {
        chain.lamports -= SOL;
        chain.unlisted.push({ signature: one, slot: ++chain.slot });
      },
      catchUp: () => void chain.rows.push(...chain.unlisted.splice(0)),
      resume: (acknowledge: readonly string[]) => resume(acknowledge, 'ops', at),
      lamports: () => chain.lamports,
    };
  }

  it('lists and pauses for an outflow until it is acknowledged; then it takes a new checkpoint, and the rounds stay on', async () => {
    const { tick, transfer, alerts, surprises, lamports, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    await tick();
    expect([await open(), await isPaused(), new Set(alerts)]).toEqual([[A], true, new Set([`outflow:${A}`])]);
    expect((await newestCheckpoint(db))?.lamports).toBe(100n * SOL);

    expect(await operator.resume([])).toMatchObject({ kind: 'unacknowledged' });
    expect(await operator.resume([A])).toEqual({ kind: 'resumed' });
    for (let minutes = 0; minutes < 3; minutes++) {
      await tick();
      expect([await isPaused(), await open()]).toEqual([false, []]);
    }
    expect((await newestCheckpoint(db))?.lamports).toBe(lamports());
    expect(surprises).toEqual([]);
  });

  it('lists a second outflow beside the first, and one that comes after an acknowledgement alone', async () => {
    const { tick, transfer, surprises, ...operator } = pool();
    await tick();
    transfer(A);
    await tick();
    transfer(B);
    await tick();
    expect(new Set(await open())).toEqual(new Set([A, B]));
    expect(await operator.resume([A])).toMatchObject({ kind: 'unacknowledged' });
    expect(await operator.resume([A, B])).toEqual({ kind: 'resumed' });
    // Before the new checkpoint was taken.
    transfer(C);
    await tick();
    expect([await open(), await isPaused()]).toEqual([[C], true]);
    expect(await operator.resume([C])).toEqual({ kind: 'resumed' });
    await tick();
    await tick();
    expect(await isPaused()).toBe(false);
    expect(surprises).toEqual([]);
  });

  it('lists nothing that a stranger signed', async () => {
    const { tick, transfer, alerts } = pool();
    await tick();
    transfer(STRANGERS);
    await tick();
    expect([await open(), await isPaused(), alerts]).toEqual([[], false, []]);
  });

  it('takes no checkpoint while the balance shows an outflow that the history does not list yet', async () => {
    const { tick, transferUnlisted, catchUp, alerts } = pool();
    await tick();
    transferUnlisted(A);
    await tick();
    await tick();
    expect([(await newestCheckpoint(db))?.lamports, await open(), alerts]).toEqual([100n * SOL, [], []]);
    catchUp();
    await tick();
    expect([await open(), await isPaused(), alerts]).toEqual([[A], true, [`outflow:${A}`]]);
  });

  it('tells a person when nothing explains the balance for five minutes', async () => {
    const { tick, transferUnlisted, alerts } = pool();
    await tick();
    const slot = (await newestCheckpoint(db))?.slot;
    transferUnlisted(A);
    for (let minutes = 0; minutes < 5; minutes++) await tick();
    expect(alerts).toEqual([]);
    await tick();
    expect(alerts).toEqual([`pool-unexplained:${slot}`]);
  });

  it('finds one in the very slot of the checkpoint', async () => {
    const { tick, transferInPlace } = pool();
    await tick();
    transferInPlace(A);
    await tick();
    expect(await open()).toEqual([A]);
  });

  it('says nothing while a round is in flight', async () => {
    const { tick, transfer } = pool();
    await tick();
    transfer(A);
    await createRoundStore(db, () => NOW).insertLock(lockOf(1), DOCUMENTS, 'lock-1');
    await tick();
    expect(await open()).toEqual([]);
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
    expect(await isPaused()).toBe(true);
    expect(await ask({ reason: 'paid by hand', acknowledge: [A, B] })).toMatchObject({
      status: 200,
      json: { success: true },
    });
    expect(await isPaused()).toBe(false);
    expect((await records())[0]).toMatchObject({ acknowledged_by: 'ops', reason: 'paid by hand' });
  });

  it('is refused with 422 when it names what was never found', async () => {
    await found(NOW, A);
    expect(await ask({ reason: 'done', acknowledge: [A, C] })).toMatchObject({
      status: 422,
      json: { code: 'UNKNOWN_OUTFLOW', error: `acknowledge: ${C} is not among the outflows that were found.` },
    });
    expect([await isPaused(), await open()]).toEqual([true, [A]]);
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
