import { beforeEach, describe, expect, it } from 'vitest';
import { NodesDisagree } from '../../../worker/chain/rpcError.ts';
import type { RoundContext } from '../../../worker/rounds/context.ts';
import { createReadProof } from '../../../worker/services/readProof.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { emptyDatabase } from '../database.ts';
import { DOCUMENTS } from '../honestRound.ts';
import { END_OF_1, lockedRound, NO_ANSWER, ROUND, roundMachine } from '../roundMachine.ts';

let db: D1Database;
let now: number;
beforeEach(async () => {
  db = await emptyDatabase();
  now = (END_OF_1 + 60) * 1000;
});

const machine = (altered: Partial<RoundContext> = {}) => roundMachine({ db, now: () => now }, altered);

describe('a history that nobody can read', () => {
  it('keeps a locked round for which nothing was signed waiting for 15 minutes, and then calls it off', async () => {
    const { rounds, settings, advance } = machine();
    await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'locked' });
    now = (END_OF_1 + 15 * 60 + 1) * 1000;
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'rolled-over', reason: 'commitment-late' });
  });

  it('never calls off a round for which something was signed', async () => {
    const attempts = [{ attempt: 0, state: 'expired' }] as never;
    const { rounds, settings, advance } = machine({ pursue: async () => ({ kind: 'idle', attempts }) });
    await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
    now = (END_OF_1 + 3_000) * 1000;
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'locked' });
  });

  it('never keeps the next round from being locked', async () => {
    // Round 1 has no row and cannot be settled; it is the moment to lock round 2, whose limits roll it over.
    now = (END_OF_1 + ROUND - 30) * 1000;
    let asked = 0;
    const { advance } = machine({
      readEntries: neverCalled('readEntries'),
      rpc: {
        ...{
          nodes: [],
          calls: () => 0,
          lastNode: () => null,
          distrust: neverCalled('distrust'),
          report: neverCalled('report'),
        },
        ...{ read: neverCalled('read'), gather: neverCalled('gather'), weigh: neverCalled('weigh') },
        agree: async () => {
          asked += 1;
          throw NO_ANSWER;
        },
      },
    });
    await advance();
    // The lock's first question.
    expect(asked).toBeGreaterThan(0);
  });
});

describe('a commitment that no node has seen', () => {
  it.each([
    [16, true],
    [14, false],
  ])('may be sent again %i s before the end: %s', async (before, expected) => {
    const asked: boolean[] = [];
    const { rounds, settings, advance } = machine({
      searchMemos: async () => ({ memos: [], isComplete: true, unreadable: [] }),
      pursue: async ({ mayResend }) => {
        asked.push(mayResend);
        return { kind: 'pending', row: {} as never, seen: 'sent', slot: null };
      },
    });
    await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
    now = (END_OF_1 - before) * 1000;
    await advance();
    expect(new Set(asked)).toEqual(new Set([expected]));
  });
});

describe('look-alikes that no node can read', () => {
  it('are told with their signatures, once a round, and stop nothing', async () => {
    const raised: string[] = [];
    const unreadable = ['one', 'two', 'three', 'four'];
    const { rounds, settings, advance } = machine({
      searchMemos: async () => ({ memos: [], isComplete: true, unreadable }),
      raiseAlert: async (_key, message) => void raised.push(message),
    });
    await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
    await rounds.commit(1, { signature: 'commit', slot: 5, blockTime: END_OF_1 - 30, final: true });
    await advance();
    expect(raised).toEqual([expect.stringContaining('4 transactions that look like commitments of round 1')]);
    expect(raised[0]).toContain('one, two, three.');
    // It waits for the beacon, as it would without them.
    expect(await rounds.get(1)).toMatchObject({ state: 'committed' });
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

  it('make the round that could not be locked roll over with that reason', async () => {
    const disagree = () => Promise.reject(new NodesDisagree(['node 1', 'node 2'], 'the holders'));
    now = (END_OF_1 - 30) * 1000;
    const { rounds, advance } = machine({
      rpc: {
        ...{
          nodes: [],
          calls: () => 0,
          lastNode: () => null,
          distrust: neverCalled('distrust'),
          report: neverCalled('report'),
        },
        ...{ read: disagree, gather: disagree, agree: disagree, weigh: disagree },
      },
      searchMemos: async () => ({ memos: [], isComplete: true, unreadable: [] }),
    });
    const { problem } = await advance();
    expect(problem).toBe('RPC node 1 and node 2 disagree about the holders');
    now = (END_OF_1 + 1) * 1000;
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'rolled-over', reason: 'nodes-disagree' });
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

    const reader = createReadProof({ db, clock: settings.clock, now: () => now });
    const outline = await reader.outline(1);
    expect(outline?.shown).toMatchObject({ state: 'committed', prize: null, commitment: null });
    expect(outline && (await reader.whole(outline))).toMatchObject({ snapshot: null });
  });
});
