import { beforeEach, describe, expect, it } from 'vitest';
import { createJournal, isDead, isOver, type Journal, type NewAttempt } from '../../../worker/store/journal/journal.ts';
import { countedDatabase } from '../countedDatabase.ts';
import { emptyDatabase } from '../database.ts';
import { openSteps } from '../openSteps.ts';

const NOW = 1_692_806_400_000;
const attempt = (key: string, number = 0, text = key): NewAttempt => ({
  ...{ key, attempt: number, bytes: `bytes of ${text}`, signature: `signature of ${text}` },
  ...{ blockhash: 'blockhash', lastValidBlockHeight: 1_000, signedSlot: 900 },
});

describe('attempts at several intentions', () => {
  let journal: Journal;
  beforeEach(async () => {
    const db = await emptyDatabase();
    journal = createJournal(db, () => NOW);
    await openSteps(db, 7, 'distribute', 3);
  });

  it('are written together, and read back in the order in which they were given', async () => {
    const keys = ['tax:7:distribute:2', 'tax:7:distribute:1'];
    const rows = await journal.writeAll(keys.map((key) => attempt(key)));
    expect(rows).toEqual(keys.map((key) => ({ ...attempt(key), state: 'sent', slot: null, proof: null })));
    const read = await journal.attemptsOf(['tax:7:distribute:1', 'tax:7:distribute:2', 'tax:8:distribute:1']);
    expect([...read]).toEqual([
      ['tax:7:distribute:1', [rows[1]]],
      ['tax:7:distribute:2', [rows[0]]],
    ]);
    // Of cycle 7 alone, by key.
    expect(await journal.under('tax:7')).toEqual([rows[1], rows[0]]);
    expect(await journal.under('tax:7:distribute:1')).toEqual([]);
  });

  it('are not read back when nothing may be written: the first attempt is missing', async () => {
    await expect(journal.writeAll([attempt('tax:7:distribute:1', 1)])).rejects.toThrow(
      'tax:7:distribute:1 takes no attempt any more',
    );
    expect(await journal.under('tax:7')).toEqual([]);
  });

  it('of which there is none to read, to write or to settle ask the database nothing', async () => {
    const { DB, trips } = countedDatabase(await emptyDatabase());
    const none = createJournal(DB, () => NOW);
    expect([await none.attemptsOf([]), await none.writeAll([])]).toEqual([new Map(), []]);
    await none.settleAll([]);
    expect(trips).toEqual([]);
  });

  it('of which one is final end the others of its intention alone, and the final one keeps its slot', async () => {
    const overlapping = { ...attempt('tax:7:distribute:1', 1, 'the second'), overlaps: true };
    const [first] = await journal.writeAll([attempt('tax:7:distribute:1'), attempt('tax:7:distribute:2')]);
    const [second] = await journal.writeAll([overlapping]);
    if (first === undefined || second === undefined) throw new Error('two attempts');
    await journal.seeAll([{ row: second, slot: 950 }]);
    expect(await journal.under('tax:7')).toMatchObject([
      { signature: first.signature, state: 'failed', slot: null },
      { signature: second.signature, state: 'finalized', slot: 950, proof: null },
      { key: 'tax:7:distribute:2', state: 'sent' },
    ]);
  });
});

describe('an attempt', () => {
  it('is dead when it has failed or expired, and its cycle is over when its bytes are gone', () => {
    const states = ['sent', 'confirmed', 'finalized', 'failed', 'expired'] as const;
    expect(states.filter((state) => isDead({ state }))).toEqual(['failed', 'expired']);
    expect(['', 'bytes'].map((bytes) => isOver({ bytes }))).toEqual([true, false]);
  });
});
