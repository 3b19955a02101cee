import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RpcError } from '../../../worker/chain/rpcError.ts';
import {
  chainOf,
  commitText,
  ours,
  over,
  plain,
  STRANGER,
  searcher,
  strangers,
  type TestRow,
  takeSurprises,
} from '../historyChain.ts';

const DECISIVE = { isDecisive: true };
const flood = (count: number, more: Partial<TestRow> = {}): TestRow[] =>
  Array.from({ length: count }, (_, i) => strangers(`stranger ${i}`, more));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(takeSurprises()).toEqual([]);
});

/** Hundreds of signatures are made for real. */
const FLOOD_TIMEOUT_MS = 60_000;

/** A search over one node, where time can pass. */
function flooded(...rows: TestRow[]) {
  const client = over(...rows);
  return {
    ...client,
    second: () => {
      client.later(1_000);
      client.said.newest += 1;
    },
  };
}

describe('under a flood of look-alikes', { timeout: FLOOD_TIMEOUT_MS }, () => {
  it('a search makes a bounded number of look-ups, says what it knows, and finds ours in the end', async () => {
    const { found, lookedUp, second } = flooded(ours('ours'), ...flood(95));
    expect(await found()).toEqual([]);
    expect(lookedUp()).toHaveLength(40);
    for (const known of [60, 80]) {
      second();
      expect(await found()).toEqual([]);
      expect(lookedUp()).toHaveLength(known);
    }
    second();
    expect(await found()).toEqual(['ours']);
  });

  it('gives no answer to a decisive question before everything is looked up', async () => {
    const { search, found, second } = flooded(ours('ours'), ...flood(70));
    for (let searches = 1; searches <= 2; searches++) {
      await expect(search(DECISIVE)).rejects.toThrow(RpcError);
      second();
    }
    expect(await found(DECISIVE)).toEqual(['ours']);
  });

  it('a node that refuses a look-up is spared further ones for two seconds, and not the round its questions', async () => {
    const rows = flood(30, { answer: new Response('', { status: 429 }) });
    const { search, lookedUp, ranges, second } = flooded(...rows);
    await search();
    const before = lookedUp().length;
    expect(before).toBeLessThanOrEqual(8);
    second();
    await search();
    expect([lookedUp().length, ranges().length]).toEqual([before, 2]);
    second();
    await search();
    expect(lookedUp().length).toBeGreaterThan(before);
  });

  it('finds our own text among the first, and another one of ours in turn with it', async () => {
    const text = commitText(7, 1_950);
    const first = (each: string) => each === text;
    const other = { memos: [commitText(7, 1_951)] };
    const copies = Array.from({ length: 300 }, (_, i) => strangers(`copy ${i}`, { memos: [text] }));
    const { found } = over(...copies, ours('ours', { memos: [text] }), ...flood(300, other), ours('other', other));
    // Both are the oldest of their kind: no later flood pushes them back.
    expect(await found({ first })).toEqual(['other', 'ours']);
  });

  it('keeps 5,000 rows of a node, says so, and reads on when they are looked up', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const busy = { answer: new Response('', { status: 429 }) };
    const rows = Array.from({ length: 6_000 }, (_, i) => strangers(`${i}`, { ...busy, signature: `signature ${i}` }));
    const { said, search, ranges } = over(...rows);
    expect(await search()).toMatchObject({ isComplete: false });
    expect(ranges()).toHaveLength(5);
    expect(warn.mock.calls.flat()).toContainEqual(
      expect.stringContaining('5000 look-alike memos wait to be looked up'),
    );
    await search();
    expect(ranges()).toHaveLength(5);
    expect(said.rows).toHaveLength(6_000);
  });

  it('forgets what was looked up and is a stranger’s, so that it never fills up', async () => {
    const { said, found, second } = flooded(...flood(50, { isFinal: true }), ...plain(4_000));
    for (let searches = 1; searches <= 3; searches++) {
      await found();
      second();
    }
    said.rows = [ours('ours', { isFinal: true }), ...said.rows];
    expect(await found()).toEqual(['ours']);
  });

  it('never counts a text that the wallet did not sign, however many nodes show it', async () => {
    const rows = flood(3, { signers: [STRANGER] });
    const [a, b, c] = [chainOf(...rows), chainOf(...rows), chainOf(...rows)];
    const { search } = searcher([a.node, b.node, c.node], () => rows);
    expect(await search(DECISIVE)).toMatchObject({ memos: [], isComplete: true });
  });
});
