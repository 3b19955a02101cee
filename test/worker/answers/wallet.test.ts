import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Address, addressOf } from '../../../src/address/address.ts';
import { apiError } from '../../../src/contract/error.ts';
import { walletCheck } from '../../../src/contract/wallet.ts';
import { lamports } from '../../../src/money/lamports.ts';
import { standingText } from '../../../worker/answers/rounds/readWallet.ts';
import { indexHolders, type Standing } from '../../../worker/answers/state/indexHolders.ts';
import { app } from '../../../worker/app.ts';
import type { Env } from '../../../worker/env.ts';
import { readSharedWallet } from '../../../worker/http/walletReader.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { winnersPage } from '../../../worker/store/views/rounds/winners.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { HELD, READ_AT, readOf } from '../heldWallets.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf } from '../honestRound.ts';

/** A database with 60 paid rounds that wallet 1 won, and one more that is drawn. */
async function filledDatabase(): Promise<D1Database> {
  const db = await emptyDatabase();
  const rounds = createRoundStore(db, () => 0);
  for (let round = 1; round <= 61; round++) {
    const endsAt = 1_700_000_000 + round * 3_600;
    await rounds.insertLock(lockOf(round, DOCUMENTS, endsAt), DOCUMENTS, `lock-${round}`);
    await rounds.commit(round, { ...COMMITMENT, final: true });
    await rounds.draw(round, BEACON_1000, [
      { place: 1, address: wallet(2), lamports: lamports(7n) },
      { place: 2, address: wallet(1), lamports: lamports(9_007_199_254_740_993n) },
    ]);
    if (round <= 60) await rounds.pay(round, `payout-${round}`, round);
  }
  return db;
}

describe('the wins of a wallet in the database', () => {
  it('are found by the index, never by a scan', async () => {
    const db = await emptyDatabase();
    const asked: string[] = [];
    const watched = {
      prepare(sql: string) {
        asked.push(sql);
        return db.prepare(sql);
      },
    } as D1Database;
    await winnersPage(watched, { limit: 50, after: null, address: wallet(1) });
    expect(asked).toHaveLength(1);
    for (const sql of asked) {
      const parameters = Math.max(1, ...[...sql.matchAll(/\?(\d)/g)].map(([, n]) => Number(n)));
      const { results } = await db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...Array(parameters).fill(1))
        .all<{ detail: string }>();
      const plan = results.map(({ detail }) => detail).join('\n');
      expect(plan).toContain('winners_by_address (address=?');
      expect(plan).not.toContain('SCAN');
    }
  });
});

/** A database in which nobody has won: for tests of a thousand reads. */
const WITHOUT_WINS = {
  withSession: () => WITHOUT_WINS,
  prepare: () => ({ bind: () => ({ first: async () => null }) }),
} as unknown as D1Database;

describe('GET /api/lottery/wallets/:address', () => {
  const find = indexHolders(readOf(HELD), READ_AT);
  const asked: string[] = [];
  const lockWith = (answer: (address: Address) => Promise<Standing | null>) => ({
    getByName: () => ({
      wallet: (address: Address) => {
        asked.push(address);
        return answer(address);
      },
    }),
  });
  const bindings = (answer = async (address: Address): Promise<Standing | null> => find(address)) => ({
    ...{ ...COMPLETE, DB: env.DB, CACHE: env.CACHE, ASSETS: env.ASSETS },
    ROUNDS: lockWith(answer) as unknown as Env['ROUNDS'],
    TAX: env.TAX,
    ALERTS: env.ALERTS,
    PUSH: env.PUSH,
  });
  const ask = async (address: string, given: object = bindings()) => {
    const response = await app.request(`/api/lottery/wallets/${address}`, {}, given);
    return { response, status: response.status, json: await response.json() };
  };
  /** An isolate keeps answers, so a test that needs a fresh one takes a wallet that no other test asks for. */
  let fresh = 0;
  const freshWallet = () => addressOf(new Uint8Array(32).fill(11).with(31, ++fresh));

  beforeEach(() => {
    asked.length = 0;
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });

  it('describes a wallet in the draw: odds, the newest wins, exact totals', async () => {
    await filledDatabase();
    const { status, json, response } = await ask(wallet(1));
    expect(status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=1');
    const { wins, odds, ...answer } = walletCheck.parse(json);
    expect(answer).toEqual({
      ...{ address: wallet(1), balance: 100_000, balanceUnits: '100000000000', isEligible: true, reason: null },
      ...{ rank: 3, eligibleWallets: 4, lockedRound: null, totalWins: 61, updatedAt: '2026-11-20T09:00:00.000Z' },
      // 60 paid wins; the 61st is not paid yet.
      ...{ totalWon: 540_431_955.2844596, totalWonLamports: '540431955284459580' },
    });
    expect(odds).toEqual({ round: 0.75, day: expect.closeTo(1, 12), month: 1 });
    expect(wins.map(({ roundNumber }) => roundNumber)).toEqual(Array.from({ length: 50 }, (_, i) => 61 - i));
    expect(wins[0]).toMatchObject({ status: 'drawn', transactionSignature: null });
    expect(wins[1]).toEqual({
      ...{ roundNumber: 60, place: 2, position: 'second', address: wallet(1), status: 'final' },
      ...{ prize: 9_007_199.254740993, prizeLamports: '9007199254740993' },
      ...{ timestamp: '2023-11-17T10:13:20.000Z', transactionSignature: 'payout-60' },
    });
  });

  it('answers for any valid address, with the reason why it is not in the draw', async () => {
    await emptyDatabase();
    for (const address of [wallet(255), wallet(5), wallet(8)]) {
      const { status, json } = await ask(address);
      expect(status).toBe(200);
      expect(walletCheck.parse(json)).toMatchObject({
        ...{ address, isEligible: false, reason: standingText(find(address)), rank: null },
        ...{ odds: { round: 0, day: 0, month: 0 }, wins: [], totalWins: 0, totalWonLamports: '0' },
      });
    }
  });

  it.each(['canary', '0OIl', 'z'.repeat(44), `${wallet(77)}1`, '%20'])(
    'answers %s with 400 and names the field',
    async (bad) => {
      const { status, json } = await ask(bad);
      expect(status).toBe(400);
      expect(apiError.parse(json)).toMatchObject({
        code: 'BAD_REQUEST',
        error: expect.stringMatching(/^address: That isn't a valid Solana address\./),
      });
      expect(asked).toEqual([]);
    },
  );

  it.each([
    ['knows no holders yet', async () => null],
    ['does not answer', async () => Promise.reject(new Error('reset'))],
  ])('answers 503 while the lock %s', async (_what, answer) => {
    await emptyDatabase();
    const { status, json, response } = await ask(freshWallet(), bindings(answer));
    expect(status).toBe(503);
    expect(apiError.parse(json).code).toBe('NOT_READY');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  describe('kept by the isolate', () => {
    const clock = { genesisTime: 1_700_000_000, roundSeconds: 3_600, entryLockSeconds: 60 };
    /** The bindings of one isolate, whatever they do. */
    let isolate = {};
    beforeEach(() => {
      isolate = {};
    });
    const read = (address: Address, now: number, answer?: (of: Address) => Promise<Standing | null>) => {
      const env = Object.assign(isolate, bindings(answer), { DB: WITHOUT_WINS });
      return readSharedWallet({ env, client: undefined, clock, address, now });
    };

    it('asks for a wallet once in 5 s', async () => {
      const address = freshWallet();
      const first = await read(address, READ_AT);
      expect(await read(address, READ_AT + 4_999)).toBe(first);
      expect(asked).toEqual([address]);
      expect(await read(address, READ_AT + 5_000)).not.toBe(first);
      expect(asked).toEqual([address, address]);
    });

    it('keeps no answer past a round’s end, and while a lock is due none for longer than a second', async () => {
      const address = freshWallet();
      const endsAt = (clock.genesisTime + 3_600 * 27_000) * 1000;
      const times = [
        ...[endsAt - 61_000, endsAt - 60_001],
        // The entries are due to be locked, and are not yet: the answer may change at any moment.
        ...[endsAt - 60_000, endsAt - 59_001, endsAt - 59_000],
      ];
      const counts: number[] = [];
      for (const now of times) {
        await read(address, now);
        counts.push(asked.length);
      }
      expect(counts).toEqual([1, 1, 2, 2, 3]);
      const locked = { round: 27_000, isIn: true, entries: 9 };
      const inLock = async (of: Address) => ({ ...find(of), locked });
      const first = await read(address, endsAt - 4_000, inLock);
      expect(first).toMatchObject({
        lockedRound: 27_000,
        isEligible: true,
        eligibleWallets: 9,
        odds: { round: 1 / 3 },
      });
      expect(await read(address, endsAt - 1)).toBe(first);
      expect((await read(address, endsAt))?.lockedRound).toBeNull();
    });

    it('answers with what it knew while the lock does not answer', async () => {
      const address = freshWallet();
      const first = await read(address, READ_AT);
      expect(await read(address, READ_AT + 60_000, async () => Promise.reject(new Error('reset')))).toBe(first);
    });

    it('forgets the wallet asked for longest ago when there are too many', async () => {
      const [first, ...others] = Array.from({ length: 501 }, (_, i) => {
        const bytes = new Uint8Array(32).fill(3);
        new DataView(bytes.buffer).setUint32(0, i);
        return addressOf(bytes);
      });
      if (first === undefined) throw new Error('there are 501');
      for (const address of [first, ...others]) await read(address, READ_AT);
      asked.length = 0;
      for (const address of others) await read(address, READ_AT + 1);
      expect(asked).toEqual([]);
      await read(first, READ_AT + 1);
      expect(asked).toEqual([first]);
    });
  });

  describe('as a page', () => {
    const open = async (path: string, given: object = bindings()) => {
      const response = await app.request(path, {}, given);
      return { response, status: response.status, html: await response.text() };
    };

    it('takes the form’s address to the wallet’s own page', async () => {
      for (const [query, path] of [
        [`address=${wallet(1)}`, `/wallet/${wallet(1)}`],
        [`address=+${wallet(1)}%0A`, `/wallet/${wallet(1)}`],
        [`address=https://explorer.solana.com/address/${wallet(1)}?cluster=devnet`, `/wallet/${wallet(1)}`],
        [`round=12&address=${wallet(1)}`, `/wallet/${wallet(1)}?round=12`],
        [`round=x&address=${wallet(1)}`, `/wallet/${wallet(1)}`],
        ['address=https://evil.test/x', '/wallet/https%3A%2F%2Fevil.test%2Fx'],
      ]) {
        const { status, response } = await open(`/wallet?${query}`);
        expect([status, response.headers.get('location')]).toEqual([303, path]);
      }
    });

    it.each(['/wallet', '/wallet?address=', '/wallet/'])('asks at %s', async (path) => {
      const { status, html } = await open(path);
      expect(status).toBe(200);
      expect(html).toMatch(/<form [^>]*action="\/wallet"/);
      expect(html).toMatch(/<label>Wallet address<input [^>]*name="address"/);
      expect(html).not.toContain('IN THE DRAW');
    });

    it('shows the answer without JavaScript, and nothing the CSP would refuse', async () => {
      await emptyDatabase();
      const { status, html } = await open(`/wallet/${wallet(3)}`);
      expect(status).toBe(200);
      for (const text of ['IN THE DRAW', '300,000 GOD', '#1', '75%']) expect(html).toContain(text);
      expect(html).not.toMatch(/ style=|<script>|javascript:/);
      expect(html).toContain('<title>Wallet CktR…Ezy8 · Game of Draws</title>');
    });

    it('says why a wallet is not in the draw', async () => {
      await emptyDatabase();
      const { status, html } = await open(`/wallet/${wallet(8)}`);
      expect(status).toBe(200);
      expect(html).toContain('NOT IN THE DRAW');
      expect(html).toContain('The operator has excluded this wallet from the draw: market-maker.');
    });

    it.each(['/wallet/canary', '/wallet/%zz', '/wallet/%3Cscript%3E', `/wallet/${'z'.repeat(44)}`])(
      'is an error page for %s, with the form beside the sentence',
      async (path) => {
        const { status, html } = await open(path);
        expect(status).toBe(400);
        expect(html).toContain('Not a wallet address');
        expect(html).toMatch(
          /role="alert"[^>]*>That isn&#x27;t a valid Solana address. Check for a missing or extra character\./,
        );
        expect(html).not.toContain('<script>');
        expect(asked).toEqual([]);
      },
    );

    it('waits for the browser while the holders are unknown', async () => {
      const { status, html } = await open(
        `/wallet/${freshWallet()}`,
        bindings(async () => null),
      );
      expect(status).toBe(200);
      expect(html).toContain('Looking up the wallet...');
    });

    it('knows no page below a wallet’s', async () => {
      expect((await open(`/wallet/${wallet(1)}/more`)).status).toBe(404);
    });
  });
});
