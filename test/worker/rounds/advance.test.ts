import { beforeEach, describe, expect, it } from 'vitest';
import type { LockRecord } from '../../../src/protocol/terms/lock.ts';
import { createReadProof } from '../../../worker/answers/rounds/readProof.ts';
import { NodesDisagree, NodesSilent, RpcError, Unreachable } from '../../../worker/chain/node/rpcError.ts';
import type { RoundContext } from '../../../worker/rounds/context.ts';
import type { Settings } from '../../../worker/settings/Settings.ts';
import type { JournalRow } from '../../../worker/store/journal/journal.ts';
import { owedByOpenRounds } from '../../../worker/store/views/rounds/winners.ts';
import { lotteryOf } from '../../../worker/terms/countMade.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { secretKeyOf } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { BEACON_1000, DOCUMENTS, WINNERS_1000 } from '../honestRound.ts';
import { transactionsOf } from '../markedChain.ts';
import { END_OF_1, lockedRound, NO_ANSWER, ROUND, roundMachine } from '../roundMachine.ts';
import { rpcStub } from '../rpcStub.ts';

let db: D1Database;
let now: number;
beforeEach(async () => {
  db = await emptyDatabase();
  now = (END_OF_1 + 60) * 1000;
});

const machine = (altered: Partial<RoundContext> = {}) => roundMachine({ db, now: () => now }, altered);

describe('nodes that do not say whether an hour is marked', () => {
  it('keep a locked round waiting, whether anything was signed for it or not: it may have been promised', async () => {
    for (const attempts of [[], [{ attempt: 0, state: 'expired' }]]) {
      db = await emptyDatabase();
      const pursue = async () => ({ kind: 'idle', attempts: attempts as never }) as const;
      const { rounds, settings, advance } = machine({ pursue });
      await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
      now = (END_OF_1 + 3_000) * 1000;
      await advance();
      expect(await rounds.get(1)).toMatchObject({ state: 'locked' });
    }
  });

  it('keep the next round from being locked while one before it has no end', async () => {
    // Round 1 has no row and cannot be settled; it is the moment to lock round 2.
    now = (END_OF_1 + ROUND - 30) * 1000;
    const asked: string[] = [];
    const { advance, rounds } = machine({
      readEntries: neverCalled('readEntries'),
      rpc: rpcStub({
        agree: async ({ about }) => {
          asked.push(about);
          throw NO_ANSWER;
        },
      }),
    });
    expect(await advance()).toMatchObject({ problem: NO_ANSWER.summary });
    expect(new Set(asked)).toEqual(new Set(['the marks of an hour']));
    // The round names what prevented its lock.
    now = (END_OF_1 + ROUND + 1) * 1000;
    const settled = machine({ rpc: rpcStub({ agree: async () => [false, false, false, false] as never }) });
    await settled.advance();
    expect((await rounds.inFlightAndNewest()).newest).toBe(2);
  });
});

describe('a commitment that no node has seen', () => {
  it.each([
    [21, true],
    [19, false],
  ])('may be sent again %i s before the end: %s', async (before, expected) => {
    const asked: boolean[] = [];
    const { rounds, settings, advance } = machine({
      pursue: async ({ mayResend }) => {
        asked.push(mayResend);
        return { kind: 'pending', row: { bytes: '' } as never, seen: 'sent', slot: null };
      },
    });
    await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
    now = (END_OF_1 - before) * 1000;
    await advance();
    expect(new Set(asked)).toEqual(new Set([expected]));
  });
});

/** The commitment of a lock, as the journal has it once it is final. */
function landedOf(lock: LockRecord) {
  const { bytes } = transactionsOf(secretKeyOf(1)).commitment(lock);
  const row = { key: 'commit:1', attempt: 0, state: 'finalized', signature: 'commit', slot: 5, bytes } as JournalRow;
  return async () => ({ kind: 'final', row, slot: 5 }) as const;
}

describe('a locked round whose commitment has landed while nothing ran', () => {
  it.each([
    ['a day of rounds is over', 25 * ROUND, (settings: Settings) => settings],
    ['the key of its wallet was taken away', 60, (settings: Settings) => ({ ...settings, pool: settings.taxWallet })],
  ])('is held as promised when %s: its prizes are set aside', async (_when, after, changed) => {
    const { settings } = machine();
    const lock = lockedRound(settings);
    const { rounds, advance } = machine({
      settings: changed(settings),
      pursue: landedOf(lock),
      rpc: rpcStub({
        agree: async ({ about }) => {
          if (about !== 'the time of a block') throw NO_ANSWER;
          return (END_OF_1 - 30) as never;
        },
      }),
    });
    await rounds.insertLock(lock, DOCUMENTS, 'lock');
    now = (END_OF_1 + after) * 1000;
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'held', commitment: { signature: 'commit', final: true } });
    expect(await owedByOpenRounds(db, lock.wallet)).toEqual({ lamports: lock.total, unknown: null });
  });
});

describe('a locked round whose own step fails for good, since no node has that block any more', () => {
  it.each([
    ['a day of rounds', 25 * ROUND, null],
    ['its release', 60, (END_OF_1 + 60) * 1000],
  ])('is held 15 minutes after %s, so that other rounds can be locked', async (_when, after, released) => {
    const lock = lockedRound(machine().settings);
    const { rounds, advance } = machine({ pursue: landedOf(lock) });
    await rounds.insertLock(lock, DOCUMENTS, 'lock');
    await db.prepare('UPDATE rounds SET released_at = ?').bind(released).run();
    for (const [later, state] of [
      [0, 'locked'],
      [899, 'locked'],
      [901, 'held'],
    ] as const) {
      now = (END_OF_1 + after + later) * 1000;
      await advance();
      expect(await rounds.get(1)).toMatchObject({ state });
    }
    expect(await rounds.get(1)).toMatchObject({ reason: 'overdue' });
    expect(await owedByOpenRounds(db, lock.wallet)).toEqual({ lamports: lock.total, unknown: null });
  });
});

describe('a locked round of which nodes have lost the block', () => {
  const noBlock = new RpcError('a node', 'getBlockTime', 'error -32009', -32_009);
  const noAnswer = new Unreachable('a node', 'getBlockTime', 'answered 503');
  it.each([
    ['held: they answer, and what they say is no outage that passes', [noBlock, noBlock], 2, 'held'],
    ['held, also where a third one is down', [noBlock, noAnswer, noBlock], 3, 'held'],
    [
      'held where one of two has lost it and the other is down, since one node alone is not enough',
      [noBlock, noAnswer],
      2,
      'held',
    ],
    ['not held while two of three are down: they may have the block', [noBlock, noAnswer, noAnswer], 3, 'locked'],
  ] as const)('is %s', async (_what, causes, count, state) => {
    const silent = new NodesSilent({ silent: ['node 1', 'node 2'], about: 'the time of a block', causes });
    const lock = lockedRound(machine().settings);
    const { rounds, advance } = machine({
      // As the doubts after such a question would be.
      isDisputed: () => true,
      pursue: landedOf(lock),
      rpc: { ...rpcStub({ agree: () => Promise.reject(silent) }), nodes: Array(count).fill({}), enough: 2 },
    });
    await rounds.insertLock(lock, DOCUMENTS, 'lock');
    for (const later of [0, 901]) {
      now = (END_OF_1 + 25 * ROUND + later) * 1000;
      await advance();
    }
    expect(await rounds.get(1)).toMatchObject({ state });
  });
});

describe('a round that was recovered or released long before its end', () => {
  it('is not held before its end: it waits for its draw', async () => {
    const { rounds, settings, advance } = machine();
    await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
    await rounds.commit(1, { signature: 'commit', slot: 5, blockTime: END_OF_1 - 1_500, final: true });
    await db
      .prepare('UPDATE rounds SET released_at = ?')
      .bind((END_OF_1 - 1_500) * 1000)
      .run();
    for (const [at, state] of [
      [END_OF_1 - 60, 'committed'],
      [END_OF_1 + 899, 'committed'],
      [END_OF_1 + 901, 'held'],
    ] as const) {
      now = at * 1000;
      await advance();
      expect(await rounds.get(1)).toMatchObject({ state });
    }
  });
});

describe('a round that another instance has moved on', () => {
  it('is not held because of an old state in memory, while its payment is on its way', async () => {
    const {
      rounds,
      settings,
      machine: own,
    } = machine({ pursue: async () => ({ kind: 'pending', row: {} as never, seen: 'confirmed', slot: 7 }) });
    await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
    await rounds.commit(1, { signature: 'commit', slot: 5, blockTime: END_OF_1 - 30, final: true });
    now = (END_OF_1 + 24 * ROUND) * 1000;
    await own.run();
    await rounds.draw(1, BEACON_1000, WINNERS_1000);
    await rounds.payoutSeen(1, 'payout', 'confirmed');
    now += 5_000;
    await own.run();
    expect(await rounds.get(1)).toMatchObject({ state: 'drawn', payout: { signature: 'payout', status: 'confirmed' } });
  });
});

describe('nodes that contradict each other', () => {
  it('never have a round held for being overdue: it waits for them', async () => {
    const { rounds, settings, advance } = machine({ isDisputed: () => true });
    await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
    await rounds.commit(1, { signature: 'commit', slot: 5, blockTime: END_OF_1 - 30, final: true });
    now = (END_OF_1 + 25 * ROUND) * 1000;
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'committed' });
    const calm = machine();
    await calm.advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'held', reason: 'overdue' });
  });

  it('make the round that could not be locked roll over with that reason, and a person is told', async () => {
    let told = 0;
    const disagree = () => Promise.reject(new NodesDisagree(['node 1', 'node 2'], 'the holders'));
    let answers: () => Promise<never> = disagree;
    now = (END_OF_1 - 30) * 1000;
    const { rounds, advance } = machine({
      rpc: rpcStub({ agree: () => answers() }),
      tellUndecided: () => {
        told += 1;
      },
    });
    const { problem } = await advance();
    expect([problem, told]).toEqual(['RPC node 1 and node 2 disagree about the holders', 0]);
    now = (END_OF_1 + 1) * 1000;
    answers = async () => [false, false] as never;
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'rolled-over', reason: 'nodes-disagree' });
    expect(told).toBe(1);
  });
});

describe('a round that waits for silent nodes', () => {
  it('keeps the next one from being locked, which gives the silence as its reason', async () => {
    const silent = new NodesSilent({ silent: ['node 2'], about: 'transactions of ours', causes: [NO_ANSWER] });
    let isSilent = true;
    const { rounds, settings, advance } = machine({
      rpc: rpcStub({ agree: async () => [false, false] as never }),
      pursue: () => (isSilent ? Promise.reject(silent) : Promise.resolve({ kind: 'idle', attempts: [] })),
    });
    await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
    now = (END_OF_1 + ROUND - 30) * 1000;
    expect((await advance()).problem).toBe(silent.summary);
    isSilent = false;
    now = (END_OF_1 + ROUND + 1) * 1000;
    await advance();
    expect(await rounds.get(2)).toMatchObject({ state: 'rolled-over', reason: 'nodes-silent' });
  });
});

describe('a round of rules that a newer deployment made', () => {
  it('waits with an alert that names the version, is never held for it, and the pages go on', async () => {
    const told: string[] = [];
    const { rounds, settings, advance } = machine({
      raiseAlert: async (key, message) => void told.push(`${key} ${message}`),
    });
    await rounds.insertLock({ ...lockedRound(settings), rules: 2 }, DOCUMENTS, 'lock');
    await rounds.commit(1, { signature: 'commit', slot: 5, blockTime: END_OF_1 - 30, final: true });
    const { problem } = await advance();
    expect(problem).toContain('Round 1 cannot go on: rules version 2 is not known here');
    expect(told).toEqual([`rules:1 ${problem}`]);
    expect(await rounds.get(1)).toMatchObject({ state: 'committed', lock: { rules: 2 } });

    const reader = createReadProof({ db, lottery: lotteryOf(settings), clock: settings.clock, now: () => now });
    const outline = await reader.outline(1);
    expect(outline?.shown).toMatchObject({ state: 'committed', prize: null, commitment: null });
    expect(outline && (await reader.whole(outline))).toMatchObject({ snapshot: null });
  });
});
