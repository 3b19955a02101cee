import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { copyFromFile } from '../../../commands/pay/copyFromFile.ts';
import type { RoundContext } from '../../../worker/rounds/context.ts';
import { createRecoverRound } from '../../../worker/rounds/exits/recoverRound.ts';
import { CopyNotKept, createRoundCopies, type RoundCopies } from '../../../worker/rounds/lists/roundCopies.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { toBase64 } from '../../../worker/store/rows/bodies.ts';
import { readDocuments } from '../../../worker/store/views/rounds/roundDocuments.ts';
import { owedByOpenRounds } from '../../../worker/store/views/rounds/winners.ts';
import { createPackLists } from '../../../worker/upkeep/tidyUp.ts';
import { COMPLETE, secretKeyOf } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import type { FakeNode } from '../fakeNodes.ts';
import { countedTerms, fixedTerms } from '../fixedTerms.ts';
import { DOCUMENTS, lockOf } from '../honestRound.ts';
import { LISTS_WHAT_IS_REFUSED, markedNode, type OnChain, transactionsOf } from '../markedChain.ts';
import { END_OF_1, lockedRound, roundMachine } from '../roundMachine.ts';
import { down, rpcNodes } from '../rpcNodes.ts';
import { rpcStub } from '../rpcStub.ts';

const OURS = transactionsOf(secretKeyOf(1));
const parsed = parseSettings(COMPLETE);
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;
/** Round 1 as these settings' pool committed to it. (The times of a lock's readings are not on the chain.) */
const LOCK = { ...lockOf(1, DOCUMENTS, END_OF_1), wallet: OURS.address };
const MADE = OURS.commitment(LOCK);
const OTHERS = { ...DOCUMENTS, list: DOCUMENTS.list.slice(0, -40) };
const refused = (sentence: string) => ({ kind: 'refused', sentence: expect.stringContaining(sentence) });

let db: D1Database;
let copies: RoundCopies;
beforeEach(async () => {
  db = await emptyDatabase();
  copies = createRoundCopies(env.CACHE);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/** A database without the round, an hour after its end, and a chain with these transactions. */
function lost(
  transactions: readonly OnChain[] = [MADE],
  others: readonly FakeNode[] = [],
  terms = fixedTerms(settings),
  of = settings,
) {
  const now = () => (END_OF_1 + 3_600) * 1000;
  const view = { transactions, newest: END_OF_1 + 3_585 };
  const chain = rpcNodes([...others, markedNode(view), markedNode(view)], now());
  const rounds = createRoundStore(db, now);
  const context = {
    db,
    settings: of,
    terms,
    rounds,
    rpc: chain.rpc,
    copies,
    now,
    newId: () => 'recovered',
  };
  const recover = createRecoverRound(context as unknown as RoundContext);
  return {
    rounds,
    take: (signature = MADE.signature, copy: { list: string; rules: string } | null = null) =>
      recover({ signature, copy, by: 'ann', reason: 'the row is lost' }),
  };
}
/** What a terms book says where this pool wallet was announced. */
function announcing(pool: string) {
  const { announced, announcedFor } = countedTerms([{ from: 1, pool }], settings.clock);
  return { announced, announcedFor };
}
const rulesText = JSON.stringify(DOCUMENTS.rules);

describe('a round whose record was lost after its commitment was sent', () => {
  it('is brought back from KV as committed, with its list, and its promise is set aside only once', async () => {
    await copies.keep(LOCK, DOCUMENTS, 'terms');
    const { rounds, take } = lost();
    const held = { round: 1, endsAt: END_OF_1, state: 'held', reason: 'mark-without-record', detail: null } as const;
    await rounds.insertUnlocked([{ ...held, promised: LOCK.total }]);
    expect(await take()).toEqual({ kind: 'done' });
    const { signature, slot, blockTime } = MADE;
    const { takenAt: _, ...told } = LOCK;
    expect(await rounds.get(1)).toMatchObject({
      ...{ state: 'committed', reason: null, lock: told },
      commitment: { signature, slot, blockTime, final: true },
    });
    expect(await readDocuments(db, 1)).toEqual(DOCUMENTS);
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: LOCK.total, unknown: null });
    const { results } = await db.prepare('SELECT by, action, subject, reason FROM actions').all();
    expect(results).toEqual([{ by: 'ann', action: 'recover', subject: 'round 1', reason: 'the row is lost' }]);
  });

  it('is not brought back with rules that name other terms than those in force: it is owed, and nobody is paid by its list', async () => {
    await copies.keep(LOCK, DOCUMENTS, 'terms');
    const hash = '12'.repeat(32);
    const of = fixedTerms(settings).known(1);
    const others = fixedTerms(settings, of.kind === 'terms' ? { ...of, hash } : of);
    const { rounds, take } = lost([MADE], [], others);
    expect(await take()).toEqual(refused(`name the terms ${DOCUMENTS.rules.terms}, and in force are ${hash}`));
    expect(await rounds.get(1)).toBeNull();
  });

  it('is brought back by two of three nodes, whatever the third does', async () => {
    await copies.keep(LOCK, DOCUMENTS, 'terms');
    expect(await lost([MADE], [down]).take()).toEqual({ kind: 'done' });
  });

  it('is brought back also when an old pool wallet committed it', async () => {
    await copies.keep(LOCK, DOCUMENTS, 'terms');
    const terms = { ...fixedTerms(settings), ...announcing(OURS.address) };
    const moved = { ...settings, pool: { ...settings.pool, address: settings.taxWallet.address } };
    const { take } = lost([MADE], [], terms, { ...moved, oldPools: [settings.pool] });
    expect(await take()).toEqual({ kind: 'done' });
  });

  it('is brought back without a row, from a copy that anybody has saved', async () => {
    const { rounds, take } = lost();
    expect(await take()).toEqual(refused('KV has no copy of the list'));
    expect(await take(MADE.signature, { list: toBase64(DOCUMENTS.list), rules: rulesText })).toEqual({ kind: 'done' });
    expect(await rounds.get(1)).toMatchObject({ state: 'committed' });
  });

  it.each([
    ['another list', { list: toBase64(OTHERS.list), rules: rulesText }, 'is not what round 1 was committed to'],
    ['bytes that are no list', { list: toBase64(new Uint8Array(41)), rules: rulesText }, 'is not what round 1'],
    ['other rules', { list: toBase64(DOCUMENTS.list), rules: rulesText.replace('7e7e', '7f7e') }, 'is not what'],
    ['no rules', { list: toBase64(DOCUMENTS.list), rules: '{}' }, 'This copy has no rules of a round.'],
  ])('is not brought back by %s', async (_what, copy, sentence) => {
    const { rounds, take } = lost();
    expect(await take(MADE.signature, copy)).toEqual(refused(sentence));
    expect(await rounds.get(1)).toBeNull();
  });

  it('is not brought back by a transaction that promised nothing, or that too few nodes know', async () => {
    await copies.keep(LOCK, DOCUMENTS, 'terms');
    for (const [transactions, signature, sentence] of [
      [[OURS.commitment(LOCK, { blockTime: END_OF_1 - 5 })], null, 'was not promised by'],
      [[OURS.bare(`commit:${END_OF_1}`, { blockTime: END_OF_1 - 30 })], null, 'No node shows'],
      [[{ ...MADE, isFinal: false }], null, 'is not final, or not known to enough nodes'],
      [[], MADE.signature, 'No node shows'],
    ] as const) {
      const { take, rounds } = lost(transactions);
      expect(await take(signature ?? transactions[0]?.signature)).toEqual(refused(sentence));
      expect(await rounds.get(1)).toBeNull();
    }
  });

  it('says that a transaction is the wrong one even while a node lists another that nobody can show', async () => {
    const wrong = OURS.burnt('another seed', LOCK.memo, { blockTime: MADE.blockTime, names: [] });
    const listing = markedNode({ transactions: [wrong], newest: END_OF_1 + 3_585 }, LISTS_WHAT_IS_REFUSED);
    const { take } = lost([wrong], [listing]);
    expect(await take(wrong.signature)).toEqual(refused(`${wrong.signature} did not make the mark`));
  });

  it('is brought back even days later, when the lists of later rounds are packed', async () => {
    await copies.keep(LOCK, DOCUMENTS, 'terms');
    const { rounds, take } = lost();
    // The list of another memo was locked here. Its round is held because the mark exists already.
    await rounds.insertLock({ ...lockOf(1, OTHERS, END_OF_1), wallet: OURS.address }, OTHERS, 'another');
    await rounds.hold(1, 'mark-without-record', 'a cause');
    for (const round of [2, 3]) {
      await rounds.insertLock(lockOf(round, DOCUMENTS, END_OF_1 + 3_600 * round), DOCUMENTS, `lock-${round}`);
      await rounds.rollOver(round, 'commitment-late', 'a cause');
    }
    const pack = createPackLists({ db, closedRounds: () => 60 });
    for (let times = 0; times < 3; times++) await pack();
    expect(await take()).toEqual({ kind: 'done' });
    for (const round of [1, 2, 3]) expect(await readDocuments(db, round)).toEqual(DOCUMENTS);
  });

  it('is brought back over another list, of which a commitment was seen here before a fork dropped it', async () => {
    await copies.keep(LOCK, DOCUMENTS, 'terms');
    for (const [final, outcome] of [
      [false, { kind: 'done' }],
      [true, refused('it has a record here')],
    ] as const) {
      db = await emptyDatabase();
      const { rounds, take } = lost();
      await rounds.insertLock({ ...lockOf(1, OTHERS, END_OF_1), wallet: OURS.address }, OTHERS, 'another');
      await rounds.commit(1, { signature: 'dropped', slot: 5, blockTime: END_OF_1 - 30, final });
      await rounds.hold(1, 'mark-without-record', 'a cause', LOCK.total);
      expect(await take()).toEqual(outcome);
      if (!final) expect(await readDocuments(db, 1)).toEqual(DOCUMENTS);
      expect((await rounds.get(1))?.commitment).toMatchObject({ signature: final ? 'dropped' : MADE.signature });
    }
  });

  it('is not changed when it has a record of its own, or while another round is under way', async () => {
    await copies.keep(LOCK, DOCUMENTS, 'terms');
    const { take, rounds } = lost();
    await rounds.insertLock({ ...lockOf(2, DOCUMENTS, END_OF_1 + 3_600), wallet: OURS.address }, DOCUMENTS, 'lock');
    expect(await take()).toEqual(refused('or another round is under way'));
    await rounds.rollOver(2, 'commitment-late', 'a cause');
    for (const state of ['rolled-over', 'held'] as const) {
      const ended = { round: 1, endsAt: END_OF_1, detail: null } as const;
      await db.prepare('DELETE FROM rounds WHERE round = 1').run();
      await rounds.insertUnlocked([
        state === 'held' ? { ...ended, state, reason: 'overdue' } : { ...ended, state, reason: 'missed' },
      ]);
      expect(await take()).toEqual(refused('it has a record here'));
      expect(await rounds.get(1)).toMatchObject({ state });
    }
  });
});

describe('before a commitment is signed', () => {
  const NO_MARKS = rpcStub({ agree: async () => [false, false] as never });
  async function committing(altered: Partial<RoundContext>) {
    const asked: boolean[] = [];
    const machine = roundMachine(
      { db, now: () => (END_OF_1 - 50) * 1000 },
      {
        rpc: NO_MARKS,
        pursue: async ({ maySign }) => {
          asked.push(await maySign([]));
          return { kind: 'idle', attempts: [] };
        },
        ...altered,
      },
    );
    await machine.rounds.insertLock(lockedRound(machine.settings), DOCUMENTS, 'lock');
    const { problem } = await machine.advance();
    return { maySign: asked.includes(true), problem };
  }

  it('list and rules are in KV, for 400 days, under their hashes', async () => {
    expect(await committing({ copies })).toMatchObject({ maySign: true });
    const { keys } = await env.CACHE.list();
    expect(keys.map(({ name }) => name).sort()).toEqual([
      `list:${LOCK.root}`,
      `rules:${LOCK.rulesHash}`,
      `terms:${DOCUMENTS.rules.terms}`,
    ]);
    const days = keys.map(({ expiration }) => ((expiration ?? 0) - Date.now() / 1000) / 86_400);
    for (const left of days) expect(Math.round(left)).toBe(400);
    expect(await copies.read(LOCK)).toEqual(DOCUMENTS);
  });

  it.each([
    ['cannot be written', { put: () => Promise.reject(new Error('KV is away')) }],
    ['reads otherwise', { put: async () => undefined, get: async () => 'something else' }],
    ['reads nothing', { put: async () => undefined, get: async () => null }],
  ])('and nothing is signed where a copy %s', async (_how, kv) => {
    const broken = createRoundCopies(kv as never);
    await expect(broken.keep(LOCK, DOCUMENTS, 'terms')).rejects.toThrow(CopyNotKept);
    expect(await committing({ copies: broken })).toEqual({
      maySign: false,
      problem: 'The copies of the entry list could not be kept, and nothing is signed without them.',
    });
  });
});

it('a copy is read from a proof and from a bare list, and anything else is none', () => {
  const { rules } = DOCUMENTS;
  const owner = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB';
  const proof = JSON.stringify({ snapshot: { entries: [owner], amounts: ['5'] }, rules });
  const bare = JSON.stringify({ entries: [owner], rules });
  const [one, other] = [copyFromFile(proof), copyFromFile(bare)].map(({ list }) => Buffer.from(list, 'base64'));
  expect(one?.subarray(0, 32)).toEqual(other?.subarray(0, 32));
  expect(() => copyFromFile('{"entries":[')).toThrow('The file is no JSON.');
  for (const text of ['null', '[]', '7', '{"entries":[]}', '{"snapshot":null,"rules":{}}'])
    expect(() => copyFromFile(text)).toThrow('The file has no entries, or no rules.');
  const halves = { entries: [owner], amounts: ['1.5'], rules };
  expect(() => copyFromFile(JSON.stringify(halves))).toThrow('1.5 is no amount');
  expect(() => copyFromFile(JSON.stringify({ entries: ['x'], rules }))).toThrow('x is no address.');
  expect(() => copyFromFile(JSON.stringify({ entries: [], rules: { rules: 9 } }))).toThrow('Rules version 9');
});
