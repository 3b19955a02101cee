import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operationsAnswer } from '../../src/contract/operations.ts';
import { createRpc } from '../../worker/chain/rpc.ts';
import { readOperations } from '../../worker/services/readOperations.ts';
import { parseSettings } from '../../worker/settings/parseSettings.ts';
import { raiseAlert } from '../../worker/store/alerts.ts';
import { createJournal } from '../../worker/store/journal.ts';
import { startPause } from '../../worker/store/pauses.ts';
import { adminClient } from './adminClient.ts';
import { COMPLETE } from './completeSettings.ts';
import { emptyDatabase } from './database.ts';

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
    return readOperations({ db, settings: parsed.settings, rpc, now: () => NOW });
  };
  const balance = () =>
    Response.json({ jsonrpc: '2.0', id: 1, result: { context: { slot: 5 }, value: 1_500_000_000 } });

  it('of a database where nothing has happened: no pause, nothing under way, four wallets and what they hold', async () => {
    const data = await read(balance);
    expect(data).toMatchObject({ pause: null, rounds: [], journal: [], alerts: [] });
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
    await raiseAlert(db, { key: 'held:7', message: 'Round 7 is held.', raisedAt: NOW - 4000 });
    await db
      .prepare(
        `INSERT INTO rounds (round, state, reason, detail, ends_at, updated_at) VALUES (7, 'held', 'overdue', 'a cause', ?, 0)`,
      )
      .bind(NOW / 1000)
      .run();
    const journal = createJournal(db, () => NOW);
    const attempt = { attempt: 0, bytes: 'AA==', blockhash: 'b', lastValidBlockHeight: 1, signedSlot: 1 };
    const sent = await journal.write({ ...attempt, key: 'payout:7', signature: 'sig of the payout' });
    const done = await journal.write({ ...attempt, key: 'commit:7', signature: 'sig of the commitment' });
    await journal.see(done, 'finalized', 3);
    const data = await read(balance);
    expect(data.pause).toEqual({ since: '2026-11-20T06:59:55.000Z', by: 'ops', reason: 'upgrade' });
    expect(data.rounds).toEqual([
      {
        ...{ roundNumber: 7, state: 'held', endsAt: '2026-11-20T07:00:00.000Z', totalLamports: null },
        reason: expect.stringMatching(/^[A-Z].*\.$/),
        detail: 'a cause',
      },
    ]);
    expect(data.journal).toEqual([
      { key: sent.key, attempt: 0, state: 'sent', signature: sent.signature, signedAt: '2026-11-20T07:00:00.000Z' },
    ]);
    expect(data.alerts).toMatchObject([{ key: 'held:7', deliveredAt: null }]);
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
