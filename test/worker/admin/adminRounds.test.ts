import { beforeEach, describe, expect, it } from 'vitest';
import { adminRoundAnswer, adminRoundsAnswer, searchAnswer } from '../../../src/contract/adminRounds.ts';
import { overviewAnswer } from '../../../src/contract/overview.ts';
import { parseSought } from '../../../worker/answers/console/parseSought.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { adminClient } from '../adminClient.ts';
import { COMMITMENT, WINNERS_1000 } from '../honestRound.ts';
import { journalled, monthDatabase, POOL, POOL_SHARE, PRICES, PRIZES, paidCycle, paidRound } from '../monthOfMoney.ts';

let db: D1Database;
/** A whole second of today, whose rounds the overview shows: its clock is the runtime's. */
const NOW = Math.floor(Date.now() / 1000);
const TODAY = new Date(NOW * 1000).toISOString().slice(0, 10);
const [PRICE] = PRICES;
const [FIRST] = WINNERS_1000;

let payout = '';
beforeEach(async () => {
  db = await monthDatabase();
  payout = await journalled(db, { key: 'payout:7', price: PRICE, slot: 2_000 });
  await paidRound(db, { round: 7, endsAt: NOW - 60, slot: 2_000, signature: payout });
  await paidCycle(db, NOW - 30, 2_100);
  await createRoundStore(db, () => NOW * 1000).insertUnlocked([
    {
      round: 8,
      endsAt: NOW - 2 * 86_400,
      state: 'held',
      reason: 'mark-without-record',
      detail: 'no record',
      promised: 5n,
    },
  ]);
});

const find = async (q: string) => (await adminClient().read(searchAnswer, `/search?q=${encodeURIComponent(q)}`)).data;
const list = async (query: string) => adminClient().read(adminRoundsAnswer, `/rounds${query}`);
const numbers = async (query: string) => (await list(query)).data.map(({ roundNumber }) => roundNumber);

describe('GET /api/admin/search', () => {
  it('finds a winner’s payment by the wallet and by the signature', async () => {
    const byWallet = await find(`  ${FIRST?.address}  `);
    expect(byWallet.kind).toBe('address');
    expect(byWallet.rounds.map(({ roundNumber, payoutSignature }) => [roundNumber, payoutSignature])).toEqual([
      [7, payout],
    ]);
    expect(byWallet.rounds[0]?.winners[0]).toMatchObject({ address: FIRST?.address, status: 'final' });
    const bySignature = await find(payout);
    expect(bySignature.kind).toBe('signature');
    expect(bySignature.rounds.map(({ roundNumber }) => roundNumber)).toEqual([7]);
    expect(bySignature.attempts).toMatchObject([{ key: 'payout:7', state: 'finalized', slot: 2_000 }]);
  });

  it('finds a round by its number in any spelling, and by its day', async () => {
    for (const q of ['7', '#7', 'Round 7']) {
      const { kind, rounds } = await find(q);
      expect([kind, rounds.map(({ roundNumber }) => roundNumber)]).toEqual(['round', [7]]);
    }
    const day = new Date((NOW - 60) * 1000).toISOString().slice(0, 10);
    expect((await find(day)).rounds.map(({ roundNumber }) => roundNumber)).toEqual([7]);
    expect((await find('99')).rounds).toEqual([]);
  });

  it('finds distributions by a receiver’s wallet, its label and a transaction, and deeds by what was changed', async () => {
    await db
      .prepare(
        `INSERT INTO actions (at, by, action, subject, reason, details) VALUES
         (1, 'alice', 'activate', 'distribution v3', NULL, 'The pool’s share: 70.00% → 10.00%.'), (2, 'bob', 'release', 'round 7', 'paid the rent', NULL)`,
      )
      .run();
    const id = `tax-${NOW - 30}`;
    const ids = async (q: string) => (await find(q)).transactions.map((one) => one.id);
    expect(await ids(POOL)).toEqual([id]);
    expect(await ids('lottery p')).toEqual([id]);
    expect((await find('pool’s share')).actions).toMatchObject([{ by: 'alice', action: 'activate' }]);
    expect((await find('7')).actions).toMatchObject([{ by: 'bob', reason: 'paid the rent' }]);
    expect(await find('nothing of that name')).toEqual({
      ...{ kind: 'text', rounds: [], hasMore: false, transactions: [], attempts: [], actions: [] },
    });
  });

  it('takes a day that no calendar has for a text, not for another day', () => {
    expect(parseSought('2026-02-28')).toEqual({ kind: 'day', day: Date.UTC(2026, 1, 28) / 1000 });
    expect(parseSought('2026-02-30')).toEqual({ kind: 'text', text: '2026-02-30' });
  });

  it('refuses a question of blanks', async () => {
    expect((await adminClient().ask('/search?q=%20')).status).toBe(400);
    expect((await adminClient().ask('/search')).status).toBe(400);
  });
});

describe('GET /api/admin/rounds', () => {
  it('lists all, or those of a wallet, a signature, a number or a day', async () => {
    expect(await numbers('')).toEqual([8, 7]);
    expect(await numbers(`?q=${FIRST?.address}`)).toEqual([7]);
    expect(await numbers(`?q=${payout}`)).toEqual([7]);
    expect(await numbers('?q=8')).toEqual([8]);
    expect(await numbers(`?q=${new Date((NOW - 2 * 86_400) * 1000).toISOString().slice(0, 10)}`)).toEqual([8]);
    expect(await numbers('?q=9')).toEqual([]);
    expect(await numbers('?q=a%20text')).toEqual([]);
    const page = await list('?limit=1');
    expect([page.data.map(({ roundNumber }) => roundNumber), page.nextCursor]).toEqual([[8], '7']);
    expect(await numbers('?limit=1&cursor=7')).toEqual([7]);
  });

  it('finds by the signature of a commitment as well', async () => {
    const signature = '5'.repeat(87);
    await db.prepare('UPDATE rounds SET commit_signature = ? WHERE round = 7').bind(signature).run();
    expect(COMMITMENT.signature).not.toBe(signature);
    expect(await numbers(`?q=${signature}`)).toEqual([7]);
  });

  it('tells of one what waits, what a person may do, and every attempt', async () => {
    const held = (await adminClient().read(adminRoundAnswer, '/rounds/8')).data;
    expect(held).toMatchObject({
      hold: 'mark-without-record',
      detail: 'no record',
      promisedLamports: '5',
      attempts: [],
    });
    expect(held.exits).toEqual(['close', 'shelve']);
    expect(held.reason).toMatch(/mark/);
    const paid = (await adminClient().read(adminRoundAnswer, '/rounds/7')).data;
    expect(paid).toMatchObject({ hold: null, reason: null, exits: [], round: { state: 'paid' } });
    expect(paid.attempts.map(({ key }) => key)).toEqual(['payout:7']);
    expect((await adminClient().ask('/rounds/999999999')).status).toBe(404);
  });
});

describe('GET /api/admin/overview', () => {
  it('says the next draw, the last payment, the tax of the day and thirty days of money', async () => {
    const { nextDraw, lastPayment, taxToday, days } = (await adminClient().read(overviewAnswer, '/overview')).data;
    expect(Date.parse(nextDraw.endsAt)).toBeGreaterThan(NOW * 1000);
    expect(lastPayment).toMatchObject({ roundNumber: 7, lamports: `${PRIZES}`, signature: payout });
    expect(lastPayment?.winners).toHaveLength(3);
    expect(days).toHaveLength(30);
    const inAll = days.reduce((sum, { inLamports }) => sum + BigInt(inLamports), 0n);
    const outAll = days.reduce((sum, { outLamports }) => sum + BigInt(outLamports), 0n);
    expect([inAll, outAll]).toEqual([POOL_SHARE, PRIZES]);
    if (new Date((NOW - 30) * 1000).toISOString().slice(0, 10) === TODAY)
      expect(taxToday).toMatchObject({ day: TODAY, cycles: 1, distributedLamports: '20000', toPoolLamports: '14000' });
  });
});
