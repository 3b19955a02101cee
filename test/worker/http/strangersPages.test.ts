import { beforeEach, describe, expect, it, vi } from 'vitest';
import { STYLE_HASH } from '#page';
import { describeApi } from '../../../src/contract/openapi/describeApi.ts';
import { app } from '../../../worker/app.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { readCalendar } from '../../domain/readCalendar.ts';
import { READY } from '../apiClient.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';

const endOf = (round: number) => 1_700_000_000 + round * 3_600;
const get = (path: string, given: object = READY) => app.request(path, {}, given);
/** A rounds' object that does not answer, so that the rounds come from the database. */
const SILENT = { getByName: () => ({ publicState: () => Promise.reject(new Error('no state here')) }) };
const shaOf = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64');

beforeEach(async () => {
  const rounds = createRoundStore(await emptyDatabase(), () => endOf(3) * 1000);
  await rounds.insertUnlocked([{ round: 2, endsAt: endOf(2), state: 'rolled-over', reason: 'missed', detail: null }]);
  await rounds.insertLock(lockOf(3, DOCUMENTS, endOf(3)), DOCUMENTS, 'lock-3');
  await rounds.commit(3, { ...COMMITMENT, final: true });
  await rounds.draw(3, BEACON_1000, WINNERS_1000);
  await rounds.pay(3, 'payout-3', 311_222_500);
});

describe('the pages about the API', () => {
  const read = async (path: string) => {
    const response = await get(path, {});
    expect(response.status, path).toBe(200);
    return response.text();
  };
  const pagesOf = (html: string) => [...html.matchAll(/href="(\/docs\/\w+)"/g)].map(([, path = '']) => path);

  it('are readable without a script, also before the lottery is set up: a list, and a page for each route', async () => {
    expect((await get('/docs/', {})).status).toBe(200);
    const list = await read('/docs');
    expect(list).not.toContain('<script');
    expect(list).toContain('/api/lottery/rounds/{round}/proof');
    const { paths } = describeApi('1');
    expect(pagesOf(list)).toHaveLength(Object.values(paths).flatMap((operations) => Object.values(operations)).length);
    const proof = await read('/docs/getLotteryRoundsByRoundProof');
    expect(proof).not.toContain('<script');
    expect(proof).toContain('>lockedAt<');
    expect(proof).toContain('href="/docs"');
  });

  it('say for every field which values it may have, and have an entry for every shape that they link to', async () => {
    const shapes = new Set<string>();
    for (const path of pagesOf(await read('/docs'))) {
      const html = await read(path);
      expect(html, path).not.toMatch(/<dd>[^<]*anything/);
      const targets = [...html.matchAll(/href="#([\w-]+)"/g)].map(([, id = '']) => id);
      expect(
        targets.filter((id) => !html.includes(`id="${id}"`)),
        path,
      ).toEqual([]);
      for (const [, id = ''] of html.matchAll(/<h2 id="(\w+)"/g)) shapes.add(id);
    }
    expect([...shapes].sort()).toEqual(Object.keys(describeApi('1').components.schemas).sort());
  });

  it('are none for a route that there is not', async () => {
    for (const path of ['/docs/getNothing', '/docs/constructor', '/docs/getHealth/x'])
      expect((await get(path)).status, path).toBe(404);
  });

  it('have the one inline style that the policy allows', async () => {
    const html = await (await get('/docs/getHealth', {})).text();
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    expect(`'sha256-${await shaOf(style)}'`).toBe(STYLE_HASH);
    expect(html).not.toMatch(/ style="/);
  });
});

describe('the feeds', () => {
  it.each([
    ['/feed.xml', 'application/atom+xml; charset=utf-8'],
    ['/rss.xml', 'application/rss+xml; charset=utf-8'],
  ])('at %s tell of the rounds that ended', async (path, type) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toContain('s-maxage=60');
    const xml = await response.text();
    expect([...xml.matchAll(/<title>(Round [^<]*)<\/title>/g)].map(([, title]) => title)).toEqual([
      'Round 3: 2.46913578 SOL to 3 wallets',
      'Round 2: rolled over, the prizes stay in the pool',
    ]);
    expect((await get(`${path}?x=1`)).status).toBe(400);
    expect((await get(path, {})).status).toBe(503);
  });
});

describe('the calendar of the draws', () => {
  it('is made from the timetable, and a query cannot bypass the cache', async () => {
    const response = await get('https://draws.test/draws.ics', { ...READY, DB: null, ROUNDS: SILENT });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('s-maxage=60');
    expect(readCalendar(await response.text())).toHaveLength(48);
    expect((await get('/draws.ics?x=1')).status).toBe(400);
  });
});

describe('the picture of a round', () => {
  /** Width and height of a PNG. */
  const sizeOf = (bytes: ArrayBuffer) => {
    const view = new DataView(bytes);
    expect(view.getUint32(0)).toBe(0x89504e47);
    return [view.getUint32(16), view.getUint32(20)];
  };

  it('is a PNG of the size that is shared, kept for ever once nothing of it changes', async () => {
    const paid = await get('/og/rounds/3.png');
    expect(paid.status).toBe(200);
    expect(paid.headers.get('content-type')).toBe('image/png');
    expect(paid.headers.get('cache-control')).toContain('immutable');
    expect(sizeOf(await paid.arrayBuffer())).toEqual([1200, 630]);
    const open = await get('/og/rounds/4.png');
    expect(open.headers.get('cache-control')).toBe('public, max-age=15');
    expect(sizeOf(await open.arrayBuffer())).toEqual([1200, 630]);
  });

  it('is one of a win by its place, and none of a place that nobody has won', async () => {
    const win = await get('/og/rounds/3-1.png');
    expect([win.status, win.headers.get('content-type')]).toEqual([200, 'image/png']);
    const bytes = await win.arrayBuffer();
    expect(sizeOf(bytes)).toEqual([1200, 630]);
    expect(bytes.byteLength).not.toBe((await (await get('/og/rounds/3.png')).arrayBuffer()).byteLength);
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    for (const path of ['/og/rounds/4-1.png', '/og/rounds/3-4.png', '/og/rounds/3-0.png'])
      expect((await get(path)).status, path).toBe(404);
  });

  it('is made for any number of requests at once, also while the engine starts', async () => {
    const both = await Promise.all([3, 4, 3].map(async (n) => (await get(`/og/rounds/${n}.png?`)).arrayBuffer()));
    for (const bytes of both) expect(sizeOf(bytes)).toEqual([1200, 630]);
  });

  it.each([
    '/og/rounds/0.png',
    '/og/rounds/03.png',
    '/og/rounds/999999999.png',
    '/og/rounds/3.svg',
    '/og/rounds/x.png',
  ])('is none at %s', async (path) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect((await get(path, { ...READY, ROUNDS: SILENT })).status).toBe(404);
  });
});
