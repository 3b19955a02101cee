import { beforeEach, describe, expect, it } from 'vitest';
import { app } from '../../../worker/app.ts';
import { answerEntries } from '../../../worker/routes/entries.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { wallet } from '../../domain/wallets.ts';
import { READY } from '../apiClient.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';

const ORIGIN = 'https://draws.example';
const endOf = (round: number) => 1_700_000_000 + round * 3_600;

async function open(path: string) {
  const response = await app.request(ORIGIN + path, {}, READY);
  const html = await response.text();
  expect(html).not.toMatch(/ style=|<script>/);
  return { response, html, status: response.status, location: response.headers.get('location') };
}

describe('the pages of rounds', () => {
  /** Rounds 1 to 5: 3 is paid, 5 is locked, the others are missed. */
  beforeEach(async () => {
    const rounds = createRoundStore(await emptyDatabase(), () => 0);
    const missed = [1, 2, 4].map(
      (round) => ({ round, endsAt: endOf(round), state: 'rolled-over', reason: 'missed', detail: null }) as const,
    );
    await rounds.insertUnlocked(missed);
    for (const round of [3, 5])
      await rounds.insertLock(lockOf(round, DOCUMENTS, endOf(round)), DOCUMENTS, `lock-${round}`);
    await rounds.commit(3, { ...COMMITMENT, final: true });
    await rounds.draw(3, BEACON_1000, WINNERS_1000);
    await rounds.pay(3, 'payout-3', 311_222_500);
  });

  describe('one round', () => {
    it.each(['/rounds/3', '/rounds/3/'])(
      'is written by the server, with title, description and picture: %s',
      async (path) => {
        const { status, html } = await open(path);
        expect(status).toBe(200);
        expect(html).toContain('<title>Round #3: 3 wallets won 2.4691 SOL · Game of Draws</title>');
        expect(html).toMatch(/<meta name="description" content="Round #3 of the hourly draw/);
        expect(html).toContain(`<meta property="og:image" content="${ORIGIN}/og/rounds/3.png">`);
        expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${path}">`);
        for (const part of ['PAID', 'Winners drawn', wallet(2), '/rounds/2', '/rounds/4']) expect(html).toContain(part);
      },
    );

    it('has a page for each of its wins, with a picture of its own', async () => {
      const { status, html } = await open('/rounds/3/wins/1');
      expect(status).toBe(200);
      expect(html).toMatch(/<title>[\d.]+ SOL won in round #3 · Game of Draws<\/title>/);
      expect(html).toContain(`<meta property="og:image" content="${ORIGIN}/og/rounds/3-1.png">`);
      expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/rounds/3/wins/1">`);
      expect((await open('/rounds/3/wins/4')).status).toBe(404);
    });

    it('is there while it runs, and where it was missed', async () => {
      expect((await open('/rounds/5')).html).toContain('DRAWING');
      const { status, html } = await open('/rounds/4');
      expect([status, html.includes('The entries could not be locked in time.')]).toEqual([200, true]);
    });

    it.each(['0', '1000000', '-1', '1.5', 'latest', '007', '3e0', '%33', '9'.repeat(13), '9'.repeat(40), '<script>'])(
      'is a real 404 page for %s',
      async (round) => {
        const { status, html } = await open(`/rounds/${round}`);
        expect(status).toBe(404);
        expect(html).toContain('<title>No such round · Game of Draws</title>');
        expect(html).toContain('404 · Page not found');
        expect(html).toContain('href="/rounds"');
      },
    );

    it('has only the entries below it', async () => {
      expect((await open('/rounds/3/more')).status).toBe(404);
      expect((await open('/rounds/3/entries.csv/')).status).toBe(404);
    });
  });

  describe('the entries as a file', () => {
    it('are all of them, in the order of the draw', async () => {
      const { status, html: csv, response } = await open('/rounds/3/entries.csv');
      expect(status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('content-disposition')).toContain('game-of-draws-round-3-entries.csv');
      expect(response.headers.get('cache-control')).toContain('immutable');
      const [head, first, ...others] = csv.split('\r\n');
      expect(head).toBe('index,address,units,god');
      expect(first).toMatch(/^0,[1-9A-HJ-NP-Za-km-z]{32,44},\d+,\d+\.\d{6}$/);
      expect(others.at(-1)).toBe('');
      expect(csv).toContain(wallet(2));
    });

    it.each([
      ['4', 'Round 4 has no entry list.'],
      ['1000000', 'Round 1000000 has not started yet.'],
      ['0', 'There is no such round.'],
    ])('do not exist for %s, and the answer says why', async (round, sentence) => {
      const { status, html } = await open(`/rounds/${round}/entries.csv`);
      expect([status, html]).toEqual([404, `${sentence}\n`]);
    });

    it('are asked for later when the proof says when', async () => {
      const headers = { 'Retry-After': '10', 'Cache-Control': 'no-store' };
      const busy = async () => Response.json({ error: 'Too many requests.' }, { status: 429, headers });
      const response = await answerEntries('3', busy);
      expect([response.status, await response.text()]).toEqual([429, 'Too many requests.\n']);
      expect(Object.fromEntries(response.headers)).toEqual({
        ...{ 'retry-after': '10', 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
      });
    });
  });

  describe('the list', () => {
    it('is written by the server, newest first', async () => {
      const { status, html } = await open('/rounds');
      expect(status).toBe(200);
      expect(
        html.match(/<h3><a href="\/rounds\/\d+"/g)?.map((text) => Number(/\d+"/.exec(text)?.[0].slice(0, -1))),
      ).toEqual([5, 4, 3, 2, 1]);
      expect(html).toMatch(/<search><form [^>]*action="\/rounds"/);
    });

    it.each([
      ['?state=paid', [3]],
      ['?state=rolled-over', [4, 2, 1]],
      ['?cursor=2', [2, 1]],
      [`?address=${wallet(2)}`, [3]],
      ['?date=2023-11-15', [5, 4, 3, 2]],
      ['?state=held', []],
      ['?utm_source=somewhere', [5, 4, 3, 2, 1]],
    ])('holds what %s asks for', async (query, numbers) => {
      const { status, html } = await open(`/rounds${query}`);
      expect(status).toBe(200);
      const listed = [...html.matchAll(/<h3><a href="\/rounds\/(\d+)"/g)].map(([, number]) => Number(number));
      expect(listed).toEqual(numbers);
    });

    it.each([
      ['?state=lost', 'state'],
      ['?cursor=0', 'cursor'],
      ['?cursor=99999999', 'cursor'],
      ['?date=2026-13-45', 'date'],
      ['?address=nobody', 'address'],
      ['?find=yesterday', 'round’s number'],
    ])('refuses %s in a sentence, beside the field', async (query, word) => {
      const { status, html } = await open(`/rounds${query}`);
      expect(status).toBe(400);
      expect(html).toMatch(new RegExp(`<p role="alert" id="find-problem">[^<]*${word}`));
    });

    it.each([
      ['%231,234', '/rounds/1234'],
      ['2026-11-20', '/rounds?date=2026-11-20'],
      [wallet(2), `/rounds?address=${wallet(2)}`],
      ['', '/rounds'],
    ])('leads from the search for %j to its page', async (find, target) => {
      const { status, location } = await open(`/rounds?find=${find}`);
      expect([status, location]).toEqual([303, target]);
    });
  });

  it('the figures of fairness have a page too', async () => {
    const { status, html } = await open('/fairness');
    expect([status, html.includes('Fairness in figures.')]).toEqual([200, true]);
    // The first count is made a moment after the first round.
    expect(html).toContain('Counting the rounds...');
  });

  it('and so have the terms of play, with what is announced', async () => {
    const { status, html } = await open('/terms-of-play');
    expect(status).toBe(200);
    expect(html).toContain('<title>Terms of play · Game of Draws</title>');
    expect(html).toContain('No terms are announced yet. No round is played before they are.');
  });

  it('and so has the status, which is read without a script', async () => {
    const { status, html } = await open('/status');
    expect(status).toBe(200);
    expect(html).toContain('<title>Status · Game of Draws</title>');
    for (const part of ['Right now', 'id="uptime-title"', 'Show as table']) expect(html).toContain(part);
    expect(html.match(/<tr>/g)).toHaveLength(91);
  });
});
