import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NodesDisagree } from '../../../worker/chain/node/rpcError.ts';
import { SignerRefusal } from '../../../worker/chain/signing/signer.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { type BegunNote, createFirstHand } from '../../../worker/tax/firstHand.ts';
import type { Note } from '../../../worker/tax/Note.ts';
import type { OwnParts } from '../../../worker/tax/readOwnParts.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { openSteps } from '../openSteps.ts';
import { rpcNodes } from '../rpcNodes.ts';
import { noteOf } from '../taxContext.ts';

let db: D1Database;
let surprises: unknown[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
  await openSteps(db, ID, 'distribute', 2);
});
afterEach(() => {
  expect(surprises).toEqual([]);
  surprises = [];
});

const ID = 1_790_000_000;
const CYCLE = { id: ID, slot: 900 };
const KEY = `tax:${ID}:distribute:0`;
const [WALLET, OLD_WALLET] = [wallet(3), wallet(5)];
const PART = { signature: 's', slot: 1_100, blockTime: ID, cycle: ID, part: 0 };

interface Height {
  confirmed: number;
  finalized: number;
}

/** A process, and nodes with these block heights, which may be changed. */
const started = (...heights: Height[]) => startedWith(noteOf(), ...heights);

/** A process of the object that keeps this note. */
function startedWith(begunNote: Note<BegunNote>, ...heights: Height[]) {
  return startedBy(WALLET, begunNote, ...heights);
}

/** The same, with this tax wallet. */
function startedBy(own: string, begunNote: Note<BegunNote>, ...heights: Height[]) {
  const each = rpcNodes(
    heights.map((height) => (_method, params) => {
      const [{ commitment }] = params as [{ commitment: 'confirmed' | 'finalized' }];
      return { blockHeight: height[commitment], absoluteSlot: height[commitment] + 50 };
    }),
  );
  surprises = each.surprises;
  const spans: { from: number; to: number; height: number }[] = [];
  const history: { read: OwnParts } = { read: { kind: 'whole', parts: [PART] } };
  const firstHand = createFirstHand({
    ...{ rpc: each.rpc, begunNote, wallet: own },
    async readOwnParts({ from, to, height, isWanted }) {
      expect([isWanted(ID), isWanted(ID + 1)]).toEqual([true, false]);
      spans.push({ from, to, height });
      return history.read;
    },
  });
  const journal = firstHand.watch(createJournal(db, each.now));
  return { ...each, firstHand, journal, spans, history };
}
const AT = { confirmed: 1_000, finalized: 970 };
/** A blockhash of block 1,000 is valid until block 1,150; 32 more for nodes that are behind. */
const PAST = { confirmed: 1_220, finalized: 1_183 };
const written = (attempt: number) => ({
  ...{ key: KEY, attempt, bytes: 'AA==', signature: `signature ${attempt}`, blockhash: 'b' },
  ...{ lastValidBlockHeight: 1, signedSlot: 1 },
});

describe('a cycle that this process has begun', () => {
  it('is signed at once, without asking any node', async () => {
    const { firstHand, calls, spans } = started({ ...AT });
    await firstHand.began(CYCLE);
    expect([await firstHand.mayWrite(CYCLE, KEY, 0), await firstHand.isClear(CYCLE)]).toEqual([true, true]);
    expect([firstHand.afterGap(ID), calls, spans]).toEqual([null, [], []]);
  });

  it('has a gap when an attempt that was in the journal is not there any more: the database was restored', async () => {
    const height = { ...AT };
    const { firstHand, journal, spans } = started(height);
    await firstHand.began(CYCLE);
    await journal.writeAll([written(0)]);
    expect(await firstHand.mayWrite(CYCLE, KEY, 1)).toBe(true);
    // Asked as for a journal without an attempt.
    expect(await firstHand.mayWrite(CYCLE, KEY, 0)).toBe(false);
    expect(await firstHand.mayWrite(CYCLE, `tax:${ID}:distribute:1`, 0)).toBe(false);
    Object.assign(height, PAST);
    expect(await firstHand.mayWrite(CYCLE, KEY, 0)).toBe(true);
    expect(firstHand.afterGap(ID)).toEqual({ parts: [PART], hasEnded: false });
    expect(spans).toHaveLength(1);
  });

  it.each(['attempts', 'attemptsOf'] as const)('has a gap when the attempt was another’s, seen by %s', async (read) => {
    const { firstHand, journal } = started({ ...AT });
    await firstHand.began(CYCLE);
    await createJournal(db, () => 1).writeAll([written(0)]);
    await (read === 'attempts' ? journal.attempts(KEY) : journal.attemptsOf([KEY]));
    expect(await firstHand.mayWrite(CYCLE, KEY, 0)).toBe(false);
  });

  it('has a gap for a part of a payment, although another part was just asked about before it', async () => {
    const { firstHand, journal } = started({ ...AT });
    await firstHand.began(CYCLE);
    await journal.writeAll([written(0)]);
    // Parts ask together. The first one waits for a lock and was never signed; the journal has lost the second.
    const asked = [`tax:${ID}:distribute:1`, KEY].map((key) => firstHand.mayWrite(CYCLE, key, 0));
    expect((await Promise.all(asked))[1]).toBe(false);
  });

  it('is not begun anew by a second row of that name', async () => {
    const { firstHand, journal } = started({ ...AT });
    await firstHand.began(CYCLE);
    await journal.writeAll([written(0)]);
    await firstHand.began(CYCLE);
    expect(await firstHand.mayWrite(CYCLE, KEY, 0)).toBe(false);
  });

  it('counts as another process’s cycle again when other cycles came in between', async () => {
    const { firstHand } = started({ ...AT });
    await firstHand.began(CYCLE);
    await firstHand.began({ id: ID + 120, slot: 1_200 });
    expect(await firstHand.isClear(CYCLE)).toBe(false);
  });
});

describe('a cycle that an earlier process of this object has begun', () => {
  const OTHER = `tax:${ID}:distribute:1`;

  it('is signed at once where the journal has all its attempts, however long ago that was', async () => {
    const note = noteOf<BegunNote>();
    const before = startedWith(note, { ...AT });
    await before.firstHand.began(CYCLE);
    await before.journal.writeAll([written(0)]);
    const { firstHand, journal, calls } = startedWith(note, { confirmed: 900_000, finalized: 899_970 });
    await firstHand.meet(CYCLE);
    expect(await firstHand.isClear(CYCLE, () => journal.under(`tax:${ID}`))).toBe(true);
    expect([await firstHand.mayWrite(CYCLE, KEY, 1), await firstHand.mayWrite(CYCLE, OTHER, 0)]).toEqual([true, true]);
    expect([firstHand.afterGap(ID), calls]).toEqual([null, []]);
  });

  it('has a gap where the journal has lost an attempt of that process', async () => {
    const note = noteOf<BegunNote>();
    const before = startedWith(note, { ...AT });
    await before.firstHand.began(CYCLE);
    await before.journal.writeAll([written(0)]);
    await db.prepare('DELETE FROM journal').run();
    const { firstHand } = startedWith(note, { ...AT });
    expect(await firstHand.mayWrite(CYCLE, KEY, 0)).toBe(false);
    expect(await startedWith(note, { ...AT }).firstHand.isClear(CYCLE, async () => [])).toBe(false);
  });

  it('may have one where that process has ended while it wrote, and not as long as it lives', async () => {
    const note = noteOf<BegunNote>();
    const { firstHand } = startedWith(note, { ...AT });
    await firstHand.began(CYCLE);
    const failing = firstHand.watch({
      ...createJournal(db, () => 1),
      writeAll: () => Promise.reject(new Error('gone')),
    });
    await expect(failing.writeAll([written(0)])).rejects.toThrow('gone');
    expect(await firstHand.mayWrite(CYCLE, KEY, 0)).toBe(true);
    expect(await startedWith(note, { ...AT }).firstHand.mayWrite(CYCLE, KEY, 0)).toBe(false);
  });

  it('is read once more after a gap: what was read then is known to no other process', async () => {
    const note = noteOf<BegunNote>();
    const height = { ...AT };
    const { firstHand, journal } = startedWith(note, height);
    await firstHand.began(CYCLE);
    await journal.writeAll([written(0)]);
    await db.prepare('DELETE FROM journal').run();
    expect(await firstHand.mayWrite(CYCLE, KEY, 0)).toBe(false);
    Object.assign(height, PAST);
    expect(await firstHand.mayWrite(CYCLE, KEY, 0)).toBe(true);
    await journal.writeAll([written(0)]);
    expect(await startedWith(note, { ...AT }).firstHand.mayWrite(CYCLE, KEY, 1)).toBe(false);
  });
});

describe('an attempt', () => {
  const written0 = written(0);

  it('is not written while another cycle is looked at: its own note would lack it', async () => {
    const note = noteOf<BegunNote>();
    const { firstHand, journal } = startedWith(note, { ...AT });
    await firstHand.began(CYCLE);
    expect(await firstHand.mayWrite(CYCLE, KEY, 0)).toBe(true);
    // An operator's exit of the cycle before, which it has read as under way.
    await firstHand.isClear({ id: ID - 120, slot: 600 });
    await expect(journal.writeAll([written0])).rejects.toThrow('is not noted');
    expect(await createJournal(db, () => 1).attempts(KEY)).toEqual([]);
    // The next look writes it, and another process knows of it.
    expect(await firstHand.mayWrite(CYCLE, KEY, 0)).toBe(true);
    await journal.writeAll([written0]);
    await db.prepare('DELETE FROM journal').run();
    expect(await startedWith(note, { ...AT }).firstHand.mayWrite(CYCLE, KEY, 0)).toBe(false);
  });

  it('that was allowed before a gap was noticed, and is written after it, may have been lost', async () => {
    const note = noteOf<BegunNote>();
    const { firstHand, journal } = startedWith(note, { ...AT });
    const other = `tax:${ID}:distribute:1`;
    await firstHand.began(CYCLE);
    await journal.writeAll([written0]);
    expect(await firstHand.mayWrite(CYCLE, other, 0)).toBe(true);
    // An operator's exit finds that the database was restored.
    await db.prepare('DELETE FROM journal').run();
    expect(await firstHand.isClear(CYCLE, async () => [])).toBe(false);
    await journal.writeAll([{ ...written0, key: other }]);
    await db.prepare('DELETE FROM journal').run();
    expect(await startedWith(note, { ...AT }).firstHand.mayWrite(CYCLE, other, 0)).toBe(false);
  });
});

describe('a cycle that begins a second time, in a database that was restored to before its beginning', () => {
  it('has a gap for every later process too: what was signed for it before stays in the note', async () => {
    const note = noteOf<BegunNote>();
    const { firstHand, journal } = startedWith(note, { ...AT });
    await firstHand.began(CYCLE);
    await journal.writeAll([written(0)]);
    await db.prepare('DELETE FROM journal').run();
    await firstHand.began(CYCLE);
    expect(await startedWith(note, { ...AT }).firstHand.mayWrite(CYCLE, KEY, 0)).toBe(false);
  });
});

describe('a cycle after which this object has begun another one', () => {
  it('had ended, as every process knows, also after it was signed for', async () => {
    const note = noteOf<BegunNote>();
    const height = { ...AT };
    const { firstHand, journal } = startedWith(note, height);
    await firstHand.began(CYCLE);
    await firstHand.began({ id: ID + 120, slot: 1_200 });
    await firstHand.meet(CYCLE);
    Object.assign(height, PAST);
    expect(await firstHand.isClear(CYCLE)).toBe(true);
    await journal.writeAll([written(0)]);
    const later = { ...PAST };
    const next = startedWith(note, later);
    await next.firstHand.meet(CYCLE);
    Object.assign(later, { confirmed: 1_500, finalized: 1_470 });
    expect(await next.firstHand.isClear(CYCLE)).toBe(true);
    for (const each of [firstHand, next.firstHand])
      expect(each.afterGap(ID)).toEqual({ parts: [PART], hasEnded: true });
  });

  it('is no such cycle where the one that was noted is older', async () => {
    const height = { ...AT };
    const { firstHand } = startedWith(noteOf<BegunNote>({ cycle: ID - 120, wallet: OLD_WALLET, attempts: [] }), height);
    await firstHand.meet(CYCLE);
    Object.assign(height, PAST);
    expect(await firstHand.isClear(CYCLE)).toBe(true);
    expect(firstHand.afterGap(ID)).toEqual({ parts: [PART], hasEnded: false });
  });
});

describe('a cycle that was begun with another tax wallet', () => {
  it('is sold and paid by no later wallet, whatever that one signs of it, and is gone on with by its own', async () => {
    const note = noteOf<BegunNote>();
    const before = startedBy(OLD_WALLET, note, { ...AT });
    await before.firstHand.began(CYCLE);
    const next = startedWith(note, { ...AT });
    await next.firstHand.meet(CYCLE);
    const refused = async () => {
      await expect(next.firstHand.isClear(CYCLE)).rejects.toThrow(SignerRefusal);
      await expect(next.firstHand.mayWrite(CYCLE, KEY, 0)).rejects.toThrow(OLD_WALLET);
    };
    await refused();
    // A withdrawal, which is signed all the same: it moves GOD from the mint to the wallet of now.
    await next.journal.writeAll([written(0)]);
    await refused();
    expect(await startedBy(OLD_WALLET, note, { ...AT }).firstHand.isClear(CYCLE)).toBe(true);
  });
});

describe('a cycle that is not noted', () => {
  it('is signed when enough nodes have made final what could have landed when it was met, and its history is read', async () => {
    const [one, two] = [{ ...AT }, { confirmed: 990, finalized: 940 }];
    const { firstHand, spans } = started(one, two);
    await firstHand.meet(CYCLE);
    expect(await firstHand.mayWrite(CYCLE, KEY, 0)).toBe(false);
    Object.assign(one, { confirmed: 1_300, finalized: 1_250 });
    Object.assign(two, { confirmed: 1_200, finalized: 1_182 });
    expect([await firstHand.mayWrite(CYCLE, KEY, 0), spans]).toEqual([false, []]);
    two.finalized = 1_183;
    expect(await firstHand.mayWrite(CYCLE, KEY, 0)).toBe(true);
    // From the slot of its beginning, whatever the clock said then, to the later slot of the two nodes: at both the
    // chain is past that height.
    expect(spans).toEqual([{ from: 900, to: 1_300, height: 1_182 }]);
    expect(firstHand.afterGap(ID)).toEqual({ parts: [PART], hasEnded: false });
  });

  it('waits as long as one of two nodes does not say how high the chain is', async () => {
    const { firstHand } = started({ ...AT }, { confirmed: 5_000, finalized: 4_900 });
    await expect(firstHand.meet(CYCLE)).rejects.toThrow(NodesDisagree);
    await expect(firstHand.isClear(CYCLE)).rejects.toThrow(NodesDisagree);
  });

  it('waits while look-alikes are being looked up, and for a person where its history is too long', async () => {
    const height = { ...AT };
    const { firstHand, history, spans } = started(height);
    await firstHand.meet(CYCLE);
    Object.assign(height, PAST);
    history.read = { kind: 'not-yet' };
    expect(await firstHand.isClear(CYCLE)).toBe(false);
    // Nodes are always read at the slot of the first look, although later slots have become final since.
    height.finalized += 500;
    history.read = { kind: 'too-long' };
    await expect(firstHand.isClear(CYCLE)).rejects.toThrow(SignerRefusal);
    history.read = { kind: 'whole', parts: [] };
    expect(await firstHand.isClear(CYCLE)).toBe(true);
    expect(spans.map(({ to }) => to)).toEqual([1_233, 1_233, 1_233]);
  });
});
