import { env } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canonicalTerms, type Terms, termsHash } from '../../../src/terms/Terms.ts';
import { NodesSilent } from '../../../worker/chain/node/rpcError.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { saveMade } from '../../../worker/store/rounds/saveAnnounced.ts';
import { lotteryOf } from '../../../worker/terms/countMade.ts';
import { createTermsBook } from '../../../worker/terms/createTermsBook.ts';
import { playUnder } from '../../../worker/terms/playUnder.ts';
import { announcedKey, termsKey } from '../../../worker/terms/termsKey.ts';
import { termsOfSettings } from '../../../worker/terms/termsOfSettings.ts';
import { landedTerms } from '../announcedTerms.ts';
import { COMPLETE, secretKeyOf } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import type { FakeNode } from '../fakeNodes.ts';
import { floodOf, markedNode, type OnChain, transactionsOf } from '../markedChain.ts';
import { rpcNodes } from '../rpcNodes.ts';

const QUICKNET_TIME = 1_692_803_367;
/** At a beacon's time. */
const GENESIS = QUICKNET_TIME + 3 * 2_400_000;
const parsed = parseSettings({ ...COMPLETE, GENESIS_TIME: String(GENESIS) });
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;

const FIRST = termsOfSettings(settings, { terms: 1, from: 1, previous: null, authorities: [] });
/** Another pool wallet from round 5 on. */
const other = { ...settings, pool: { address: transactionsOf(secretKeyOf(4)).address, secretKey: secretKeyOf(4) } };
const SECOND = termsOfSettings(other, { terms: 2, from: 5, previous: termsHash(FIRST), authorities: [] });

/** The announcement of terms as it landed. */
const landed = (terms: Terms, blockTime: number): OnChain =>
  landedTerms({
    ...{ terms, blockTime, secretKeys: [1, 2, 4].map(secretKeyOf) },
    poolBefore: terms.terms === 1 ? null : FIRST.pool,
  });
const ONE = landed(FIRST, GENESIS - 100);
const TWO = landed(SECOND, GENESIS + 3_600);

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const keep = (terms: Terms) => env.CACHE.put(termsKey(termsHash(terms)), canonicalTerms(terms));

/** A book in round 4 whose last two nodes show these transactions. */
function bookOn(transactions: readonly OnChain[], others: readonly FakeNode[] = []) {
  const view = { transactions, newest: GENESIS + 3.5 * 3_600 };
  const chain = rpcNodes([...others, markedNode(view), markedNode(view)], view.newest * 1000);
  const now = () => view.newest * 1000;
  const book = createTermsBook({ db, kv: env.CACHE, rpc: chain.rpc, lottery: lotteryOf(settings), now });
  return { book, view, calls: chain.calls };
}

describe('the terms of a round', () => {
  it('are those in force by the chain, and each later one from its first round on', async () => {
    await Promise.all([FIRST, SECOND].map(keep));
    const { book } = bookOn([ONE, TWO]);
    expect(await book.forRound(4)).toEqual({ kind: 'terms', terms: FIRST, hash: termsHash(FIRST) });
    expect(book.known(5)).toEqual({ kind: 'terms', terms: SECOND, hash: termsHash(SECOND) });
    expect(book.announced(5)?.said.pool).toBe(SECOND.pool);
  });

  it('are none while nothing was announced, and nothing is played', async () => {
    const { book } = bookOn([]);
    expect(await book.forRound(1)).toEqual({ kind: 'none' });
    expect(playUnder(settings, await book.forRound(1))).toMatchObject({ kind: 'no play' });
  });

  it('are known before the first round has begun, when no block is that far yet', async () => {
    await keep(FIRST);
    const { book, view } = bookOn([ONE]);
    view.newest = GENESIS - 50;
    expect(await book.forRound(1)).toMatchObject({ hash: termsHash(FIRST) });
    expect((await book.announcedFor(1))?.said.pool).toBe(FIRST.pool);
  });

  it('are not those of another authority that this database has seen', async () => {
    await Promise.all([FIRST, SECOND].map(keep));
    await saveMade(db, SECOND.pool, { k: 1, signature: 'another', slot: 1, blockTime: 1, memo: null, signers: null });
    const { book } = bookOn([ONE, TWO]);
    expect(await book.forRound(4)).toMatchObject({ hash: termsHash(FIRST) });
    expect(book.known(5)).toMatchObject({ hash: termsHash(SECOND) });
  });

  it('are read from the copy in memory even while KV does not answer for their names', async () => {
    await keep(FIRST);
    const get = vi.spyOn(env.CACHE, 'get');
    get.mockRejectedValueOnce(new Error('KV is down'));
    expect(await bookOn([ONE]).book.forRound(1)).toMatchObject({ hash: termsHash(FIRST) });
    expect(get).toHaveBeenCalled();
  });

  it('are known also while KV does not answer for the text of later ones, of which the announcement says the wallet', async () => {
    await keep(FIRST);
    const { book } = bookOn([ONE, TWO]);
    const get = env.CACHE.get.bind(env.CACHE) as (key: string) => Promise<string | null>;
    vi.spyOn(env.CACHE, 'get').mockImplementation(((key: string) =>
      key === termsKey(termsHash(SECOND)) ? Promise.reject(new Error('KV is down')) : get(key)) as never);
    expect(await book.forRound(4)).toMatchObject({ hash: termsHash(FIRST) });
    expect((await book.announcedFor(5))?.said.pool).toBe(SECOND.pool);
    expect(book.known(5)).toMatchObject({ kind: 'unknown' });
  });

  it('are unknown while nobody has their text, and never replaced by earlier ones; once the text is there they are played', async () => {
    await keep(FIRST);
    const { book } = bookOn([ONE, TWO]);
    await book.forRound(4);
    expect(book.known(5)).toMatchObject({ kind: 'unknown', why: expect.stringContaining(termsHash(SECOND)) });
    await keep(SECOND);
    await book.look();
    expect(book.known(5)).toMatchObject({ kind: 'terms', hash: termsHash(SECOND) });
  });

  it('are not those of a text with another hash under that name', async () => {
    await env.CACHE.put(termsKey(termsHash(FIRST)), canonicalTerms({ ...FIRST, top: 5 }));
    expect(await bookOn([ONE]).book.forRound(1)).toMatchObject({ kind: 'unknown' });
  });

  it('are read again from the chain after the database was restored to before them', async () => {
    await Promise.all([FIRST, SECOND].map(keep));
    await bookOn([ONE]).book.forRound(1);
    const { book } = bookOn([ONE, TWO]);
    await book.forRound(4);
    await db.exec('DELETE FROM terms');
    const anew = bookOn([ONE, TWO]).book;
    await anew.forRound(4);
    expect(anew.known(5)).toMatchObject({ kind: 'terms', hash: termsHash(SECOND) });
  });

  it('do not change by the word of one node of three that invents or denies an announcement', async () => {
    await Promise.all([FIRST, SECOND].map(keep));
    const inventing = markedNode({ transactions: [ONE, TWO], newest: GENESIS + 3.5 * 3_600 });
    expect(await bookOn([ONE], [inventing]).book.forRound(4)).toMatchObject({ hash: termsHash(FIRST) });
    const denying = markedNode({ transactions: [ONE], newest: GENESIS + 3.5 * 3_600 });
    const { book } = bookOn([ONE, TWO], [denying]);
    await book.forRound(4);
    expect(book.known(5)).toMatchObject({ hash: termsHash(SECOND) });
  });

  it('are not known while a mark is made and no node shows the transaction that made it', async () => {
    await keep(FIRST);
    const hidden = { ...TWO, names: [] };
    expect(await bookOn([ONE, hidden]).book.forRound(4)).toMatchObject({ kind: 'unknown' });
  });

  it('are read once by all who ask at the same moment, and what is announced after that is still found', async () => {
    await Promise.all([FIRST, SECOND].map(keep));
    const { book, view, calls } = bookOn([ONE]);
    await Promise.all([book.look(), book.forRound(4), book.look(), book.forRound(4)]);
    expect(book.all().counted).toHaveLength(1);
    const shown = calls.filter(({ method }) => method === 'getTransaction').map(({ host }) => host);
    expect(shown).toEqual([...new Set(shown)]);
    view.transactions = [ONE, TWO];
    view.newest += 3_600;
    await book.forRound(5);
    expect(book.known(5)).toMatchObject({ hash: termsHash(SECOND) });
  });

  it('are read by the stored signature of the announcement, however a stranger floods the mark', async () => {
    await Promise.all([FIRST, SECOND].map(keep));
    const [mark = FIRST.authority] = TWO.marks;
    const after = floodOf(mark, 50, GENESIS + 3_700).map((one) => ({
      ...one,
      ...{ signature: `${one.signature} after`, slot: one.slot + 20_000_000 },
    }));
    const flooded = [ONE, ...floodOf(mark, 50, GENESIS), TWO, ...after];
    expect(await bookOn(flooded).book.forRound(4)).toMatchObject({ kind: 'unknown' });
    await env.CACHE.put(announcedKey(2), TWO.signature);
    const { book } = bookOn(flooded);
    await book.forRound(4);
    expect(book.known(5)).toMatchObject({ hash: termsHash(SECOND) });
  });

  it('are not delayed by one node of three that lists a thousand transactions which nobody has', async () => {
    await Promise.all([FIRST, SECOND].map(keep));
    const view = { transactions: [ONE, TWO], newest: GENESIS + 3.5 * 3_600 };
    const row = { blockTime: GENESIS, err: null, memo: null, confirmationStatus: 'finalized' };
    const invented = Array.from({ length: 999 }, (_, i) => ({ ...row, signature: `none${i}`, slot: 310_999_500 + i }));
    const lying = markedNode(view, {
      getSignaturesForAddress: invented,
      getTransaction: () => new Response('', { status: 429 }),
    });
    const { book } = bookOn([ONE, TWO], [lying]);
    await book.forRound(4);
    expect(book.known(5)).toMatchObject({ hash: termsHash(SECOND) });
  });

  it('name the wallet of an hour only once enough nodes show what made every mark of an announcement', async () => {
    await Promise.all([FIRST, SECOND].map(keep));
    const hidden = bookOn([ONE, { ...TWO, names: [] }]).book;
    await expect(hidden.announcedFor(4)).rejects.toThrow('the mark of terms 2 is made');
    await db.exec('DELETE FROM terms');
    const { book, view } = bookOn([ONE, TWO]);
    view.newest = GENESIS + 3 * 3_600;
    // Terms for round 6 may still be announced. The terms of round 5 are known once the second ones are.
    await expect(book.announcedFor(6)).rejects.toThrow(NodesSilent);
    expect((await book.announcedFor(5))?.said.pool).toBe(SECOND.pool);
    view.newest = GENESIS + 5 * 3_600;
    expect((await book.announcedFor(6))?.said.pool).toBe(SECOND.pool);
  });

  it('leave out a number that was announced too late: it changes nothing', async () => {
    await Promise.all([FIRST, SECOND].map(keep));
    const late = landed(SECOND, GENESIS + 5 * 3_600 - 3_600 - 59);
    const { book } = bookOn([ONE, late]);
    await book.forRound(4);
    expect(book.known(5)).toMatchObject({ hash: termsHash(FIRST) });
    expect(book.all().spent).toMatchObject([{ k: 2 }]);
  });
});

describe('a round under terms', () => {
  const of = { kind: 'terms', terms: FIRST, hash: termsHash(FIRST) } as const;

  it('is played with all their values', () => {
    const terms = { ...FIRST, lock: 90, top: 7, threshold: '5' };
    expect(playUnder(settings, { ...of, terms })).toMatchObject({
      kind: 'play',
      play: { wallet: FIRST.pool, clock: { entryLockSeconds: 90 }, entries: { top: 7, threshold: 5n } },
    });
  });

  it('is not played without the key of their wallet, and with an old one it is', () => {
    const without = { ...settings, pool: other.pool };
    expect(playUnder(without, of)).toMatchObject({ kind: 'no play', why: expect.stringContaining(FIRST.pool) });
    expect(playUnder({ ...without, oldPools: [settings.pool] }, of)).toMatchObject({ kind: 'play' });
  });

  it('is not played with another timetable, which no terms of the lottery can change', () => {
    const moved = { ...settings, clock: { ...settings.clock, genesisTime: GENESIS + 3_600 } };
    expect(playUnder(moved, of)).toMatchObject({ kind: 'no play', why: expect.stringContaining('GENESIS_TIME') });
  });
});
