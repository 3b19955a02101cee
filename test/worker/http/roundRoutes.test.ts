import { beforeEach, describe, expect, it } from 'vitest';
import { apiError } from '../../../src/contract/error.ts';
import { proof, roundDetail, roundsPage } from '../../../src/contract/round.ts';
import { winnersPage } from '../../../src/contract/winner.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { wallet } from '../../domain/wallets.ts';
import { ask } from '../apiClient.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, POOL, WINNERS_1000 } from '../honestRound.ts';

describe('the API', () => {
  let db: D1Database;
  beforeEach(async () => {
    db = await emptyDatabase();
  });

  describe('about rounds', () => {
    /** Rounds 1 to 5 of the timetable; 3 is paid, 5 is locked, the others are missed. */
    const endOf = (round: number) => 1_700_000_000 + round * 3_600;
    /** Each write is a second after the one before it. */
    const STARTED = Date.parse('2023-11-15T00:00:00Z');
    const moment = (seconds: number) => new Date(STARTED + seconds * 1000).toISOString();
    beforeEach(async () => {
      let writes = 0;
      const rounds = createRoundStore(db, () => STARTED + ++writes * 1000);
      const missed = [1, 2, 4].map(
        (round) => ({ round, endsAt: endOf(round), state: 'rolled-over', reason: 'missed', detail: null }) as const,
      );
      await rounds.insertUnlocked(missed);
      for (const round of [3, 5])
        await rounds.insertLock(lockOf(round, DOCUMENTS, endOf(round)), DOCUMENTS, `lock-${round}`);
      await rounds.commit(3, { ...COMMITMENT, final: true });
      await rounds.draw(3, { ...BEACON_1000, receivedAt: STARTED + 4500 }, WINNERS_1000);
      await rounds.pay(3, 'payout-3', 311_222_500);
    });

    it('lists them newest first, page by page, without a gap or a repeat', async () => {
      const seen: number[] = [];
      let cursor: string | null = '';
      for (let pages = 0; cursor !== null && pages < 10; pages++) {
        const { json } = await ask(`/api/lottery/rounds?limit=2${cursor && `&cursor=${cursor}`}`);
        const page = roundsPage.parse(json);
        seen.push(...page.rounds.map(({ roundNumber }) => roundNumber));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual([5, 4, 3, 2, 1]);
    });

    it.each([
      ['state=rolled-over', [4, 2, 1]],
      ['state=paid', [3]],
      ['state=held', []],
      [`address=${wallet(6)}`, [3]],
      [`address=${wallet(4)}`, []],
      ['date=2023-11-14', [1]],
      ['date=2023-11-15', [5, 4, 3, 2]],
      ['date=2024-02-29', []],
      ['date=2023-11-15&state=rolled-over', [4, 2]],
      [`date=2023-11-15&state=paid&address=${wallet(6)}`, [3]],
      [`date=2023-11-14&address=${wallet(6)}`, []],
      [`state=rolled-over&address=${wallet(6)}`, []],
    ])('finds the rounds with %s, page by page', async (filter, wanted) => {
      const seen: number[] = [];
      let cursor: string | null = '';
      let pages = 0;
      for (; cursor !== null && pages < 10; pages++) {
        const { json } = await ask(`/api/lottery/rounds?${filter}&limit=1${cursor && `&cursor=${cursor}`}`);
        const page = roundsPage.parse(json);
        expect(page.rounds).toHaveLength(Math.min(1, wanted.length));
        seen.push(...page.rounds.map(({ roundNumber }) => roundNumber));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual(wanted);
      // A cursor never leads to an empty page.
      expect(pages).toBe(Math.max(1, wanted.length));
    });

    it.each([
      ['state=lost', /^state: must be one of locked, committed, drawn, paid, rolled-over, held$/],
      ['state=open', /^state: /],
      ['state=', /^state: /],
      ['address=7', /^address: That isn't a valid Solana address/],
      ['date=2023-02-30', /^date: must be a day such as/],
      ['date=20231115', /^date: /],
      ['date=2023-11-15T00:00:00Z', /^date: /],
      ['state=paid&state=held', /^state: must be given once/],
      ['day=2023-11-15', /^day: is no parameter of this route/],
    ])('refuses %s by the name of the field', async (query, sentence) => {
      const { status, json } = await ask(`/api/lottery/rounds?${query}`);
      expect(status).toBe(400);
      expect(apiError.parse(json).error).toMatch(sentence);
    });

    it('says when each step was taken: in the list, in the round, and in the notes of its proof', async () => {
      const paid = {
        ...{ lockedAt: moment(2), committedAt: moment(4), beaconAt: moment(4.5) },
        ...{ drawnAt: moment(5), paidAt: moment(6), finalAt: moment(6) },
      };
      const none = {
        ...{ lockedAt: null, committedAt: null, beaconAt: null },
        ...{ drawnAt: null, paidAt: null, finalAt: null },
      };
      const { rounds } = roundsPage.parse((await ask('/api/lottery/rounds?limit=5')).json);
      expect(rounds[2]).toMatchObject(paid);
      expect(rounds[0]).toMatchObject({ ...none, lockedAt: moment(3) });
      expect(rounds[1]).toMatchObject(none);
      expect(roundDetail.parse((await ask('/api/lottery/rounds/3')).json)).toMatchObject(paid);
      expect(roundDetail.parse((await ask('/api/lottery/rounds/6')).json)).toMatchObject(none);
      expect(proof.parse((await ask('/api/lottery/rounds/3/proof')).json).notes).toEqual(paid);
      expect(proof.parse((await ask('/api/lottery/rounds/4/proof')).json).notes).toEqual(none);
    });

    it('shows a paid round with everything that proves it, for ever', async () => {
      const { status, json, response } = await ask('/api/lottery/rounds/3/proof');
      expect(status).toBe(200);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(proof.parse(json)).toMatchObject({
        ...{ roundNumber: 3, state: 'paid', reason: null, rules: DOCUMENTS.rules },
        snapshot: { root: 'a01b0568e97f4a883e53549ff9e936845853334158de367ad483d981b3142f4a' },
        commitment: { wallet: POOL, signature: 'commit-signature' },
        beacon: { network: 'quicknet', ...BEACON_1000 },
        prize: { totalLamports: '2469135780', lamports: ['1728395046', '493827156', '246913578'] },
        winners: [
          { place: 1, address: wallet(5), lamports: '1728395046' },
          { place: 2, address: wallet(6), lamports: '493827156' },
          { place: 3, address: wallet(2), lamports: '246913578' },
        ],
        payout: { signature: 'payout-3', status: 'final' },
      });
    });

    it('shows the list of a locked round before its draw, without a winner, and only for now', async () => {
      const { json, response } = await ask('/api/lottery/rounds/5/proof');
      const { snapshot, winners, payout, beacon } = proof.parse(json);
      expect([snapshot?.entries[1], snapshot?.amounts[1]]).toEqual([wallet(2), '250000000001']);
      expect({ winners, payout, signature: beacon?.signature }).toEqual({
        winners: null,
        payout: null,
        signature: null,
      });
      expect(response.headers.get('cache-control')).toBe('public, max-age=1');
    });

    it('knows a round of the clock without a row as open, and none that has not started', async () => {
      const open = await ask('/api/lottery/rounds/6');
      expect(roundDetail.parse(open.json)).toMatchObject({ state: 'open', commitment: null, winners: [] });
      const future = await ask('/api/lottery/rounds/999999999');
      expect(future.status).toBe(404);
      expect(apiError.parse(future.json).code).toBe('NOT_FOUND');
    });

    it("lists winners, and one wallet's wins", async () => {
      const first = winnersPage.parse((await ask('/api/lottery/winners?limit=2')).json);
      expect(first.winners.map(({ place }) => place)).toEqual([1, 2]);
      expect(first).toMatchObject({ nextCursor: '3-2', total: 3 });
      const second = winnersPage.parse((await ask(`/api/lottery/winners?limit=2&cursor=${first.nextCursor}`)).json);
      expect(second).toMatchObject({ winners: [{ place: 3, address: wallet(2) }], nextCursor: null });
      const own = winnersPage.parse((await ask(`/api/lottery/winners?address=${wallet(6)}`)).json);
      expect(own).toMatchObject({ winners: [{ position: 'second', prizeLamports: '493827156' }], total: 1 });
    });
  });
});
