import { beforeEach, describe, expect, it } from 'vitest';
import { addressWithSeed } from '../../../src/address/addressWithSeed.ts';
import { lamports } from '../../../src/money/lamports.ts';
import type { RpcNode } from '../../../worker/chain/node/rpcNode.ts';
import type { RoundContext } from '../../../worker/rounds/context.ts';
import { emptyDatabase } from '../database.ts';
import { HELD, readOf } from '../heldWallets.ts';
import { DOCUMENTS } from '../honestRound.ts';
import { END_OF_1, lockedRound, ROUND, roundMachine } from '../roundMachine.ts';
import { rpcStub } from '../rpcStub.ts';

let db: D1Database;
let now: number;
beforeEach(async () => {
  db = await emptyDatabase();
});

/** Nodes that agree on these marks of the hour, commitment and payment, and on everything that a lock asks. */
function nodesThatShow(marks: readonly [boolean, boolean], slots: number[] = []): RoundContext['rpc'] {
  // Nobody lists what made them.
  const call = async (method: string) => {
    expect(method).toBe('getSignaturesForAddress');
    return [];
  };
  const only = { label: 'node 1', call } as unknown as RpcNode;
  const pool = { lamports: lamports(100_000_000_000n), slot: 5 };
  return rpcStub({
    nodes: [only],
    agreeing: async ({ about }) => {
      const value = about === 'the marks of an hour' ? { made: marks, at: now / 1000 } : pool;
      return [{ node: only, value: value as never }];
    },
    hear: async ({ about, ask, decide }) => {
      const value = await ask(only);
      const voices = about === 'the history of a mark' ? [{ node: only, value }] : [];
      return (await decide(voices, { enough: 1, isOver: true })) as never;
    },
    agree: async ({ about, ask }) => {
      if (about === 'the time of a block') return (END_OF_1 + ROUND - 60) as never;
      if (about !== 'the marks of an hour') return lamports(1_000_000n) as never;
      const call = async (method: string, [asked]: readonly unknown[]) => {
        if (method === 'getSlot') return 9;
        if (method === 'getBlockTime') return now / 1000 - 13;
        expect(asked).toHaveLength(2);
        return { context: { slot: 9 }, value: marks.map((made) => (made ? { data: ['AA==', 'base64'] } : null)) };
      };
      const node = { label: 'node 1', call: (method: string, params: readonly unknown[]) => call(method, params) };
      slots.push(9);
      return (await ask(node as never)) as never;
    },
  });
}

const MARKS: readonly (readonly [string, readonly [boolean, boolean]])[] = [
  ['commitment', [true, false]],
  ['payment', [false, true]],
];

describe('a mark of an hour that was made by no transaction in our records', () => {
  it.each(MARKS)('of its %s: nothing is signed for a locked round, which is held', async (_of, marks) => {
    now = (END_OF_1 - 50) * 1000;
    const { rounds, settings, advance } = roundMachine({ db, now: () => now }, { rpc: nodesThatShow(marks) });
    // Its snapshot is older than what the node shows.
    await rounds.insertLock({ ...lockedRound(settings), slot: 8 }, DOCUMENTS, 'lock');
    await advance();
    expect(await rounds.get(1)).toMatchObject({ state: 'held', reason: 'mark-without-record' });
    const alert = await db.prepare('SELECT message FROM alerts').first<string>('message');
    for (const seed of [`commit:${END_OF_1}`, `payout:${END_OF_1}`])
      expect(alert).toContain(addressWithSeed(settings.pool.address, seed));
  });

  it.each(MARKS)(
    'of its %s is seen before the lock: nothing is locked, and the round is held after its hour',
    async (_of, marks) => {
      now = (END_OF_1 + ROUND - 50) * 1000;
      const readEntries = async () => readOf(HELD);
      const { rounds, advance } = roundMachine({ db, now: () => now }, { rpc: nodesThatShow(marks), readEntries });
      await rounds.insertUnlocked([
        { round: 1, endsAt: END_OF_1, state: 'rolled-over', reason: 'missed', detail: null },
      ]);
      expect((await advance()).problem).toBe('A mark of its hour was made before its lock.');
      expect(await rounds.get(2)).toBeNull();
      now = (END_OF_1 + ROUND + 1) * 1000;
      await advance();
      expect(await rounds.get(2)).toMatchObject({ state: 'held', reason: 'mark-without-record', lock: null });
    },
  );
});

describe('an hour without marks', () => {
  it('is locked, and its commitment may be signed', async () => {
    now = (END_OF_1 + ROUND - 50) * 1000;
    const asked: boolean[] = [];
    const { rounds, advance } = roundMachine(
      { db, now: () => now },
      {
        rpc: nodesThatShow([false, false]),
        readEntries: async () => readOf(HELD),
        pursue: async ({ maySign }) => {
          asked.push(await maySign([]));
          return { kind: 'idle', attempts: [] };
        },
      },
    );
    await rounds.insertUnlocked([{ round: 1, endsAt: END_OF_1, state: 'rolled-over', reason: 'missed', detail: null }]);
    await advance();
    expect(await rounds.get(2)).toMatchObject({ state: 'locked', lock: { slot: 5, lockSeconds: 60 } });
    expect(asked).toContain(true);
  });
});
