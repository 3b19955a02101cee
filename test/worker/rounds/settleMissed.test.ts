import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NodesDisagree, RpcError } from '../../../worker/chain/node/rpcError.ts';
import type { RoundContext } from '../../../worker/rounds/context.ts';
import { createSettleMissed } from '../../../worker/rounds/settleMissed.ts';
import { createWatchRounds } from '../../../worker/rounds/watch/watchRounds.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import type { Settings } from '../../../worker/settings/Settings.ts';
import { saveLockProblem } from '../../../worker/store/rounds/lockProblems.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { roundsPage } from '../../../worker/store/views/rounds/roundViews.ts';
import { owedByOpenRounds, prizesSince } from '../../../worker/store/views/rounds/winners.ts';
import type { TermsBook, TermsFor } from '../../../worker/terms/TermsBook.ts';
import { COMPLETE, secretKeyOf } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { fixedTerms, learntTerms } from '../fixedTerms.ts';
import { DOCUMENTS, lockOf } from '../honestRound.ts';
import { floodOf, type MarkedView, markAt, markedNode, type OnChain, transactionsOf } from '../markedChain.ts';
import { rpcNodes } from '../rpcNodes.ts';

const GENESIS = 1_700_000_001;
const endOf = (round: number) => GENESIS + round * 3_600;
const OURS = transactionsOf(secretKeyOf(1));
const lock = (round: number) => ({ ...lockOf(round, DOCUMENTS, endOf(round)), wallet: OURS.address });
const commitmentOf = (round: number, over: Partial<OnChain> = {}) => OURS.commitment(lock(round), over);
const { total } = lock(1);

/** What this instance remembers of an attempt to lock. */
const NODE_FAILED = 'Node 2 did not answer.';
/** What an attempt has noted, whichever instance made it. */
const NOTED = 'Node 1 did not answer.';

let surprises: readonly unknown[] = [];
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(surprises).toEqual([]);
});

/** A database that lost rounds that the chain may know, ten seconds after `closed` rounds are over. */
async function lost(closed: number, ...views: (readonly OnChain[])[]) {
  return lostUnder(fixedTerms, closed, views);
}

/** As `lost`, under other terms than the settings' own. */
async function lostUnder(
  termsOf: (settings: Settings) => TermsBook,
  closed: number,
  views: readonly (readonly OnChain[])[],
) {
  const clock = { now: (endOf(closed) + 10) * 1_000 };
  const said = views.map((transactions): MarkedView => ({ transactions, newest: endOf(closed) - 3 }));
  const client = rpcNodes(said.map((view) => markedNode(view)));
  surprises = client.surprises;
  const settings = parseSettings(COMPLETE);
  if (!settings.ok) throw new Error(settings.problems.join());
  const db = await emptyDatabase();
  const now = () => clock.now;
  const rounds = createRoundStore(db, now);
  const told = { count: 0 };
  const tellUndecided = () => {
    told.count += 1;
  };
  const given = { db, rounds, now, rpc: client.rpc, settings: settings.settings, terms: termsOf(settings.settings) };
  const alerts: string[] = [];
  const raiseAlert = async (key: string) => void alerts.push(key);
  const context: Partial<RoundContext> = { ...given, tellUndecided, raiseAlert };
  const { settle, openBefore } = createSettleMissed(context as RoundContext, () => NODE_FAILED);
  return {
    ...{ ...client, db, rounds, settle, openBefore, said, told, clock: settings.settings.clock, now },
    wait: (ms: number) => {
      clock.now += ms;
    },
    alerts,
    /** Sets what the book of terms says about every round from now on. */
    announce: (of?: TermsFor) => void Object.assign(context, { terms: fixedTerms(settings.settings, of) }),
    async settleAll(wakes = 6) {
      for (let wake = 0; wake < wakes; wake++) {
        await settle().catch((error: unknown) => {
          if (!(error instanceof RpcError)) throw error;
        });
        clock.now += 15_000;
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
  it('count as missed when their hours have no mark', async () => {
    expect(await (await lost(2, [])).settleAll()).toEqual([
      [2, 'rolled-over', 'missed'],
      [1, 'rolled-over', 'missed'],
    ]);
  });

  it('say what prevented their lock, whichever instance tried', async () => {
    const { settleAll, db, rounds, told } = await lost(2, []);
    await saveLockProblem(db, { round: 2, reason: 'nodes-silent', detail: 'node 2', cause: NOTED });
    expect(await settleAll()).toEqual([
      [2, 'rolled-over', 'nodes-silent'],
      [1, 'rolled-over', 'missed'],
    ]);
    expect(await rounds.get(2)).toMatchObject({ reason: 'nodes-silent', causes: { lock: NOTED } });
    expect(await rounds.get(1)).toMatchObject({ causes: { lock: NODE_FAILED } });
    expect(told.count).toBe(1);
  });

  it('end by a limit only where no mark says that they were committed before the database was restored', async () => {
    const { settleAll, db, rounds } = await lost(2, [commitmentOf(1)]);
    for (const round of [1, 2])
      await saveLockProblem(db, { round, reason: 'reserve', detail: 'the pool held 5', cause: null });
    expect(await settleAll()).toEqual([
      [2, 'rolled-over', 'reserve'],
      [1, 'held', 'mark-without-record'],
    ]);
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: total, unknown: null });
    expect(await db.prepare('SELECT detail FROM rounds WHERE round = 2').first('detail')).toBe('the pool held 5');
    expect(await rounds.get(2)).toHaveProperty('causes', {});
  });

  it('raise an alert about missing terms only when they are over and there are still no terms', async () => {
    const { settleAll, db, alerts, announce } = await lost(2, []);
    announce({ kind: 'none' });
    await saveLockProblem(db, { round: 2, reason: 'no-terms', detail: 'none hold', cause: null });
    // The first round was never tried: no lottery could have played it.
    expect(await settleAll()).toEqual([
      [2, 'rolled-over', 'no-terms'],
      [1, 'rolled-over', 'no-terms'],
    ]);
    expect(alerts).toEqual(['no-terms:2']);
  });

  it('count as missed, without that alert, when terms were announced in time but became final too late for the lock', async () => {
    const { settleAll, db, alerts } = await lost(1, []);
    await saveLockProblem(db, { round: 1, reason: 'no-terms', detail: 'none hold', cause: null });
    expect(await settleAll()).toEqual([[1, 'rolled-over', 'missed']]);
    expect(await db.prepare('SELECT detail FROM rounds').first('detail')).toBe('at its lock: none hold');
    expect(alerts).toEqual([]);
  });

  it('are held when a mark exists, and what it promises is set aside at once', async () => {
    const paid = OURS.payment(lock(1));
    const { settleAll, db } = await lost(3, [commitmentOf(1), paid, commitmentOf(2)]);
    expect(await settleAll()).toEqual([
      [3, 'rolled-over', 'missed'],
      [2, 'held', 'mark-without-record'],
      [1, 'held', 'mark-without-record'],
    ]);
    // The first round is paid, so nothing can be paid for it any more. It counts towards the day's limit.
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: total, unknown: null });
    expect(await prizesSince(db, OURS.address, 0)).toBe(2n * total);
  });

  it('of many hours whose marks somebody with the key made in advance owe nothing, and rounds go on after them', async () => {
    const AHEAD = 8;
    const made = Array.from({ length: AHEAD }, (_, i) => commitmentOf(i + 2, { blockTime: endOf(1) - 1_800 }));
    const { settleAll, db, openBefore } = await lost(AHEAD + 2, made);
    const ends = (await settleAll()).toSorted(([a], [b]) => Number(a) - Number(b));
    expect(ends[0]).toEqual([1, 'rolled-over', 'missed']);
    expect(ends.slice(1, -1).map(([, state]) => state)).toEqual(Array(AHEAD).fill('held'));
    expect(ends.at(-1)).toEqual([AHEAD + 2, 'rolled-over', 'missed']);
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: 0n, unknown: null });
    expect(await openBefore(AHEAD + 3)).toBeNull();
  });

  it('are held and shown, whatever sum somebody with the key has written into their commitments', async () => {
    const made = [1, 2, 3].map((round) => {
      const memo = lock(round).memo.replace(/prizes=\d+/, `prizes=${'9'.repeat(20)}`);
      return OURS.commitment({ ...lock(round), memo });
    });
    const { settleAll, db, openBefore } = await lost(3, [...made, OURS.payment(lock(3))]);
    expect((await settleAll()).map(([, state]) => state)).toEqual(['held', 'held', 'held']);
    expect(await openBefore(4)).toBeNull();
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: 2n * (2n ** 64n - 1n), unknown: null });
  });

  it.each([
    ['was late', commitmentOf(1, { blockTime: endOf(1) - 10 })],
    ['is of another form', OURS.bare(`commit:${endOf(1)}`, { blockTime: endOf(1) - 30 })],
    ['speaks of another hour', OURS.burnt(`commit:${endOf(1)}`, lock(2).memo, { blockTime: endOf(1) - 30 })],
  ])('owe nothing when what made the mark %s', async (_what, made) => {
    const { settleAll, db } = await lost(1, [made]);
    expect(await settleAll()).toEqual([[1, 'held', 'mark-without-record']]);
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: 0n, unknown: null });
  });

  it('are held by the mark of the wallet in their terms, even if the stored terms are older', async () => {
    const other = transactionsOf(secretKeyOf(2));
    const made = other.commitment({ ...lock(1), wallet: other.address });
    const terms = (settings: Settings) => learntTerms(settings, [{ from: 1, pool: other.address }]);
    const { settleAll, db } = await lostUnder(terms, 1, [[made]]);
    expect(await settleAll()).toEqual([[1, 'held', 'mark-without-record']]);
    expect(await owedByOpenRounds(db, other.address)).toEqual({ lamports: total, unknown: null });
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: 0n, unknown: null });
  });

  it('get no end while an announcement exists that nobody shows, because it may name another wallet', async () => {
    const announcedFor = async () => {
      throw new RpcError('of all nodes', 'the announcements', 'the mark of terms 2 is made');
    };
    const terms = (settings: Settings) => ({ ...fixedTerms(settings), announcedFor });
    const { settleAll } = await lostUnder(terms, 1, [[]]);
    expect(await settleAll()).toEqual([]);
  });

  it('keep the next one from being locked until they have their end', async () => {
    const { openBefore, settle } = await lost(1, []);
    expect(await openBefore(1)).toBeNull();
    expect(await openBefore(2)).toBe('Round 1 has no end yet.');
    await settle();
    expect(await openBefore(2)).toBeNull();
  });

  it('prevent that lock while nobody shows what made a mark, and no longer once it is found', async () => {
    const { openBefore, settle, said, db, wait } = await lost(1, [{ ...commitmentOf(1), names: [] }]);
    await settle();
    const sentence = 'Nobody can say yet what round 1 has promised: something that is not stored here made its mark.';
    expect(await openBefore(2)).toBe(sentence);
    wait(30_000);
    expect(await settle()).toBe(false);
    expect(await openBefore(2)).toBe(sentence);
    for (const view of said) view.transactions = [commitmentOf(1)];
    expect(await settle()).toBe(false);
    wait(30_000);
    expect(await settle()).toBe(true);
    expect(await openBefore(2)).toBeNull();
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: total, unknown: null });
  });

  it('count in the day’s limit once they are found paid, also when that is known only after they were held', async () => {
    const hidden = { ...commitmentOf(1), names: [] };
    const { settle, openBefore, said, db, wait } = await lost(1, [hidden]);
    await settle();
    expect(await openBefore(2)).toContain('Nobody can say yet');
    for (const view of said) view.transactions = [commitmentOf(1), OURS.payment(lock(1))];
    wait(30_000);
    expect(await settle()).toBe(true);
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: 0n, unknown: null });
    expect(await prizesSince(db, OURS.address, 0)).toBe(total);
  });

  it('prevent that lock only until the commitment is asked for that a record names, though no history lists it', async () => {
    const made = { ...commitmentOf(1), names: [] };
    const { openBefore, settle, db, rounds } = await lost(1, [made]);
    await rounds.insertLock(lock(1), DOCUMENTS, 'lock');
    const { signature, slot, blockTime } = made;
    await rounds.commit(1, { signature, slot, blockTime: blockTime ?? 0, final: false });
    await rounds.hold(1, 'mark-without-record', 'no node listed it', null);
    expect(await openBefore(2)).toContain('Nobody can say yet');
    expect(await settle()).toBe(true);
    expect(await openBefore(2)).toBeNull();
    expect(await owedByOpenRounds(db, OURS.address)).toEqual({ lamports: total, unknown: null });
  });

  it('are settled whoever floods the pool, and held for a person whoever floods their mark', async () => {
    const flooded = async (named: typeof OURS.address) => {
      const flood = floodOf(named, 5_000, endOf(1) - 200);
      const after = flood.slice(2_500).map((one) => ({ ...one, slot: one.slot + 50_000_000 }));
      const { settleAll, db } = await lost(1, [...flood.slice(0, 2_500), commitmentOf(1), ...after]);
      expect(await settleAll(2)).toEqual([[1, 'held', 'mark-without-record']]);
      return (await owedByOpenRounds(db, OURS.address)).unknown;
    };
    expect(await flooded(OURS.address)).toBeNull();
    expect(await flooded(markAt(OURS.address, `commit:${endOf(1)}`))).toBe(1);
  });

  it('may be older than rounds with a row: the oldest gap is settled first, and all of them in the end', async () => {
    const { settle, settleAll, missed, db } = await lost(6, [commitmentOf(4)]);
    for (const round of [1, 3, 6]) await missed(round);
    expect(await settle()).toBe(true);
    expect((await roundsPage(db, { from: 9, limit: 9 })).records.map(({ round }) => round)).toEqual([6, 3, 2, 1]);
    expect((await settleAll()).map(([round, state]) => [round, state])).toEqual(
      [6, 5, 4, 3, 2, 1].map((round) => [round, round === 4 ? 'held' : 'rolled-over']),
    );
    expect(await settle()).toBe(false);
  });

  it('are settled 50 at a time, with one request for each', async () => {
    const { settle, rounds, calls } = await lost(70, []);
    expect(await settle()).toBe(true);
    expect((await rounds.inFlightAndNewest()).newest).toBe(50);
    expect(await settle()).toBe(true);
    expect((await rounds.inFlightAndNewest()).newest).toBe(70);
    expect(await settle()).toBe(false);
    expect(calls.filter(({ method }) => method === 'getMultipleAccounts')).toHaveLength(2);
  });

  it('wait for finality to pass the time in which a commitment counts, and are asked about every two seconds', async () => {
    const { settle, calls, wait, said, rounds } = await lost(1, []);
    for (const view of said) view.newest = endOf(1) - 22;
    await expect(settle()).rejects.toThrow(RpcError);
    const before = calls.length;
    wait(1_999);
    expect(await settle()).toBe(false);
    expect(calls).toHaveLength(before);
    wait(1);
    await expect(settle()).rejects.toThrow(RpcError);
    expect((await rounds.inFlightAndNewest()).newest).toBe(0);
  });

  it('are asked about again at once when the clock was ahead at the last question and is right again', async () => {
    const { settle, openBefore, wait, said, rounds } = await lost(1, []);
    for (const view of said) view.newest = endOf(1) - 22;
    wait(90_000);
    await expect(settle()).rejects.toThrow(RpcError);
    wait(-90_000);
    for (const view of said) view.newest = endOf(1) - 3;
    expect(await settle()).toBe(true);
    expect((await rounds.inFlightAndNewest()).newest).toBe(1);
    expect(await openBefore(2)).toBeNull();
  });

  it('wait while one of two nodes shows a mark and the other denies it, and keep the next lock waiting', async () => {
    const { settle, openBefore, rounds } = await lost(1, [], [commitmentOf(1)]);
    await expect(settle()).rejects.toThrow(NodesDisagree);
    await expect(openBefore(2)).rejects.toThrow(NodesDisagree);
    expect((await rounds.inFlightAndNewest()).newest).toBe(0);
  });

  it('raise an alert a quarter of an hour after their end, also when newer rounds have a row', async () => {
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

  it('raise an alert and are settled even by an instance that saw them settled before the database was restored', async () => {
    const { db, settle, rounds, clock, now, missed, said, wait } = await lost(3, []);
    for (const round of [1, 2, 3]) await missed(round);
    const alerts: string[] = [];
    const watch = createWatchRounds({ rounds, clock, raiseAlert: async (key) => void alerts.push(key), now });
    await watch();
    expect([alerts, await settle()]).toEqual([[], false]);
    await db.exec('DELETE FROM rounds WHERE round > 1');
    await watch();
    expect(alerts).toEqual(['unsettled:2']);
    wait(3_600_000);
    for (const view of said) view.newest = endOf(4) - 3;
    expect(await settle()).toBe(true);
    expect(await rounds.firstGap(0, 4)).toBeNull();
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
    [[1], 5, 3, { first: 2, last: 3 }],
    [[1], 5, 7, { first: 2, last: 7 }],
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
