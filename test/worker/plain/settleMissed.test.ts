import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { payoutMemo } from '../../../src/protocol/v1/payoutMemo.ts';
import { NodesDisagree, RpcError } from '../../../worker/chain/rpcError.ts';
import type { RoundContext } from '../../../worker/rounds/context.ts';
import { createSettleMissed } from '../../../worker/rounds/settleMissed.ts';
import { createWatchRounds } from '../../../worker/rounds/watchRounds.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { createRoundStore } from '../../../worker/store/rounds.ts';
import { roundsPage } from '../../../worker/store/roundViews.ts';
import { COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { chainOf, commitText, ours, searcher, strangers, type TestRow, takeSurprises } from '../historyChain.ts';

const GENESIS = 1_700_000_000;
const endOf = (round: number) => GENESIS + round * 3_600;
/** A commitment of a round that is over, half a minute before its end. */
const about = (round: number, row: TestRow, text = commitText(round, endOf(round))): TestRow => ({
  ...{ ...row, memos: [text], blockTime: endOf(round) - 30 },
});

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(takeSurprises()).toEqual([]);
});

/** A database that lost rounds of which the chain may know, ten seconds after `closed` rounds are over. */
async function lost(closed: number, ...histories: (readonly TestRow[])[]) {
  const chains = histories.map((rows) => chainOf(...rows));
  const client = searcher(
    chains.map(({ node }) => node),
    () => histories.flat(),
  );
  const settings = parseSettings(COMPLETE);
  if (!settings.ok) throw new Error(settings.problems.join());
  const db = await emptyDatabase();
  const clock = { now: (endOf(closed) + 10) * 1_000 };
  // The search's own clock only has to stand close to the nodes' newest block.
  for (const { said } of chains) said.newest = endOf(closed) + 5;
  const now = () => clock.now;
  const rounds = createRoundStore(db, now);
  const context: Partial<RoundContext> = {
    db,
    rounds,
    now,
    searchMemos: client.searchMemos,
    settings: settings.settings,
  };
  const settle = createSettleMissed(context as RoundContext, (round) => ({
    ...{ round, reason: 'missed', detail: null, cause: null },
  }));
  return {
    ...{ ...client, db, rounds, settle, chains, clock: settings.settings.clock, now },
    wait: (ms: number) => {
      clock.now += ms;
    },
    async settleAll(wakes = 6) {
      for (let wake = 0; wake < wakes; wake++) {
        await settle().catch((error: unknown) => {
          if (!(error instanceof RpcError)) throw error;
        });
        clock.now += 15_000;
        client.later(15_000);
      }
      return (await roundsPage(db, { from: closed, limit: closed })).records.map(({ round, state, reason }) => [
        round,
        state,
        reason,
      ]);
    },
    missed: (round: number) =>
      rounds.insertUnlocked([{ round, endsAt: endOf(round), state: 'rolled-over', reason: 'missed', detail: null }]),
  };
}

describe('rounds that are over and have no row', () => {
  const strangersOf = (round: number) =>
    Array.from({ length: 100 }, (_, i) => about(round, strangers(`stranger ${i}`)));

  it('are missed when the chain has nothing of ours', async () => {
    expect(await (await lost(2, [])).settleAll()).toEqual([
      [2, 'rolled-over', 'missed'],
      [1, 'rolled-over', 'missed'],
    ]);
  });

  it('are held when the chain has our commitment or payout', async () => {
    const payout = payoutMemo({ round: 2, endsAt: endOf(2), root: 'ab'.repeat(32), beaconRound: 9, winners: 3 });
    const { settleAll } = await lost(3, [about(2, ours('payout'), payout), about(1, ours('commitment'))]);
    expect(await settleAll()).toEqual([
      [3, 'rolled-over', 'missed'],
      [2, 'held', 'payout-without-record'],
      [1, 'held', 'commitment-without-record'],
    ]);
  });

  it('are not held for a text of an earlier timetable that a node shows as new', async () => {
    const { settleAll } = await lost(1, [about(1, ours('old life'), commitText(1, GENESIS - 9_000))]);
    expect(await settleAll()).toEqual([[1, 'rolled-over', 'missed']]);
  });

  it('are not called missed while our commitment may be among those not looked up', async () => {
    const { settleAll } = await lost(1, [about(1, ours('first')), ...strangersOf(1)]);
    expect(await settleAll()).toEqual([[1, 'held', 'commitment-without-record']]);
  });

  it('are not called missed because another one is known', async () => {
    const { settleAll } = await lost(2, [about(2, ours('second')), about(1, ours('first')), ...strangersOf(1)]);
    expect(await settleAll()).toEqual([
      [2, 'held', 'commitment-without-record'],
      [1, 'held', 'commitment-without-record'],
    ]);
  });

  it('may lie below newer ones: the oldest gap is settled first, and all of them in the end', async () => {
    const { settle, settleAll, missed, db } = await lost(6, [about(4, ours('fourth'))]);
    for (const round of [1, 3, 6]) await missed(round);
    expect(await settle()).toBe(true);
    expect((await roundsPage(db, { from: 9, limit: 9 })).records.map(({ round }) => round)).toEqual([6, 3, 2, 1]);
    expect((await settleAll()).map(([round, state]) => [round, state])).toEqual([
      ...[
        [6, 'rolled-over'],
        [5, 'rolled-over'],
        [4, 'held'],
      ],
      ...[
        [3, 'rolled-over'],
        [2, 'rolled-over'],
        [1, 'rolled-over'],
      ],
    ]);
    expect(await settle()).toBe(false);
  });

  it('are settled 500 at a time', async () => {
    const { settle, rounds } = await lost(700, []);
    expect(await settle()).toBe(true);
    expect(await rounds.newest()).toBe(500);
    expect(await settle()).toBe(true);
    expect(await rounds.newest()).toBe(700);
    expect(await settle()).toBe(false);
  });

  it('ask the chain once in 15 seconds when it decides nothing', async () => {
    const { settle, calls, wait, chains } = await lost(1, []);
    for (const { said } of chains) said.newest = endOf(1) - 30;
    await expect(settle()).rejects.toThrow(RpcError);
    const before = calls.length;
    wait(14_999);
    expect(await settle()).toBe(false);
    expect(calls).toHaveLength(before);
    wait(1);
    await expect(settle()).rejects.toThrow(RpcError);
  });

  it('wait while one of two nodes shows a commitment of ours and the other denies it', async () => {
    const { settle, rounds } = await lost(1, [], [about(1, ours('first'))]);
    await expect(settle()).rejects.toThrow(NodesDisagree);
    expect(await rounds.newest()).toBe(0);
  });

  it('are alerted about a quarter of an hour after their end, also below newer ones', async () => {
    const { missed, rounds, clock, now, wait } = await lost(2, []);
    await missed(2);
    const alerts: string[] = [];
    const raiseAlert = async (key: string) => void alerts.push(key);
    const watch = createWatchRounds({ rounds, clock, raiseAlert, now });
    wait(-3_600_000 + 880_000);
    await watch();
    expect(alerts).toEqual([]);
    wait(20_000);
    await watch();
    expect(alerts).toEqual(['unsettled:1']);
    await missed(1);
    await watch();
    expect(alerts).toHaveLength(1);
  });
});

describe('the first gap among the rounds in the database', () => {
  it.each([
    [[], 0, 3, { first: 1, last: 3 }],
    [[1, 2, 3], 0, 3, null],
    [[1, 3], 0, 3, { first: 2, last: 2 }],
    [[1, 5], 0, 5, { first: 2, last: 4 }],
    [[1, 5], 0, 3, { first: 2, last: 3 }],
    [[2], 0, 2, { first: 1, last: 1 }],
    [[1, 2], 2, 4, { first: 3, last: 4 }],
    [[1, 2], 1, 2, null],
    [[1, 2, 4, 6], 2, 6, { first: 3, last: 3 }],
    [[], 0, 0, null],
    [[1], 5, 3, null],
  ])('with rows %j above %i up to %i is %j', async (rows, floor, last, gap) => {
    const rounds = createRoundStore(await emptyDatabase(), () => 1);
    await rounds.insertUnlocked(
      rows.map(
        (round) => ({ round, endsAt: endOf(round), state: 'rolled-over', reason: 'missed', detail: null }) as const,
      ),
    );
    expect(await rounds.firstGap(floor, last)).toEqual(gap);
  });
});
