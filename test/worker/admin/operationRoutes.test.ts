import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { actionsAnswer, done, operationsAnswer } from '../../../src/contract/operations.ts';
import { noteBalances } from '../../../worker/store/journal/noteBalances.ts';
import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import type { CycleOrder } from '../../../worker/store/tax/taxExits.ts';
import { adminClient } from '../adminClient.ts';
import { emptyDatabase } from '../database.ts';
import { heldRound } from '../heldRound.ts';

let db: D1Database;
let woken: string[];
beforeEach(async () => {
  db = await emptyDatabase();
  woken = [];
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // Every wallet holds 3 SOL, and nothing else of the chain answers.
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) =>
    String(body).includes('getBalance')
      ? Response.json({ jsonrpc: '2.0', id: 1, result: { context: { slot: 5 }, value: 3_000_000_000 } })
      : new Response('no', { status: 503 }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const object = (name: string) => ({
  getByName: () => ({
    ...{ advance: note(name), collect: note(name), tick: note(name) },
    exit: async ({ cycle }: CycleOrder) => ({ kind: 'refused', sentence: `Tax cycle ${cycle} is not under way.` }),
  }),
});
const note = (name: string) => async () => void woken.push(name);
const client = () => adminClient({ ROUNDS: object('rounds'), TAX: object('tax') });
const because = (reason: string, more: object = {}) => ({ method: 'POST', body: { reason, ...more } });

describe('the parts that can be paused separately', () => {
  it('the tax stands still while the rounds go on, and the other way round', async () => {
    const { read } = client();
    await read(done, '/operations/pause', because('a strange price', { part: 'tax' }));
    const paused = await read(operationsAnswer, '/operations');
    expect(paused.data).toMatchObject({ pause: null, taxPause: { by: 'ops', reason: 'a strange price' } });
    // The object looks again at once and sees the pause.
    expect(woken).toEqual(['tax']);
    await read(done, '/operations/resume', because('it was none', { part: 'tax' }));
    await read(done, '/operations/pause', because('upgrade'));
    const other = await read(operationsAnswer, '/operations');
    expect(other.data).toMatchObject({ pause: { by: 'ops', reason: 'upgrade' }, taxPause: null });
    expect(woken).toEqual(['tax', 'tax', 'rounds']);
  });

  it('are paused, and the answer says so, even while their objects hang', async () => {
    const hung = {
      getByName: () => ({
        advance: () => Promise.reject(new Error('no end of the run within 25000 ms')),
        collect: () => Promise.reject(new Error('the object was moved')),
      }),
    };
    const { read } = adminClient({ ROUNDS: hung, TAX: hung });
    await read(done, '/operations/pause', because('it hangs'));
    await read(done, '/operations/pause', because('it hangs', { part: 'tax' }));
    expect((await read(operationsAnswer, '/operations')).data).toMatchObject({
      pause: { reason: 'it hangs' },
      taxPause: { reason: 'it hangs' },
    });
  });

  it('are the rounds and the tax, and no other', async () => {
    const { ask } = client();
    const { status, json } = await ask('/operations/pause', because('why', { part: 'all' }));
    expect([status, json]).toMatchObject([400, { error: 'part: must be rounds or tax' }]);
  });
});

describe('the exits of a held round', () => {
  it('are in the answer beside its reason, and lead to 409 with a sentence while the chain is silent', async () => {
    const { row } = await heldRound(db, 'overdue', 'drawn');
    const { ask, read } = client();
    const { data } = await read(operationsAnswer, '/operations');
    expect(data.rounds).toMatchObject([{ hold: 'overdue', exits: ['release', 'close', 'shelve'], shelved: null }]);
    for (const exit of ['release', 'close', 'shelve']) {
      const { status, json } = await ask(`/operations/rounds/123/${exit}`, because('looked'));
      expect([status, json]).toMatchObject([409, { success: false, code: 'EXIT_REFUSED' }]);
    }
    expect((await row())?.state).toBe('held');
    expect(woken).toEqual([]);
  });

  it('shelve it publicly, with who and why', async () => {
    await heldRound(db, 'payout-rejected', 'drawn');
    // No mark of its payment is made.
    const said: Readonly<Record<string, unknown>> = {
      getMultipleAccounts: { context: { slot: 5 }, value: [null, null] },
      getBlockTime: Math.floor(Date.now() / 1000) - 15,
    };
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      const { id, method } = z.object({ id: z.unknown(), method: z.string() }).parse(JSON.parse(String(body)));
      const result = said[method];
      return result === undefined ? new Response('no', { status: 503 }) : Response.json({ jsonrpc: '2.0', id, result });
    });
    const { read } = client();
    await read(done, '/operations/rounds/123/shelve', because('the winner’s account is gone'));
    const { data } = await read(operationsAnswer, '/operations');
    const shelved = { by: 'ops', reason: 'the winner’s account is gone', since: expect.any(String) };
    expect(data.rounds).toMatchObject([{ state: 'held', exits: ['release', 'close'], shelved }]);
    expect(woken).toEqual(['rounds']);
  });

  it.each([
    ['/operations/rounds/124/release', { reason: 'r' }, 409, 'Round 124 does not wait for a person.'],
    ['/operations/rounds/0/close', { reason: 'r' }, 400, 'round: must be at least 1'],
    ['/operations/rounds/07/shelve', { reason: 'r' }, 400, 'round: must be a whole number from 1 to 1000000000000'],
    ['/operations/rounds/123/release', {}, 400, 'reason: must be a text'],
    ['/operations/cycles/5/close', { reason: 'r' }, 409, 'Tax cycle 5 is not under way.'],
    ['/operations/cycles/5/release', { reason: ' ' }, 400, 'reason: must not be empty'],
    ['/operations/cycles/x/release', { reason: 'r' }, 400, 'cycle: must be a whole number from 1 to 1000000000000'],
    ['/operations/rounds/123/forget', { reason: 'r' }, 404, 'There is no such route.'],
  ])('answer %s with %o by a sentence', async (path, body, status, sentence) => {
    const { ask } = client();
    const answer = await ask(path, { method: 'POST', body });
    expect(answer.status).toBe(status);
    if (status !== 404) expect(answer.json).toMatchObject({ error: sentence });
    expect((await ask(path, { method: 'POST', body, key: 'wrong' })).status).toBe(401);
  });
});

describe('other things that an operator sees', () => {
  it('include cycles that a signer refused or that take too long, the oldest open transaction, and how long a wallet lasts', async () => {
    const now = Date.now();
    const tax = createTaxStore(db, () => now - 16 * 60_000);
    await tax.start({
      ...{
        id: 1_790_000_000,
        slot: 1,
        currency: 'SOL',
        configVersion: null,
        withheld: 9n,
        inMint: 9n,
        unsold: 0n,
        harvests: [],
      },
    });
    const sent = (key: string, at: number) =>
      db.prepare(`INSERT INTO journal VALUES (?1, 0, 'sent', '', ?1, '', 1, 1, ?2, NULL, NULL)`).bind(key, at).run();
    await sent('commit:9', 2_000);
    await sent('payout:8', 1_000);
    const { read } = client();
    const before = await read(operationsAnswer, '/operations');
    const taxWallet = before.data.wallets.find(({ name }) => name === 'Tax wallet');
    expect(taxWallet).toMatchObject({ lamports: '3000000000', perDayLamports: null, daysLeft: null });
    const low = (hours: number, lamports: bigint) =>
      noteBalances(db, [{ address: taxWallet?.address ?? '', lamports }], now - hours * 3_600_000);
    await low(24, 3_070_000_000n);
    await low(0, 3_000_000_000n);
    const { data } = await read(operationsAnswer, '/operations');
    expect(data.wallets.find(({ name }) => name === 'Tax wallet')).toMatchObject({
      ...{ perDayLamports: '70000000', daysLeft: 42 },
    });
    expect(data.cycles).toMatchObject([
      { cycle: 1_790_000_000, state: 'harvest', detail: null, exits: ['release', 'close'] },
    ]);
    expect(data.cycles[0]?.reason).toMatch(/15 minutes/);
    expect(data.journal.map(({ key }) => key)).toEqual(['payout:8', 'commit:9']);
  });

  it('include who did what when, newest first, page by page', async () => {
    const { read, ask } = client();
    await read(done, '/operations/pause', because('one', { part: 'tax' }));
    await read(done, '/operations/resume', because('two', { part: 'tax' }));
    await read(done, '/operations/pause', because('three'));
    const first = await read(actionsAnswer, '/operations/actions?limit=2');
    expect(first.data.map(({ by, action, subject, reason }) => [by, action, subject, reason])).toEqual([
      ['ops', 'pause', 'rounds', 'three'],
      ['ops', 'resume', 'tax', 'two'],
    ]);
    const second = await read(actionsAnswer, `/operations/actions?limit=2&cursor=${first.nextCursor}`);
    expect([second.data.length, second.nextCursor]).toEqual([1, null]);
    expect((await ask('/operations/actions?limit=0')).status).toBe(400);
    expect((await ask('/operations/actions?page=2')).status).toBe(400);
  });
});
