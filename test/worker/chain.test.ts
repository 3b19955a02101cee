import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { QUICKNET } from '../../src/draw/beaconNetwork.ts';
import { type BeaconQuestion, createFetchBeacon } from '../../worker/beacon/fetchBeacon.ts';
import { memoTexts } from '../../worker/chain/memoTexts.ts';
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../../worker/chain/programs.ts';
import { isGuardAllocated, readComputePrice } from '../../worker/chain/readChain.ts';
import { createRpc } from '../../worker/chain/rpc.ts';
import { RpcError } from '../../worker/chain/rpcError.ts';
import type { RpcNode } from '../../worker/chain/rpcNode.ts';
import { createSearchMemos, type MemoSearch } from '../../worker/chain/searchMemos.ts';
import type { RoundContext } from '../../worker/services/context.ts';
import { settleMissed } from '../../worker/services/settleMissed.ts';
import { parseSettings } from '../../worker/settings.ts';
import { createRoundStore } from '../../worker/store/rounds.ts';
import { roundsPage } from '../../worker/store/roundViews.ts';
import { neverCalled } from '../domain/neverCalled.ts';
import { wallet } from '../domain/wallets.ts';
import { COMPLETE } from './completeSettings.ts';
import { emptyDatabase } from './database.ts';
import { answering, type FakeNode, fakeNodes, NodeFailure, rpcError } from './fakeNodes.ts';
import { BEACON_1000, BEACON_1001, POOL } from './honestRound.ts';

const KEY = 'canary-4711';

/** Every fake of a test, to see afterwards that none was surprised. */
let fakes: ReturnType<typeof fakeNodes>[] = [];
afterEach(() => {
  const surprises = fakes.flatMap((fake) => fake.surprises);
  fakes = [];
  expect(surprises).toEqual([]);
});

/** An RPC client of nodes `a.test`, `b.test`, …, each address with a key in path, query and user info. */
function rpcOf(...nodes: FakeNode[]) {
  const hosts = nodes.map((_, i) => `${'abcdef'[i]}.test`);
  const fake = fakeNodes(Object.fromEntries(nodes.map((node, i) => [hosts[i], node])));
  fakes.push(fake);
  let now = 1_000_000;
  const urls = hosts.map((host) => `https://user:${KEY}@${host}/${KEY}?api-key=${KEY}`);
  const rpc = createRpc({ urls, fetch: fake.fetch, now: () => now });
  return {
    rpc,
    calls: fake.calls,
    asked: () => fake.calls.map(({ host }) => host),
    later: (ms: number) => (now += ms),
    now: () => now,
  };
}

function nodeOf(answers: Readonly<Record<string, unknown>>) {
  const { rpc, calls } = rpcOf(answering(answers));
  return { node: rpc.nodes[0] as RpcNode, calls };
}

describe('asking several RPC nodes', () => {
  const slotOf = (node: RpcNode) => node.call('getSlot', [], z.int());
  const fails: readonly (readonly [string, () => unknown])[] = [
    [
      'the network fails',
      () => {
        throw new NodeFailure('TypeError', `fetch failed: https://a.test/${KEY}`);
      },
    ],
    [
      'no answer comes in time',
      () => {
        throw new NodeFailure('TimeoutError', `timed out: https://a.test/${KEY}`);
      },
    ],
    ['it answers 429', () => new Response(`slow down, ${KEY}`, { status: 429 })],
    ['it answers 500', () => new Response(`broken ${KEY}`, { status: 500 })],
    ['it answers HTML', () => new Response('<html>', { status: 200 })],
    ['it answers JSON that is no JSON-RPC', () => Response.json(['hello'])],
    ['it answers null', () => Response.json(null)],
    ['it answers a JSON-RPC error', () => rpcError(-32_005, 'Node is behind by 42 slots')],
    ['it answers an error beside a result', () => Response.json({ result: 5, error: { code: 1, message: 'no' } })],
    ['its answer does not fit the schema', () => 'forty-two'],
    ['its answer has no result', () => Response.json({ jsonrpc: '2.0', id: 1 })],
  ];

  it.each(fails)('the next one answers when %s', async (_what, fail) => {
    const { rpc, asked } = rpcOf(fail, () => 42);
    expect(await rpc.read(slotOf)).toBe(42);
    expect(asked()).toEqual(['a.test', 'b.test']);
  });

  it.each(fails)('an error names the node by its place alone when %s', async (_what, fail) => {
    const { rpc } = rpcOf(fail);
    const error = await rpc.read(slotOf).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RpcError);
    expect(String(error)).toMatch(/^RpcError: RPC node 1 getSlot: ./);
    expect(String(error)).not.toContain('canary');
    expect(rpc.nodes[0]?.label).toBe('node 1');
  });

  it('sends method and parameters as given', async () => {
    const { rpc, calls } = rpcOf(() => 42);
    await rpc.read((node) => node.call('getSlot', [{ commitment: 'confirmed' }], z.int()));
    expect(calls).toEqual([{ host: 'a.test', method: 'getSlot', params: [{ commitment: 'confirmed' }] }]);
  });

  it('a node that failed is asked last for 30 seconds', async () => {
    const down = { a: true };
    const { rpc, asked, later } = rpcOf(
      () => (down.a ? new Response('', { status: 500 }) : 1),
      () => 2,
      () => 3,
    );
    expect(await rpc.read(slotOf)).toBe(2);
    down.a = false;
    later(29_999);
    expect(await rpc.read(slotOf)).toBe(2);
    later(1);
    expect(await rpc.read(slotOf)).toBe(1);
    expect(asked()).toEqual(['a.test', 'b.test', 'b.test', 'a.test']);
  });

  it('a node that failed is still asked when all others fail, and is trusted again once it answered', async () => {
    const up = { a: false, b: false };
    const one = (name: 'a' | 'b', slot: number) => () => (up[name] ? slot : new Response('', { status: 503 }));
    const { rpc, asked } = rpcOf(one('a', 1), one('b', 2));
    await expect(rpc.read(slotOf)).rejects.toThrow(RpcError);
    up.b = true;
    expect(await rpc.read(slotOf)).toBe(2);
    expect(await rpc.read(slotOf)).toBe(2);
    expect(asked()).toEqual(['a.test', 'b.test', 'a.test', 'b.test', 'b.test']);
  });

  it('a read of several questions never mixes two views: the next node is asked all of them', async () => {
    const { rpc, calls } = rpcOf(
      answering({ getSlot: 1, getBlockTime: () => rpcError(-32_004, 'not available') }),
      answering({ getSlot: 2, getBlockTime: 200 }),
    );
    const both = await rpc.read(async (node) => [await slotOf(node), await node.call('getBlockTime', [], z.int())]);
    expect(both).toEqual([2, 200]);
    expect(calls.map(({ host, method }) => `${host} ${method}`)).toEqual([
      'a.test getSlot',
      'a.test getBlockTime',
      'b.test getSlot',
      'b.test getBlockTime',
    ]);
  });

  it('fails with the last error when none answers', async () => {
    const { rpc } = rpcOf(
      () => new Response('', { status: 500 }),
      () => new Response('', { status: 429 }),
    );
    await expect(rpc.read(slotOf)).rejects.toThrow('RPC node 2 getSlot: answered 429');
  });

  it("a fault of our own is not the node's: it passes through and no other node is asked", async () => {
    const { rpc, asked } = rpcOf(() => 1, neverCalled('node b'));
    const broken = async (node: RpcNode) => {
      await slotOf(node);
      throw new RangeError('our own');
    };
    await expect(rpc.read(broken)).rejects.toThrow(RangeError);
    expect(asked()).toEqual(['a.test']);
  });
});

describe("a field of memos, as a node joins a transaction's", () => {
  it.each([
    ['[5] hello', ['hello']],
    ['[5] hello; [3] abc', ['hello', 'abc']],
    ['[6] héllo; [4] 🎲; [2] ok', ['héllo', '🎲', 'ok']],
    ['[11] ab; [3] def', ['ab; [3] def']],
    ['[0] ', ['']],
    ['[0] ; [3] abc', ['', 'abc']],
    ['[1] ;; [1] ;', [';', ';']],
    ['', []],
    ['hello', []],
    ['[x] hello', []],
    ['[5]hello', []],
    ['[99] short', ['short']],
  ])('%j holds %j', (field, texts) => {
    expect(memoTexts(field)).toEqual(texts);
  });
});

describe("the search of a wallet's own memos", () => {
  const COMMIT = 'GOD1 commit round=7 ends=1 …';
  const field = (...texts: string[]) =>
    texts.map((text) => `[${new TextEncoder().encode(text).length}] ${text}`).join('; ');
  const SEARCH: MemoSearch = {
    ...{ since: 1_000, seenUntil: 2_000, isDecisive: false },
    matches: (text) => text.startsWith('GOD1 commit round=7 '),
  };

  interface Row {
    readonly signature: string;
    readonly memo: string | null;
    readonly blockTime?: number | null;
    readonly err?: unknown;
    readonly confirmationStatus?: string;
    /** Who signed; the pool wallet stands behind them in the list of accounts. */
    readonly signers?: readonly string[];
  }
  const plain = (count: number, name = 'transaction'): Row[] =>
    Array.from({ length: count }, (_, i) => ({
      signature: `${name} ${i}`,
      memo: null,
      confirmationStatus: 'finalized',
    }));

  /** A node that knows the pool wallet's history, newest first. What it says can change between searches. */
  function chainOf(rows: Row[]) {
    const said = { rows, newest: 2_000, firstBlock: 0, firstTime: 0 };
    const indexOf = (signature: string) => said.rows.findIndex((row) => row.signature === signature);
    const node = answering({
      getSlot: (options: { commitment: string }) => (options.commitment === 'confirmed' ? 5_000 : 4_000),
      getFirstAvailableBlock: () => said.firstBlock,
      getBlockTime: (slot: number) =>
        slot === 5_000 ? said.newest : slot === said.firstBlock ? said.firstTime : said.newest - 400,
      getSignaturesForAddress: (of: string, range: { before?: string; until?: string; limit: number }) => {
        if (of !== POOL) throw new Error(`history of ${of}`);
        const from = range.before === undefined ? 0 : indexOf(range.before) + 1;
        const end = range.until === undefined ? said.rows.length : indexOf(range.until);
        return said.rows.slice(from, Math.min(end, from + range.limit)).map(({ signers, ...row }, i) => ({
          ...{ slot: 5_000 - from - i, blockTime: 1_500, err: null, confirmationStatus: 'confirmed', ...row },
        }));
      },
      getTransaction: (signature: string, options: { maxSupportedTransactionVersion?: number }) => {
        const signers = said.rows.find((row) => row.signature === signature)?.signers ?? [POOL];
        if (options.maxSupportedTransactionVersion !== 0) return rpcError(-32_015, 'unsupported version');
        const accountKeys = [...signers, POOL, 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'];
        return { transaction: { message: { accountKeys, header: { numRequiredSignatures: signers.length } } } };
      },
    });
    return { said, node };
  }

  function searcher(...nodes: FakeNode[]) {
    const client = rpcOf(...nodes);
    const searchMemos = createSearchMemos({ rpc: client.rpc, wallet: POOL, now: client.now });
    const search = (altered: Partial<MemoSearch> = {}) => searchMemos({ ...SEARCH, ...altered });
    const params = (method: string) => client.calls.filter((call) => call.method === method).map((call) => call.params);
    return {
      ...{ ...client, search, searchMemos },
      found: async (altered: Partial<MemoSearch> = {}) =>
        (await search(altered)).map(({ signature }) => signature).sort(),
      lookedUp: () => params('getTransaction').map(([signature]) => signature),
      ranges: () => params('getSignaturesForAddress').map(([, range]) => range as { before?: string; until?: string }),
    };
  }
  const over = (...rows: Row[]) => {
    const { said, node } = chainOf(rows);
    return { said, ...searcher(node) };
  };

  it('finds what the wallet signed, with text, slot, time and finality', async () => {
    const { search } = over(
      { signature: 'newer', memo: field(COMMIT), blockTime: 1_600 },
      { signature: 'older', memo: field(COMMIT), confirmationStatus: 'finalized' },
    );
    expect(await search()).toEqual([
      { signature: 'newer', slot: 5_000, blockTime: 1_600, text: COMMIT, final: false },
      { signature: 'older', slot: 4_999, blockTime: 1_500, text: COMMIT, final: true },
    ]);
  });

  it("ignores a stranger's look-alike that merely names the wallet", async () => {
    const { found } = over(
      { signature: 'stranger', memo: field(COMMIT), signers: [wallet(1)] },
      { signature: 'both', memo: field(COMMIT), signers: [wallet(1), POOL] },
      ...[
        { signature: 'two strangers', memo: field(COMMIT), signers: [wallet(1), wallet(2)] },
        { signature: 'both, final', memo: field(COMMIT), signers: [wallet(1), POOL] },
      ].map((row) => ({ ...row, confirmationStatus: 'finalized' })),
    );
    expect(await found()).toEqual(['both', 'both, final']);
    expect(await found()).toEqual(['both', 'both, final']);
  });

  it('ignores transactions that failed, and other texts, without looking them up', async () => {
    const { found, lookedUp } = over(
      { signature: 'failed', memo: field(COMMIT), err: { InstructionError: [0, 'Custom'] } },
      { signature: 'no memo', memo: null },
      { signature: 'other round', memo: field('GOD1 commit round=77 ends=1') },
      { signature: 'quoted', memo: field(`look: [${COMMIT.length}] ${COMMIT}`) },
    );
    expect(await found()).toEqual([]);
    expect(lookedUp()).toEqual([]);
  });

  it('reads every memo of a transaction, also behind letters of several bytes', async () => {
    const other = `${COMMIT} 🎲`;
    const { search } = over({ signature: 'joined', memo: field('schöne Grüße; 你好', COMMIT, other) });
    expect((await search()).map(({ text }) => text)).toEqual([COMMIT, other]);
  });

  it('takes memos from before the time asked for as no answer', async () => {
    const { found } = over(
      { signature: 'at', memo: field(COMMIT), blockTime: 1_000 },
      { signature: 'before', memo: field(COMMIT), blockTime: 999 },
    );
    expect(await found()).toEqual(['at']);
  });

  it('turns pages until it is back far enough', async () => {
    const rows = plain(2_500).map((row, i) => ({
      ...row,
      memo: i === 1_700 ? field(COMMIT) : null,
      blockTime: i < 1_999 ? 1_500 : i === 1_999 ? 1_000 : 999,
    }));
    const { found, ranges } = over(...rows);
    expect(await found()).toEqual(['transaction 1700']);
    expect(ranges().map(({ before }) => before)).toEqual([undefined, 'transaction 999', 'transaction 1999']);
  });

  it('turns no page once it is back before the time asked for', async () => {
    const rows = plain(1_500).map((row, i) => ({ ...row, blockTime: i < 999 ? 1_500 : 999 }));
    const { found, ranges } = over(...rows);
    expect(await found()).toEqual([]);
    expect(ranges()).toHaveLength(1);
  });

  it('reads again only what came after the newest final transaction, and remembers the rest', async () => {
    const { said, found, ranges, lookedUp } = over(
      { signature: 'fresh', memo: null },
      { signature: 'final', memo: field(COMMIT), confirmationStatus: 'finalized' },
      ...plain(20),
    );
    expect(await found()).toEqual(['final']);
    said.rows = [{ signature: 'new', memo: field(COMMIT) }, ...said.rows];
    expect(await found()).toEqual(['final', 'new']);
    expect(ranges().map(({ until }) => until)).toEqual([undefined, 'final']);
    expect(lookedUp()).toEqual(['final', 'new']);
  });

  it('forgets a confirmed memo that a fork took back, and keeps a final one', async () => {
    const { said, found } = over(
      { signature: 'forked', memo: field(COMMIT) },
      { signature: 'final', memo: field(COMMIT), confirmationStatus: 'finalized' },
    );
    expect(await found()).toEqual(['final', 'forked']);
    said.rows = said.rows.slice(1);
    expect(await found()).toEqual(['final']);
  });

  it('reads back further when an earlier time is asked for', async () => {
    const rows = plain(1_500).map((row, i) => ({
      ...{ ...row, blockTime: i < 999 ? 1_500 : 900 },
      memo: i === 0 || i === 1_200 ? field(COMMIT) : null,
    }));
    const { found } = over(...rows);
    expect(await found()).toEqual(['transaction 0']);
    expect(await found({ since: 800 })).toEqual(['transaction 0', 'transaction 1200']);
    expect(await found()).toEqual(['transaction 0']);
  });

  it('knows that there is a gap after a search that did not go back to what it knew', async () => {
    const { said, found } = over({ signature: 'known', memo: field(COMMIT), confirmationStatus: 'finalized' });
    expect(await found()).toEqual(['known']);
    const later = plain(1_500, 'later').map((row, i) => ({
      ...{ ...row, blockTime: i < 700 ? 6_000 : 3_000, memo: i === 1_200 ? field(COMMIT) : null },
    }));
    said.rows = [...later, ...said.rows];
    expect(await found({ since: 5_000 })).toEqual([]);
    expect(await found()).toEqual(['known', 'later 1200']);
  });

  it('gives no answer while a long history is still being read, and the whole of it in the end', async () => {
    const { said, search, found, ranges } = over(...plain(25_000), {
      ...{ signature: 'oldest', memo: field(COMMIT), confirmationStatus: 'finalized' },
    });
    await expect(search()).rejects.toThrow(RpcError);
    // What comes in the meantime is not missed either.
    said.rows = [{ signature: 'newest', memo: field(COMMIT) }, ...said.rows];
    await expect(search()).rejects.toThrow(RpcError);
    expect(ranges()).toHaveLength(20);
    expect(await found()).toEqual(['newest', 'oldest']);
  });

  it('takes "nothing found" from no node that lags behind', async () => {
    const { said, search, ranges } = over();
    said.newest = 1_999;
    await expect(search()).rejects.toThrow(RpcError);
    expect(ranges()).toEqual([]);
    said.newest = 2_000;
    expect(await search()).toEqual([]);
  });

  it('takes "nothing found" from no node whose ledger begins too late: it may just have been restarted', async () => {
    const { said, search, ranges, later } = over();
    Object.assign(said, { firstBlock: 4_500, firstTime: 1_001 });
    await expect(search()).rejects.toThrow(RpcError);
    expect(ranges()).toEqual([]);
    said.firstTime = 1_000;
    await expect(search()).rejects.toThrow(RpcError);
    later(60_001);
    expect(await search()).toEqual([]);
  });

  it('takes a ledger from the first slots of a chain for whole', async () => {
    const { said, search } = over();
    Object.assign(said, { firstBlock: 32, firstTime: 1_900 });
    expect(await search()).toEqual([]);
  });

  it('asks the next node when one lags', async () => {
    const [behind, upToDate] = [chainOf([]), chainOf([{ signature: 'ours', memo: field(COMMIT) }])];
    behind.said.newest = 1_000;
    expect(await searcher(behind.node, upToDate.node).found()).toEqual(['ours']);
  });

  it('takes a transaction that is listed and cannot be read for no answer', async () => {
    const { node } = chainOf([{ signature: 'ours', memo: field(COMMIT) }]);
    const torn: FakeNode = (method, params) => (method === 'getTransaction' ? null : node(method, params));
    await expect(searcher(torn).search()).rejects.toThrow(RpcError);
  });

  it('takes a commitment without a block time for no answer', async () => {
    await expect(over({ signature: 'ours', memo: field(COMMIT), blockTime: null }).search()).rejects.toThrow(RpcError);
  });

  it('looks each transaction up once, over all searches', async () => {
    const rows = plain(20).map((row, i) => ({
      ...row,
      memo: field(COMMIT),
      signers: [i % 2 === 0 ? POOL : wallet(1)],
    }));
    const { found, lookedUp } = over(...rows);
    const first = await found();
    expect(first).toHaveLength(10);
    expect(lookedUp()).toHaveLength(20);
    expect(await found()).toEqual(first);
    expect(lookedUp()).toHaveLength(20);
  });

  describe('under a flood of look-alikes', () => {
    const strangers = Array.from({ length: 400 }, (_, i) => ({
      ...{ signature: `stranger ${i}`, memo: field(COMMIT), signers: [wallet(1)] },
    }));
    const flooded = () => over(...strangers, { signature: 'ours', memo: field(COMMIT), blockTime: 1_400 });
    const quiet = () => vi.spyOn(console, 'warn').mockImplementation(() => {});

    it('finds ours in the end, with a bounded number of look-ups in each search', async () => {
      quiet();
      const { search, lookedUp } = flooded();
      for (let searches = 1; searches <= 3; searches++) {
        const before = lookedUp().length;
        await search().catch(() => {});
        expect(lookedUp().length - before).toBeLessThanOrEqual(160);
      }
      expect((await search()).map(({ signature }) => signature)).toEqual(['ours']);
    });

    it('gives no answer to a decisive question before everything is looked up', async () => {
      quiet();
      const { search } = flooded();
      for (let searches = 1; searches <= 2; searches++)
        await expect(search({ isDecisive: true })).rejects.toThrow(RpcError);
      expect((await search({ isDecisive: true })).map(({ signature }) => signature)).toEqual(['ours']);
    });

    /** A restored database has no row of rounds that are over, and the chain has our commitments of them. */
    async function settled(closed: number, rows: readonly Row[]) {
      quiet();
      const endsAt = 1_700_000_000 + closed * 3_600;
      const { said, searchMemos } = over(...rows);
      said.newest = endsAt + 5;
      const settings = parseSettings(COMPLETE);
      if (!settings.ok) throw new Error(settings.problems.join());
      const db = await emptyDatabase();
      const now = () => (endsAt + 10) * 1_000;
      const rounds = createRoundStore(db, now);
      const context: Partial<RoundContext> = { db, rounds, now, searchMemos, settings: settings.settings };
      for (let wakes = 0; wakes < 5; wakes++) {
        await settleMissed(context as RoundContext, () => 'missed').catch((error: unknown) => {
          if (!(error instanceof RpcError)) throw error;
        });
      }
      return (await roundsPage(db, closed, closed)).records.map(({ round, state, reason }) => [round, state, reason]);
    }
    const about = (round: number, rows: readonly Row[]): Row[] =>
      rows.map((row) => ({
        ...{ ...row, memo: field(`GOD1 commit round=${round} ends=${1_700_000_000 + round * 3_600} …`) },
        blockTime: 1_700_000_000 + round * 3_600 - 30,
      }));
    const ours = (signature: string): Row => ({ signature, memo: null, signers: [POOL] });

    it('calls no round missed whose commitment may still be among those not looked up', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
      expect(await settled(1, about(1, [...strangers, ours('first')]))).toEqual([
        [1, 'held', 'commitment-without-record'],
      ]);
    });

    it('calls no round missed because it knows of another one', async () => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
      const rows = [...about(2, [ours('second')]), ...about(1, [...strangers, ours('first')])];
      expect(await settled(2, rows)).toEqual([
        [2, 'held', 'commitment-without-record'],
        [1, 'held', 'commitment-without-record'],
      ]);
    });
  });
});

describe('the guard of an hour', () => {
  const guarded = (value: unknown) =>
    isGuardAllocated(nodeOf({ getAccountInfo: { context: { slot: 1 }, value } }).node, wallet(1));

  it("is not allocated while nothing is there, or only a stranger's lamports", async () => {
    expect(await guarded(null)).toBe(false);
    expect(await guarded({ data: ['', 'base64'], owner: SYSTEM_PROGRAM })).toBe(false);
  });

  it('is allocated once it has its byte, or another owner', async () => {
    expect(await guarded({ data: ['AA==', 'base64'], owner: SYSTEM_PROGRAM })).toBe(true);
    expect(await guarded({ data: ['', 'base64'], owner: TOKEN_2022_PROGRAM })).toBe(true);
  });
});

describe('the price of computation', () => {
  const priced = (...fees: number[]) =>
    readComputePrice(
      nodeOf({ getRecentPrioritizationFees: fees.map((prioritizationFee) => ({ prioritizationFee, slot: 1 })) }).node,
      POOL,
      { min: 1_000, max: 2_000_000 },
    );

  it('is the median of what was paid lately, between its bounds', async () => {
    expect(await priced(5_000, 3_000, 900_000)).toBe(5_000);
    expect(await priced(9_000, 10_000, 100_000, 20_000, 8_000)).toBe(10_000);
    expect(await priced()).toBe(1_000);
    expect(await priced(0, 0, 0)).toBe(1_000);
    expect(await priced(9e9, 9e9, 9e9)).toBe(2_000_000);
  });
});

describe('asking drand relays for a beacon', () => {
  type Relay = (signal: AbortSignal) => Response | Promise<Response>;
  const answer = (round: number, signature: string) => () => Response.json({ round, signature, randomness: '00' });
  const good = answer(1_000, BEACON_1000.signature);
  const notYet = () => new Response('', { status: 404, headers: { 'cache-control': 'public, max-age=3' } });
  const broken = () => {
    throw new TypeError('network');
  };
  /** Never answers; ends as `fetch` does when it is told to. */
  const hanging: Relay = (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });

  function relays(...list: Relay[]) {
    const said: string[] = [];
    const asked: { url: string; signal: AbortSignal; cache: string | undefined }[] = [];
    const fetch = createFetchBeacon({
      urls: list.map((_, i) => `https://relay-${i}.test/${KEY}`),
      log: (message) => said.push(message),
      fetch: async (input, init) => {
        const url = String(input);
        const signal = init?.signal as AbortSignal;
        asked.push({ url, signal, cache: init?.cache });
        return (list[Number(/relay-(\d)/.exec(url)?.[1])] ?? neverCalled(url))(signal);
      },
    });
    const fetchBeacon = (round: number, altered: Partial<BeaconQuestion> = {}) =>
      fetch({ network: QUICKNET, round, patienceMs: 2_000, ...altered });
    return { fetchBeacon, said, asked };
  }

  it('takes the signature that verifies, and computes the randomness itself', async () => {
    const { fetchBeacon, asked } = relays(good);
    expect(await fetchBeacon(1_000)).toEqual(BEACON_1000);
    expect(asked).toMatchObject([{ url: `https://relay-0.test/${KEY}/public/1000`, cache: 'no-store' }]);
  });

  it.each([
    ['a signature of another round', answer(1_000, BEACON_1001.signature)],
    ['another round with its own signature', answer(1_001, BEACON_1001.signature)],
    ['the right signature under another number', answer(1_001, BEACON_1000.signature)],
    ['nonsense for a signature', answer(1_000, 'ff')],
    ['no signature', () => Response.json({ round: 1_000 })],
    ['HTML', () => new Response('<html>')],
    ['500', () => new Response('', { status: 500 })],
    ['nothing, for its network is down', broken],
  ])('takes no beacon from a relay that answers %s', async (_what, relay) => {
    expect(await relays(relay).fetchBeacon(1_000)).toBeNull();
    expect(await relays(relay, good).fetchBeacon(1_000)).toEqual(BEACON_1000);
  });

  it('tells of a relay that lied, by its host alone', async () => {
    const { fetchBeacon, said } = relays(answer(1_000, BEACON_1001.signature), notYet);
    expect(await fetchBeacon(1_000)).toBeNull();
    expect(said).toEqual(['beacon relay relay-0.test gave an invalid signature for round 1000']);
  });

  it('has none while every relay says it is not there yet', async () => {
    const { fetchBeacon, said } = relays(notYet, notYet, notYet);
    expect(await fetchBeacon(1_000)).toBeNull();
    expect(said).toEqual([]);
  });

  it('waits for no relay that hangs while another one answers, and ends the call', async () => {
    const { fetchBeacon, asked } = relays(hanging, good);
    expect(await fetchBeacon(1_000)).toEqual(BEACON_1000);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });

  it('gives up on relays that hang when its patience ends, and ends the call', async () => {
    const { fetchBeacon, asked } = relays(hanging, notYet);
    expect(await fetchBeacon(1_000, { patienceMs: 20 })).toBeNull();
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  it('verifies under the network that the round named', async () => {
    // The generator of G2: a valid key, of nobody.
    const publicKey =
      '93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e' +
      '024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8';
    expect(await relays(good).fetchBeacon(1_000, { network: { ...QUICKNET, publicKey } })).toBeNull();
  });

  it('has none without relays', async () => {
    expect(await relays().fetchBeacon(1_000)).toBeNull();
  });
});
