import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LockRecord } from '../../../src/protocol/terms/lock.ts';
import { NodesDisagree } from '../../../worker/chain/rpcError.ts';
import { searchCommitment, searchOrNull } from '../../../worker/rounds/searchRound.ts';
import {
  chainOf,
  commitText,
  ours,
  searcher,
  signatureOf,
  strangers,
  type TestRow,
  takeSurprises,
} from '../historyChain.ts';
import { lockOf } from '../honestRound.ts';
import { down } from '../rpcNodes.ts';

const ENDS_AT = 2_030;
const TEXT = commitText(7, ENDS_AT);
const LOCK: LockRecord = { ...lockOf(7), endsAt: ENDS_AT, memo: TEXT };
const OURS = ours('ours', { memos: [TEXT], blockTime: 1_990, slot: 700 });
const other = (name: string, text = commitText(7, ENDS_AT, 99), more: Partial<TestRow> = {}) =>
  ours(name, { ...{ memos: [text], blockTime: 1_980 }, ...more });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(takeSurprises()).toEqual([]);
});

function over(...histories: (readonly TestRow[] | typeof down)[]) {
  const client = searcher(
    histories.map((each) => (typeof each === 'function' ? each : chainOf(...each).node)),
    () => [],
  );
  const settings = { clock: { genesisTime: 0, roundSeconds: 300, entryLockSeconds: 60 } };
  const context = { searchMemos: client.searchMemos, settings };
  return {
    ...client,
    search: (decisiveFrom: number | null = null) => searchCommitment(context, LOCK, decisiveFrom),
    searchOrNull: () => searchOrNull(context, LOCK, 2_000),
  };
}
const seen = (row: TestRow) => ({ signature: signatureOf(row) });

describe("the search of a round's commitment", () => {
  it('finds ours in time, an earlier before a later one, a final one before any other', async () => {
    const again = ours('again', { memos: [TEXT], blockTime: 1_995, slot: 800 });
    expect(await over([again, OURS]).search()).toEqual({
      inTime: { ...seen(OURS), slot: 700, blockTime: 1_990, final: false },
      ...{ foreign: null, isComplete: true, isDecided: false, unreadable: [] },
    });
    const final = { ...again, isFinal: true };
    expect((await over([final, OURS]).search()).inTime).toMatchObject({ ...seen(final), final: true });
  });

  it('counts what landed five seconds before the end, and nothing later', async () => {
    expect((await over([{ ...OURS, blockTime: 2_025 }]).search()).inTime).not.toBeNull();
    expect((await over([{ ...OURS, blockTime: 2_026 }]).search()).inTime).toBeNull();
  });

  it('finds another text of ours for the round or for the hour', async () => {
    for (const text of [commitText(7, ENDS_AT, 99), commitText(8, ENDS_AT), commitText(7, ENDS_AT + 60)])
      expect((await over([other('foreign', text), OURS]).search()).foreign).toMatchObject({ text });
  });

  it("never takes a stranger's text for a second one, in any version", async () => {
    const text = commitText(7, ENDS_AT, 99);
    const rows = (['legacy', 0, 1] as const).map((version) => strangers(`${version}`, { memos: [text], version }));
    expect(await over([...rows, OURS]).search(2_000)).toMatchObject({ foreign: null, isDecided: true });
  });

  it('finds another text that one node alone shows, whatever the others say', async () => {
    const foreign = other('foreign');
    for (const decisiveFrom of [null, 2_000]) {
      const found = await over([OURS], [OURS, foreign], [OURS]).search(decisiveFrom);
      expect(found).toMatchObject({ foreign: seen(foreign), isDecided: false });
    }
  });

  it('takes a text of an earlier timetable, shown as new, for no second one', async () => {
    const old = other('old', commitText(7, 1_100));
    expect(await over([OURS, old], [OURS]).search(2_000)).toMatchObject({ foreign: null, isDecided: true });
  });

  it('takes ours for committed when more than half of the nodes show it', async () => {
    expect((await over([OURS], []).search()).inTime).toBeNull();
    expect((await over([OURS], [], [OURS]).search()).inTime).toMatchObject(seen(OURS));
    expect((await over([OURS], down).search()).inTime).toMatchObject(seen(OURS));
  });

  it('decides that it is not there only when the nodes agree', async () => {
    expect(await over([], []).search(2_000)).toMatchObject({ inTime: null, isDecided: true });
    await expect(over([OURS], []).search(2_000)).rejects.toThrow(NodesDisagree);
    expect(await over([OURS], []).searchOrNull()).toBeNull();
    expect(await over([], [OURS], []).search(2_000)).toMatchObject({ inTime: null, isDecided: true });
  });
});
