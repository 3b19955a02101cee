import { beforeEach, describe, expect, it } from 'vitest';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import { owedByOpenRounds } from '../../../worker/store/views/rounds/winners.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { emptyDatabase } from '../database.ts';
import { COMMITTED, heldRound, LOCK, PAID, quietDatabase, ROUND, refused } from '../heldRound.ts';
import { DOCUMENTS, ENDS_AT, lockOf } from '../honestRound.ts';
import { down } from '../rpcNodes.ts';

let db: D1Database;
beforeEach(async () => {
  db = await quietDatabase();
});

const { total } = LOCK;

describe('a release', () => {
  it('is refused once the mark of its payment is made, whoever made it', async () => {
    const { take, row, actions } = await heldRound(db, 'payout-rejected', 'drawn', { transactions: [COMMITTED, PAID] });
    expect(await take('release')).toEqual(
      refused('of round 123 is made, so that the chain refuses a second payment. Close the round'),
    );
    expect([(await row())?.state, await actions()]).toEqual(['held', []]);
  });

  it.each([
    ['pending', 'is on its way. Wait until it is known whether it lands.'],
    ['final', 'is final. Close the round.'],
  ] as const)('is refused while a payment of ours is %s', async (kind, sentence) => {
    const pursue = async () => ({ kind, row: { signature: 'ours' } as never, seen: 'sent', slot: 5 }) as never;
    const { take } = await heldRound(db, 'overdue', 'drawn', { altered: { pursue } });
    expect(await take('release')).toEqual(refused(`The payment ours of round 123 ${sentence}`));
  });

  it('needs enough nodes: when one of two is down or hides the mark, nothing is done', async () => {
    const lying = () => ({ context: { slot: 400_000_001 }, value: [null] });
    for (const [nodes, sentence] of [
      [() => down, 'The chain gives no usable answer now'],
      [
        (honest: typeof down): typeof down =>
          (method, params) =>
            method === 'getMultipleAccounts' ? lying() : honest(method, params),
        'disagree about the marks of an hour',
      ],
    ] as const) {
      db = await emptyDatabase();
      const { take, row } = await heldRound(db, 'overdue', 'drawn', {
        transactions: [COMMITTED, PAID],
        nodes: (honest) => [honest, nodes(honest)],
      });
      expect(await take('release')).toEqual(refused(sentence));
      expect((await row())?.state).toBe('held');
    }
  });

  it('is refused while no relay has the beacon of a round that was not drawn', async () => {
    const { take } = await heldRound(db, 'overdue', 'committed', { altered: { fetchBeacon: async () => null } });
    expect(await take('release')).toEqual(refused('No relay has its beacon'));
  });

  it('says when the beacon is due before it is, and asks no relay for it', async () => {
    const altered = { now: () => (ENDS_AT - 60) * 1000, fetchBeacon: neverCalled('fetchBeacon') };
    const { take } = await heldRound(db, 'record-mismatch', 'committed', { altered });
    const { beacon, beaconRound, rules } = LOCK;
    const dueAt = new Date(protocolOf(rules).beaconTime(beacon, beaconRound) * 1000).toISOString();
    expect(await take('release')).toEqual(refused(`Its beacon is due at ${dueAt}. Try again then.`));
  });

  it('is refused while the cause of the hold remains in the record: another key, other winners, other entries', async () => {
    for (const [damage, sentence] of [
      [`UPDATE rounds SET wallet = '${lockOf().wallet}'`, 'If the key is lost, the round stays owed: shelve it.'],
      [`UPDATE winners SET lamports = '1' WHERE place = 1`, 'Its stored winners are not the drawn ones'],
      [`UPDATE rounds SET root = '${'00'.repeat(32)}'`, 'do not match its commitment'],
      ['DELETE FROM round_documents', 'do not match its commitment'],
    ] as const) {
      db = await emptyDatabase();
      const { take } = await heldRound(db, 'record-mismatch', 'drawn');
      await db.prepare(damage).run();
      expect(await take('release')).toEqual(refused(sentence));
    }
  });

  it('waits for the round under way, because rounds are moved one at a time', async () => {
    const { take, rounds } = await heldRound(db, 'overdue', 'committed');
    await rounds.insertLock(lockOf(124), DOCUMENTS, 'another lock');
    expect(await take('release')).toEqual(refused('Round 124 is under way'));
  });

  it('can be held and reported again; after 15 minutes it is held again and does not keep others waiting', async () => {
    const { take, row, later, advance } = await heldRound(db, 'overdue', 'drawn');
    expect(await take('release')).toEqual({ kind: 'done' });
    later(15 * 60_000 + 1);
    await advance();
    expect(await row()).toMatchObject({ state: 'held', reason: 'overdue', detail: expect.stringContaining('release') });
    const { results } = await db.prepare('SELECT key FROM alerts ORDER BY raised_at, key').all();
    expect(results.map(({ key }) => key)).toEqual(['held:123', expect.stringMatching(/^held:123:\d+$/)]);
  });

  it('forgives the payments that the chain had refused: three more are tried', async () => {
    const { take, rounds } = await heldRound(db, 'payout-rejected', 'drawn');
    for (const attempt of [0, 1, 2]) {
      await db
        .prepare(
          `INSERT INTO journal VALUES ('payout:123', ?1, 'failed', '', 'sig ' || ?1, '', 1, 1, 1, NULL, 'refused')`,
        )
        .bind(attempt)
        .run();
    }
    expect(await take('release')).toEqual({ kind: 'done' });
    expect((await rounds.get(ROUND))?.release).toMatchObject({ forgiven: 3 });
  });

  it('brings a round on by a commitment of its journal that was given up and made the mark, though no history lists it', async () => {
    const { take, row, advance } = await heldRound(db, 'overdue', 'locked', {
      transactions: [{ ...COMMITTED, names: [] }],
    });
    await db
      .prepare(
        `INSERT INTO journal VALUES ('commit:123', 0, 'expired', '', ?, '', 1, 1, 1, NULL, 'no node had its block')`,
      )
      .bind(COMMITTED.signature)
      .run();
    expect(await take('shelve')).toEqual({ kind: 'done' });
    expect(await owedByOpenRounds(db, LOCK.wallet)).toEqual({ lamports: total, unknown: null });
    expect(await take('release')).toEqual({ kind: 'done' });
    await advance();
    expect(await row()).toMatchObject({ commit_signature: COMMITTED.signature, commit_final: 1 });
  });

  it('is done once: the second operator is told that there is nothing to release', async () => {
    const { take } = await heldRound(db, 'overdue', 'drawn');
    expect((await take('release')).kind).toBe('done');
    expect(await take('release')).toEqual({ kind: 'refused', sentence: 'Round 123 does not wait for a person.' });
  });
});
