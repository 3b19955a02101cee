import { Keypair } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LockRecord } from '../../../src/protocol/terms/lock.ts';
import type { SeenList } from '../../../src/witness/witnessMemo.ts';
import { lotteryName, witnessMemo, witnessSeed } from '../../../src/witness/witnessMemo.ts';
import { countWitnesses, showWitnesses } from '../../../worker/answers/state/showWitnesses.ts';
import { createWatchWitnesses } from '../../../worker/rounds/watch/watchWitnesses.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { parseTestimonies, testimoniesStatement } from '../../../worker/store/views/rounds/testimonies.ts';
import type { TermsBook } from '../../../worker/terms/TermsBook.ts';
import { emptyDatabase } from '../database.ts';
import type { FakeNode } from '../fakeNodes.ts';
import { DOCUMENTS, ENDS_AT, lockOf } from '../honestRound.ts';
import { floodOf, type MarkedView, markAt, markedNode, type OnChain, transactionsOf } from '../markedChain.ts';
import { down, rpcNodes } from '../rpcNodes.ts';

const LOCK: LockRecord = lockOf(1, DOCUMENTS, ENDS_AT);
const CLOCK = { genesisTime: ENDS_AT - 3_600, roundSeconds: 3_600, entryLockSeconds: 60 };
const LOTTERY = '7e'.repeat(32);
const WALLETS = [11, 12].map((byte) => transactionsOf(Keypair.fromSeed(new Uint8Array(32).fill(byte)).secretKey));
const [adas, graces] = WALLETS as [(typeof WALLETS)[0], (typeof WALLETS)[0]];
const ADA = { name: 'Ada', operator: 'Ada’s house', address: adas.address };
const GRACE = { name: 'Grace', operator: 'Grace & sons', address: graces.address };
const SEED = witnessSeed(ENDS_AT, LOTTERY);
const SAW: SeenList = { root: LOCK.root, entries: LOCK.entries, unjudged: 0 };
const ANOTHER: SeenList = { root: 'cd'.repeat(32), entries: 8, unjudged: 0 };
const IN_TIME = { blockTime: ENDS_AT - 40 };

/** The text of a testimony about this hour. */
const textOf = (seen: SeenList | null, altered: { lottery?: string; round?: number; endsAt?: number } = {}) =>
  witnessMemo({ lottery: lotteryName(LOTTERY), round: 1, endsAt: ENDS_AT, seen, ...altered });
const saying = (seen: SeenList | null, over: Partial<OnChain> & { blockTime: number } = IN_TIME) =>
  adas.burnt(SEED, textOf(seen), over);

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

/** A watch over nodes, 40 seconds before the round's end. */
async function watchOver(nodes: readonly FakeNode[], watchers = [ADA]) {
  const alerts: { key: string; message: string }[] = [];
  const client = rpcNodes(nodes, (ENDS_AT - 40) * 1_000);
  const rounds = createRoundStore(db, client.now);
  if ((await rounds.get(1)) === null) await rounds.insertLock(LOCK, DOCUMENTS, 'lock');
  const terms = {
    known: () => ({ kind: 'terms', terms: { watchers: watchers.map((one) => [one.address, one.name, one.operator]) } }),
    all: () => ({ counted: [{ said: { hash: LOTTERY } }] }),
  } as unknown as Pick<TermsBook, 'known' | 'all'>;
  /** The rounds that it has read. */
  const read: number[] = [];
  const readRound = (round: number) => {
    read.push(round);
    return rounds.get(round);
  };
  const watch = createWatchWitnesses({
    ...{ db, rpc: client.rpc, rounds: { get: readRound }, terms, settings: { clock: CLOCK }, now: client.now },
    raiseAlert: async (key, message) => void alerts.push({ key, message }),
  });
  const stored = async () => {
    const { results } = await testimoniesStatement(db, [1]).all();
    return parseTestimonies(results);
  };
  return {
    ...{ ...client, watch, alerts, stored, read },
    shown: async () => showWitnesses(await stored()),
    counted: async () => countWitnesses({ round: 1, lock: LOCK }, await stored()),
  };
}
const over = (...transactions: OnChain[]) => {
  const view: MarkedView = { transactions, newest: ENDS_AT - 20 };
  return { view, node: markedNode(view) };
};

describe('what the worker knows of the watchers', () => {
  it('is nothing when the terms name none: no node is asked, and no round is read', async () => {
    const { watch, calls, counted, read } = await watchOver([down], []);
    expect([await watch(), calls.length, read, await counted()]).toEqual([false, 0, [], null]);
  });

  it('is silence until a testimony has made its mark, and then the whole testimony', async () => {
    const { view, node } = over();
    const { watch, shown, counted, later, alerts } = await watchOver([node]);
    expect(await watch()).toBe(false);
    expect(await counted()).toEqual({ known: 1, saw: 0, differ: [] });
    const own = saying({ ...SAW, unjudged: 4 });
    view.transactions = [own];
    later(3_000);
    expect(await watch()).toBe(true);
    expect(await shown()).toEqual([
      {
        ...{ ...ADA, root: LOCK.root, entries: 7, unjudged: 4, signature: own.signature, slot: own.slot },
        blockTime: new Date((ENDS_AT - 40) * 1_000).toISOString(),
      },
    ]);
    expect([await counted(), alerts]).toEqual([{ known: 1, saw: 1, differ: [] }, []]);
  });

  it('is an alert with both roots when a watcher saw another list', async () => {
    const { watch, counted, alerts } = await watchOver([over(saying(ANOTHER)).node]);
    expect(await watch()).toBe(true);
    expect(await counted()).toEqual({ known: 1, saw: 0, differ: [{ name: 'Ada', root: ANOTHER.root }] });
    expect(alerts.map(({ key }) => key)).toEqual([`witness:1:${ADA.address}`]);
    expect(alerts[0]?.message).toContain(ANOTHER.root);
    expect(alerts[0]?.message).toContain(LOCK.root);
  });

  it('is an alert when a watcher was shown no list, which counts as no vote for the list', async () => {
    const { watch, counted, alerts, shown } = await watchOver([over(saying(null)).node]);
    expect(await watch()).toBe(true);
    expect(await counted()).toEqual({ known: 1, saw: 0, differ: [] });
    expect(alerts[0]?.message).toContain('was shown no list of round 1');
    expect((await shown())[0]).toMatchObject({ root: null, entries: null, signature: expect.any(String) });
  });

  it('counts the watchers of one operator once, and disputes are those of the operator', async () => {
    const both = [ADA, { ...GRACE, operator: ADA.operator }];
    const { node } = over(saying(SAW), graces.burnt(SEED, textOf(ANOTHER), IN_TIME));
    const { watch, counted } = await watchOver([node], both);
    await watch();
    expect(await counted()).toEqual({ known: 1, saw: 0, differ: [{ name: 'Grace', root: ANOTHER.root }] });
  });

  it.each<readonly [string, OnChain]>([
    ['a testimony in the second of the beacon', saying(SAW, { blockTime: ENDS_AT })],
    ['one about another lottery', adas.burnt(SEED, textOf(SAW, { lottery: 'ab'.repeat(8) }), IN_TIME)],
    ['one about another round', adas.burnt(SEED, textOf(SAW, { round: 2 }), IN_TIME)],
    ['one about another end', adas.burnt(SEED, textOf(SAW, { endsAt: ENDS_AT + 1 }), IN_TIME)],
    ['a mark without a testimony', adas.bare(SEED, IN_TIME)],
    ['one that failed on chain', saying(SAW, { ...IN_TIME, err: 'failed' })],
  ])('does not count %s', async (_, made) => {
    const { watch, counted } = await watchOver([over(made).node]);
    await watch();
    expect(await counted()).toEqual({ known: 1, saw: 0, differ: [] });
  });

  it('does not count what one of two nodes alone calls final', async () => {
    const own = saying(SAW);
    const { watch, counted } = await watchOver([over(own).node, over().node]);
    await watch();
    expect(await counted()).toEqual({ known: 1, saw: 0, differ: [] });
  });

  it('is not hidden by a flood of the watcher’s wallet, which nobody reads', async () => {
    const { node } = over(...floodOf(ADA.address, 6_000, ENDS_AT - 30), saying(SAW));
    const { watch, counted, calls } = await watchOver([node]);
    await watch();
    expect(await counted()).toEqual({ known: 1, saw: 1, differ: [] });
    const read = calls.filter(({ method }) => method === 'getSignaturesForAddress').map(({ params }) => params[0]);
    expect(new Set(read)).toEqual(new Set([markAt(ADA.address, SEED)]));
  });

  it('is asked for at most every three seconds, and not again once everybody has spoken', async () => {
    const { watch, calls, later } = await watchOver([over(saying(SAW)).node]);
    await watch();
    const asked = calls.length;
    await watch();
    later(3_000);
    await watch();
    expect(calls.length).toBe(asked);
  });

  it('is looked at once more after the draw, and then left alone', async () => {
    const { view, node } = over();
    const { watch, counted, calls, later } = await watchOver([node], [ADA, GRACE]);
    await watch();
    view.transactions = [saying(SAW)];
    view.newest = ENDS_AT + 40;
    later(71_000);
    expect(await watch()).toBe(true);
    expect((await counted())?.saw).toBe(1);
    const asked = calls.length;
    later(3_000);
    expect([await watch(), calls.length]).toEqual([false, asked]);
  });

  it('is looked for until two nodes show what made its mark, also later than 30 seconds after the draw', async () => {
    const [first, second] = [over(saying(ANOTHER)), over()];
    const { watch, counted, alerts, later } = await watchOver([first.node, second.node]);
    later(71_000);
    expect([await watch(), alerts]).toEqual([false, []]);
    second.view.transactions = first.view.transactions;
    later(3_000);
    const isFound = await watch();
    later(3_000);
    expect([isFound, await watch()]).toContain(true);
    expect((await counted())?.differ).toEqual([{ name: 'Ada', root: ANOTHER.root }]);
    expect(alerts.map(({ key }) => key)).toEqual([`witness:1:${ADA.address}`]);
  });

  it.each([0, 1, 2])(
    'is found at the second look at the latest when node %i of three hides its mark',
    async (hides) => {
      const { node } = over(saying(ANOTHER));
      const nodes = [0, 1, 2].map((place) => (place === hides ? over().node : node));
      const { watch, alerts, later } = await watchOver(nodes);
      // Late enough for an end of the search.
      later(71_000);
      await watch();
      later(3_000);
      await watch();
      expect(alerts.map(({ key }) => key)).toEqual([`witness:1:${ADA.address}`]);
    },
  );

  it('is also read after a clock that was two hours ahead', async () => {
    const { view, node } = over();
    const { watch, alerts, later } = await watchOver([node]);
    later(7_200_000);
    await watch();
    later(-7_200_000);
    view.transactions = [saying(ANOTHER)];
    await watch();
    expect(alerts).toHaveLength(1);
  });

  it('is silence while no node answers, and nobody is accused for it', async () => {
    const { watch, counted, alerts } = await watchOver([down]);
    expect(await watch()).toBe(false);
    expect([await counted(), alerts]).toEqual([{ known: 1, saw: 0, differ: [] }, []]);
  });

  it('calls no watcher silent that the terms did not name at the lock', async () => {
    const { node } = over(saying(SAW));
    await (await watchOver([node])).watch();
    const grown = await watchOver([node], [ADA, GRACE]);
    await grown.watch();
    expect((await grown.stored()).map(({ name }) => name)).toEqual(['Ada']);
  });
  it.each([0, 1])(
    'is found though node %i of two is behind at first and a minute begins between two looks',
    async (behind) => {
      const [slow, quick] = [over(), over(saying(ANOTHER))];
      const nodes = [0, 1].map((place) => (place === behind ? slow : quick).node);
      const { watch, later, alerts, now } = await watchOver(nodes);
      // Two seconds before the minute that begins 33 to 92 seconds after the end.
      const minute = Math.ceil((ENDS_AT + 33) / 60) * 60;
      later(minute * 1_000 - 2_000 - now());
      await watch();
      later(3_000);
      await watch();
      slow.view.transactions = quick.view.transactions;
      for (let looks = 0; looks < 3; looks++) {
        later(3_000);
        await watch();
      }
      expect(alerts.map(({ key }) => key)).toEqual([`witness:1:${ADA.address}`]);
    },
  );

  it('is found when one of two nodes was behind, and the other down at the one look that asked it first', async () => {
    const [slow, flaky] = [over(), over(saying(ANOTHER))];
    let isDown = true;
    const second: FakeNode = (...call) => (isDown ? down(...call) : flaky.node(...call));
    const { watch, later, alerts } = await watchOver([slow.node, second]);
    later(71_000);
    await watch();
    later(3_000);
    await watch();
    isDown = false;
    slow.view.transactions = flaky.view.transactions;
    for (let looks = 0; looks < 3; looks++) {
      later(3_000);
      await watch();
    }
    expect(alerts.map(({ key }) => key)).toEqual([`witness:1:${ADA.address}`]);
  });
});
