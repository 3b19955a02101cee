import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Address, addressBytes, addressOf } from '../../src/address/address.ts';
import { apiError } from '../../src/contract/error.ts';
import { walletCheck } from '../../src/contract/wallet.ts';
import { lamports } from '../../src/money/lamports.ts';
import { selectEntries } from '../../src/protocol/v1/selectEntries.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import { app } from '../../worker/app.ts';
import { createHoldings } from '../../worker/chain/holdings.ts';
import type { Rpc } from '../../worker/chain/rpc.ts';
import type { RpcNode } from '../../worker/chain/rpcNode.ts';
import type { Env } from '../../worker/env.ts';
import { readSharedWallet } from '../../worker/http/walletReader.ts';
import type { EntriesRead } from '../../worker/rounds/readEntries.ts';
import { indexHolders, type Standing } from '../../worker/services/indexHolders.ts';
import { reasonAgainst } from '../../worker/services/readWallet.ts';
import { createWatchChain } from '../../worker/services/watchChain.ts';
import { settingsOf } from '../../worker/settings/parseSettings.ts';
import { createRoundStore } from '../../worker/store/rounds.ts';
import { winnersPage } from '../../worker/store/winners.ts';
import { neverCalled } from '../domain/neverCalled.ts';
import { wallet } from '../domain/wallets.ts';
import { COMPLETE } from './completeSettings.ts';
import { emptyDatabase } from './database.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf } from './honestRound.ts';

const GOD = 1_000_000n;
const READ_AT = Date.parse('2026-11-20T09:00:00Z');

interface Held {
  readonly owner: Address;
  /** Whole GOD. */
  readonly amount?: bigint;
  readonly frozen?: bigint;
  /** Why it is excluded. */
  readonly excluded?: string;
}

/** A read of these holders, decided by the draw's own rules. */
function readOf(held: readonly Held[], top = 0): EntriesRead {
  const excluded = new Map(held.flatMap(({ owner, excluded }) => (excluded === undefined ? [] : [[owner, excluded]])));
  const holdings = createHoldings();
  for (const { owner, amount = 0n, frozen = 0n } of held) {
    holdings.add({ owner: addressBytes(owner), amount: amount * GOD, isFrozen: false });
    holdings.add({ owner: addressBytes(owner), amount: frozen * GOD, isFrozen: true });
  }
  const against = (owner: Address) => excluded.get(owner) ?? null;
  const rules = { threshold: CURRENT_RULES.threshold, top, reasonAgainst: against };
  return {
    ...selectEntries(holdings.values(), rules),
    reasonAgainst: against,
    keptOut: [...excluded.keys()],
    snapshot: {
      ...{ slot: 5, holdings, accounts: holdings.size, isComplete: true, isMoving: false },
      mint: { supply: 0n, withheld: 0n, transferFee: null, authorities: [] },
    } as unknown as EntriesRead['snapshot'],
  };
}

const HELD: readonly Held[] = [
  { owner: wallet(1), amount: 100_000n },
  { owner: wallet(2), amount: 99_999n },
  { owner: wallet(3), amount: 300_000n },
  { owner: wallet(4), amount: 100_000n },
  { owner: wallet(5), frozen: 180_000n },
  { owner: wallet(6), amount: 150_000n, frozen: 50_000n },
  { owner: wallet(7), amount: 60_000n, frozen: 60_000n },
  { owner: wallet(8), amount: 900_000n, excluded: 'market-maker' },
  { owner: wallet(9), excluded: 'lottery pool' },
];

describe('the standing of a wallet', () => {
  const find = indexHolders(readOf(HELD), READ_AT);

  it('is that of the draw: eligible from 100,000 GOD outside frozen accounts on', () => {
    const inDraw = HELD.filter(({ owner }) => find(owner).isEligible).map(({ owner }) => owner);
    expect(inDraw).toEqual([wallet(1), wallet(3), wallet(4), wallet(6)]);
    expect(find(wallet(6))).toEqual({
      ...{ amount: '150000000000', frozen: '50000000000', isEligible: true, excluded: null },
      ...{ rank: 2, eligible: 4, readAt: READ_AT },
    });
  });

  it('counts the rank without excluded wallets; equal balances share it', () => {
    const ranks = HELD.map(({ owner }) => find(owner).rank);
    expect(ranks).toEqual([3, 5, 1, 3, null, 2, 6, null, null]);
  });

  it('names the exclusion whatever the wallet holds', () => {
    expect(find(wallet(8))).toMatchObject({ amount: '900000000000', isEligible: false, excluded: 'market-maker' });
    expect(find(wallet(9))).toMatchObject({ amount: '0', isEligible: false, excluded: 'lottery pool' });
  });

  it('is that of nobody for an address without GOD', () => {
    expect(find(wallet(255))).toEqual({
      ...{ amount: '0', frozen: '0', isEligible: false, excluded: null, rank: null },
      ...{ eligible: 4, readAt: READ_AT },
    });
  });

  it('agrees with the draw where only the largest are in it', () => {
    const findTop = indexHolders(readOf(HELD, 2), READ_AT);
    const inDraw = HELD.filter(({ owner }) => findTop(owner).isEligible).map(({ owner }) => owner);
    expect(inDraw).toEqual([wallet(3), wallet(6)]);
    expect(findTop(wallet(1))).toMatchObject({ rank: 3, eligible: 2 });
  });

  it('is right for each of 10,000 holders', () => {
    const many = Array.from({ length: 10_000 }, (_, i): Held => {
      const bytes = new Uint8Array(32).fill(7);
      new DataView(bytes.buffer).setUint32(0, i);
      return { owner: addressOf(bytes), amount: BigInt((i * 7_919) % 5_000) * 100n };
    });
    const findOne = indexHolders(readOf(many), READ_AT);
    const amounts = many.map(({ amount = 0n }) => amount).sort((a, b) => (a > b ? -1 : a < b ? 1 : 0));
    for (const { owner, amount = 0n } of many.slice(0, 500)) {
      expect(findOne(owner)).toMatchObject({
        amount: (amount * GOD).toString(),
        isEligible: amount >= 100_000n,
        rank: amount === 0n ? null : 1 + amounts.indexOf(amount),
      });
    }
  });
});

describe('the reason why a wallet is not in the draw', () => {
  const base: Standing = {
    ...{ amount: '0', frozen: '0', isEligible: false, excluded: null, rank: null },
    ...{ eligible: 4, readAt: READ_AT },
  };

  it.each<[string, Partial<Standing>, string | null]>([
    ['in the draw', { isEligible: true, amount: '100000000000' }, null],
    ['without GOD', {}, 'No GOD was found in this wallet; 100,000 are needed.'],
    [
      'one base unit short',
      { amount: '99999999999' },
      'This wallet holds 99,999.999999 GOD: 0.000001 less than the 100,000 that are needed.',
    ],
    [
      'with half of what is needed',
      { amount: '50000500000' },
      'This wallet holds 50,000.5 GOD: 49,999.5 less than the 100,000 that are needed.',
    ],
    [
      'frozen',
      { frozen: '180000000000' },
      'Only GOD in accounts that are not frozen counts: 0 of this wallet’s 180,000 GOD, and 100,000 are needed.',
    ],
    [
      'partly frozen',
      { amount: '60000000000', frozen: '60000000000' },
      'Only GOD in accounts that are not frozen counts: 60,000 of this wallet’s 120,000 GOD, and 100,000 are needed.',
    ],
    [
      'excluded',
      { amount: '900000000000', excluded: 'market-maker' },
      'This wallet is excluded from the draw: market-maker.',
    ],
    [
      'too small for a draw among the largest',
      { amount: '100000000000' },
      'This wallet holds enough GOD, but only the largest holders are in the draw.',
    ],
  ])('of a wallet %s', (_what, standing, sentence) => {
    expect(reasonAgainst({ ...base, ...standing })).toBe(sentence);
  });
});

describe('the watch over the holders', () => {
  const parsed = settingsOf(COMPLETE);
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const { settings } = parsed;
  const rpc = { read: (work: (node: RpcNode) => unknown) => work({} as RpcNode) } as unknown as Rpc;

  it('knows no standing until the holders were read, and every one after', async () => {
    const watch = createWatchChain({
      ...{ rpc, settings, now: () => READ_AT, known: null },
      readEntries: async () => readOf(HELD),
    });
    expect([watch.standing(wallet(1)), watch.needsStandings()]).toEqual([null, true]);
    await watch.readHolders();
    expect(watch.needsStandings()).toBe(false);
    expect(watch.standing(wallet(1))).toMatchObject({ isEligible: true, eligible: 4, readAt: READ_AT });
    expect(watch.standing(wallet(255))).toMatchObject({ isEligible: false, amount: '0' });
  });

  it('wants a read after a restart, whatever of the page’s view was kept', async () => {
    const holders = { participants: [], total: 0, topHolders: [], slot: 1, readAt: READ_AT };
    const watch = createWatchChain({
      ...{ rpc, settings, now: () => READ_AT, readEntries: neverCalled('readEntries') },
      known: { holders, pool: null, mint: null },
    });
    expect([watch.needsHolders(), watch.needsStandings()]).toEqual([false, true]);
  });

  it('reads once for all who ask meanwhile', async () => {
    const begun = Promise.withResolvers<EntriesRead>();
    const readEntries = vi.fn(() => begun.promise);
    const watch = createWatchChain({ rpc, settings, readEntries, now: () => READ_AT, known: null });
    const reads = [watch.readHolders(), watch.readHolders()];
    // Still true: who comes now waits for the read under way.
    expect(watch.needsStandings()).toBe(true);
    begun.resolve(readOf(HELD));
    await Promise.all(reads);
    expect(readEntries).toHaveBeenCalledTimes(1);
    await watch.readHolders();
    expect(readEntries).toHaveBeenCalledTimes(2);
  });

  it('does not ask again at once after a read that failed, and does a moment later', async () => {
    let now = READ_AT;
    const readEntries = async () => Promise.reject(new Error('no node answers'));
    const watch = createWatchChain({ rpc, settings, readEntries, now: () => now, known: null });
    await expect(watch.readHolders()).rejects.toThrow('no node answers');
    expect(watch.needsStandings()).toBe(false);
    now += 15_000;
    expect(watch.needsStandings()).toBe(true);
  });

  it('keeps the last complete list when a read is incomplete', async () => {
    const complete = readOf(HELD);
    const reads = [complete, { ...readOf([]), snapshot: { ...complete.snapshot, isComplete: false } }];
    const watch = createWatchChain({
      ...{ rpc, settings, now: () => READ_AT, known: null },
      readEntries: async () => reads.shift() ?? complete,
    });
    await watch.readHolders();
    await watch.readHolders();
    expect(watch.standing(wallet(3))).toMatchObject({ isEligible: true, rank: 1 });
  });
});

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
  });
  const ask = async (address: string, given: object = bindings()) => {
    const response = await app.request(`/api/lottery/wallets/${address}`, {}, given);
    return { response, status: response.status, json: await response.json() };
  };
  /** Answers are kept per isolate: a test that wants its own takes a wallet nobody asked for. */
  let fresh = 0;
  const freshWallet = () => addressOf(new Uint8Array(32).fill(11).with(31, ++fresh));

  beforeEach(() => {
    asked.length = 0;
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });

  it('tells all about a wallet in the draw: odds, the newest wins, exact totals', async () => {
    await filledDatabase();
    const { status, json, response } = await ask(wallet(1));
    expect(status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=1');
    const { wins, odds, ...answer } = walletCheck.parse(json);
    expect(answer).toEqual({
      ...{ address: wallet(1), balance: 100_000, balanceUnits: '100000000000', isEligible: true, reason: null },
      ...{ rank: 3, eligibleWallets: 4, totalWins: 61, updatedAt: '2026-11-20T09:00:00.000Z' },
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
        ...{ address, isEligible: false, reason: reasonAgainst(find(address)), rank: null },
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
        error: expect.stringMatching(/^address: must /),
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
    const read = (address: Address, now: number, answer?: (of: Address) => Promise<Standing | null>) =>
      readSharedWallet({ env: { ...bindings(answer), DB: WITHOUT_WINS }, client: undefined, clock, address, now });

    it('asks for a wallet once in 5 s', async () => {
      const address = freshWallet();
      const first = await read(address, READ_AT);
      expect(await read(address, READ_AT + 4_999)).toBe(first);
      expect(asked).toEqual([address]);
      expect(await read(address, READ_AT + 5_000)).not.toBe(first);
      expect(asked).toEqual([address, address]);
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
      expect(html).toContain('This wallet is excluded from the draw: market-maker.');
    });

    it.each(['/wallet/canary', '/wallet/%zz', '/wallet/%3Cscript%3E', `/wallet/${'z'.repeat(44)}`])(
      'is an error page for %s, with the form beside the sentence',
      async (path) => {
        const { status, html } = await open(path);
        expect(status).toBe(400);
        expect(html).toContain('Not a wallet address');
        expect(html).toMatch(/role="alert"[^>]*>The address must be a Solana address/);
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
