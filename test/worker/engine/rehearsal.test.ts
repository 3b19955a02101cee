import { PublicKey, SystemInstruction, SystemProgram, Transaction } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import { createReadRounds } from '../../../worker/answers/rounds/readRounds.ts';
import { readFairness } from '../../../worker/store/views/rounds/fairness.ts';
import { countUptime } from '../../../worker/store/views/rounds/uptime.ts';
import { winnerTotals } from '../../../worker/store/views/rounds/winnerTotals.ts';
import { createCountFairness } from '../../../worker/upkeep/countFairness.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, DOCUMENTS, ENDS_AT, lockOf, POOL } from '../honestRound.ts';
import { FAILS, PASSES, type RehearsalInput, rehearsal } from '../rehearsal.ts';

const BEFORE_END = (ENDS_AT - 40) * 1000;
const AFTER_END = (ENDS_AT + 2) * 1000;

let db: D1Database;
let now = 0;
let surprises: readonly unknown[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
  now = BEFORE_END;
});
afterEach(() => expect(surprises).toEqual([]));

function lottery(input: Partial<RehearsalInput> = {}, altered: Parameters<typeof rehearsal>[1] = {}) {
  const made = rehearsal({ db, now: () => now, payouts: 'shadow', ...input }, altered);
  surprises = made.nodes.surprises;
  return made;
}
const rowOf = (round: number) =>
  db.prepare('SELECT state, reason, payouts, detail FROM rounds WHERE round = ?').bind(round).first();
const alertsOf = async () => (await db.prepare('SELECT key, message FROM alerts').all()).results;
const decode = (bytes: string) => Transaction.from(Buffer.from(bytes, 'base64'));

describe('a rehearsal', () => {
  it('tries the commitment before the end and the payout after the draw, and ends rolled over as shadow', async () => {
    const tried: Transaction[] = [];
    const { lock, advance, rounds, nodes } = lottery({
      simulate: (bytes, options) => {
        tried.push(decode(bytes));
        expect(options).toEqual({
          ...{ commitment: 'confirmed', encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true },
        });
        return PASSES;
      },
    });
    await lock();
    const { wakeAt } = await advance();
    expect([tried.length, wakeAt]).toEqual([1, ENDS_AT * 1000]);
    expect(await rounds.get(1)).toMatchObject({ state: 'locked', payouts: 'shadow', commitment: null });
    now = AFTER_END;
    await advance();
    expect(await rowOf(1)).toEqual({
      ...{ state: 'rolled-over', reason: 'shadow', payouts: 'shadow' },
      detail:
        'the commitment would have passed with 4321 compute units; the payout would have passed with 4321 compute units',
    });
    expect(await alertsOf()).toEqual([]);
    const [commitment, payout] = tried;
    expect(commitment?.instructions.at(-1)?.data.toString()).toMatch(/^GOD1 commit round=1 /);
    expect(payout?.instructions.at(-1)?.data.toString()).toMatch(/^GOD1 payout round=1 /);
    const sent = payout?.instructions.filter((each) => each.programId.equals(SystemProgram.programId)).slice(2);
    expect(sent?.map((each) => `${SystemInstruction.decodeTransfer(each).toPubkey}`)).toEqual(
      protocolOf(1)
        .placeWinners(lockOf(1), DOCUMENTS.list, BEACON_1000.randomness)
        .map(({ address }) => address),
    );
    // They are unsigned, so no node could land them.
    for (const { signatures } of tried)
      expect(signatures).toEqual([{ publicKey: new PublicKey(POOL), signature: null }]);
    expect(nodes.calls.map(({ method }) => method)).not.toContain('sendTransaction');
    expect(await db.prepare('SELECT count(*) AS n FROM journal').first('n')).toBe(0);
  });

  it('is not counted in winners, prizes, ends or days, and is never late', async () => {
    const { lock, advance, settings } = lottery();
    await lock();
    await advance();
    now = AFTER_END;
    await advance();
    await createCountFairness({ db, now: () => now })();
    expect(await winnerTotals(db, null)).toEqual({ winners: 0, distributed: 0n });
    const { counts } = (await readFairness(db)) ?? {};
    expect(counts).toMatchObject({ rounds: { paid: 0, rolledOver: 0, held: 0, other: 0 }, reasons: [] });
    expect((await countUptime(db, { from: 0, until: ENDS_AT })).days).toEqual([]);
    const { detail } = createReadRounds({ db, clock: settings.clock, now: () => now });
    expect(await detail(1)).toMatchObject({ state: 'rolled-over', reason: 'shadow', winners: [], late: [] });
  });

  it('tells a person what would have failed, and ends all the same', async () => {
    const { lock, advance, watch } = lottery({
      simulate: (bytes) => (decode(bytes).instructions.length > 5 ? FAILS : PASSES),
    });
    await lock();
    await advance();
    now = AFTER_END;
    await advance();
    expect(await rowOf(1)).toMatchObject({ state: 'rolled-over', reason: 'shadow' });
    expect(await alertsOf()).toEqual([
      {
        key: 'shadow:1',
        message:
          'Round 1 was a rehearsal and would not have been paid: payout: node 1: {"InstructionError":[2,{"Custom":1}]}.',
      },
    ]);
    expect(watch.report().rehearsal).toContain('would not have been paid: an alert says why.');
  });

  it('says that the commitment came too late when no node tried it in time', async () => {
    const { lock, advance } = lottery({ simulate: () => new Response('', { status: 503 }) });
    await lock();
    expect((await advance()).problem).toContain('simulateTransaction');
    now = AFTER_END;
    await advance();
    expect(await rowOf(1)).toMatchObject({ state: 'locked' });
    now = (ENDS_AT + 601) * 1000;
    await advance();
    expect(await rowOf(1)).toMatchObject({ state: 'rolled-over', reason: 'shadow' });
    expect(await alertsOf()).toMatchObject([
      { key: 'shadow:1', message: expect.stringContaining('no node tried it in time; payout: no node could be asked') },
    ]);
  });

  it('gives up ten minutes after its end when the beacon does not come', async () => {
    const { lock, advance } = lottery({}, { fetchBeacon: async () => null });
    await lock();
    await advance();
    now = AFTER_END;
    await advance();
    expect(await rowOf(1)).toMatchObject({ state: 'locked' });
    now = (ENDS_AT + 601) * 1000;
    await advance();
    expect(await alertsOf()).toMatchObject([{ message: expect.stringContaining('the beacon did not come') }]);
  });

  it('is never held: a problem that would hold a live round ends it', async () => {
    const { lock, advance } = lottery();
    await lock();
    await db.prepare("UPDATE round_documents SET body = 'AAAA' WHERE kind = 'list'").run();
    await advance();
    expect(await rowOf(1)).toMatchObject({ state: 'rolled-over', reason: 'shadow' });
    expect(await alertsOf()).toMatchObject([
      { key: 'shadow:1', message: expect.stringContaining('record-mismatch: round 1: entries, rules or prizes') },
    ]);
  });

  it('cannot be committed, drawn, paid or held in the database', async () => {
    const { lock, rounds } = lottery();
    await lock();
    const seen = { signature: 'commit', slot: 5, blockTime: ENDS_AT - 30, final: true };
    await expect(rounds.commit(1, seen)).rejects.toThrow('CHECK');
    await expect(rounds.hold(1, 'overdue', 'a cause')).rejects.toThrow('CHECK');
    await expect(rounds.rollOver(1, 'missed', 'a cause')).rejects.toThrow('CHECK');
    for (const state of ['drawn', 'paid'])
      await expect(db.prepare('UPDATE rounds SET state = ?').bind(state).run()).rejects.toThrow('CHECK');
  });
});

describe('the way to live', () => {
  it('is refused while a rehearsal is in flight, which a person is told, and open when it has ended', async () => {
    await lottery().lock();
    const live = lottery({ payouts: 'live' });
    await live.advance();
    expect(live.watch.report()).toMatchObject({ isRefused: true });
    const sentence = 'PAYOUTS=live is refused while round 1 is in flight';
    expect(await alertsOf()).toMatchObject([{ key: 'payouts:1', message: expect.stringContaining(sentence) }]);
    now = AFTER_END;
    await live.advance();
    expect(await rowOf(1)).toMatchObject({ state: 'rolled-over', reason: 'shadow' });
    expect(live.watch.report()).toMatchObject({ isRefused: false });
  });
});

describe('the way back', () => {
  it('does not change a round that was locked live: its commitment is pursued', async () => {
    await lottery({ payouts: 'live' }).lock();
    const keys: string[] = [];
    const { advance, watch, rounds } = lottery(
      {},
      {
        pursue: async ({ key }) => {
          keys.push(key);
          return { kind: 'pending', row: { bytes: '' } as never, seen: 'sent', slot: null };
        },
      },
    );
    await advance();
    expect(new Set(keys)).toEqual(new Set(['commit:1']));
    expect(await rounds.get(1)).toMatchObject({ payouts: 'live' });
    expect(watch.report()).toEqual({
      isRefused: false,
      sentence: expect.stringContaining('what it promised is still paid'),
      rehearsal: null,
    });
  });
});
