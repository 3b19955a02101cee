import { afterEach, describe, expect, it, vi } from 'vitest';
import { RpcError } from '../../../worker/chain/rpcError.ts';
import { rpcError } from '../fakeNodes.ts';
import {
  chainOf,
  commitText,
  fieldOf,
  ours,
  over,
  POOL_KEY,
  plain,
  STRANGER,
  searcher,
  signatureOf,
  strangers,
  type TestRow,
  takeSurprises,
} from '../historyChain.ts';
import { keyOf } from '../signedTransactions.ts';

const COMMIT = commitText(7);

afterEach(() => {
  vi.restoreAllMocks();
  expect(takeSurprises()).toEqual([]);
});

describe("the search of a wallet's own memos", () => {
  it('finds what the wallet signed, with text, slot, time, finality and who shows it', async () => {
    const [newer, older] = [ours('newer', { blockTime: 1_600 }), ours('older', { isFinal: true })];
    const { search } = over(newer, older);
    const shown = { text: COMMIT, shownBy: ['node 1'], isAgreed: true };
    expect(await search()).toEqual({
      memos: [
        { ...shown, signature: signatureOf(newer), slot: 50_000, blockTime: 1_600, final: false },
        { ...shown, signature: signatureOf(older), slot: 49_999, blockTime: 1_500, final: true },
      ],
      isComplete: true,
      unreadable: [],
    });
  });

  it.each(['legacy', 0, 1] as const)('finds what it signed in version %s, alone and beside others', async (version) => {
    const { found } = over(
      ours('alone', { version }),
      ours('second', { version, signers: [STRANGER, POOL_KEY] }),
      strangers('stranger', { version }),
    );
    expect(await found()).toEqual(['alone', 'second']);
  });

  it("ignores a stranger's look-alike that merely names the wallet", async () => {
    const { found } = over(
      strangers('stranger'),
      ours('both', { signers: [STRANGER, POOL_KEY] }),
      strangers('two strangers', { signers: [STRANGER, keyOf(3)], isFinal: true }),
      ours('both, final', { signers: [STRANGER, POOL_KEY], isFinal: true }),
    );
    expect(await found()).toEqual(['both', 'both, final']);
    expect(await found()).toEqual(['both', 'both, final']);
  });

  it('ignores transactions that failed, and other texts, without looking them up', async () => {
    const { found, lookedUp } = over(
      ours('failed', { err: { InstructionError: [0, 'Custom'] } }),
      ...plain(1),
      ours('other round', { memos: [commitText(77)] }),
      ours('quoted', { memos: [`look: ${COMMIT}`] }),
      ours('too long', { memos: [`GOD1 commit round=7 ${'x'.repeat(400)}`] }),
    );
    expect(await found()).toEqual([]);
    expect(lookedUp()).toEqual([]);
  });

  it('believes no list about a text that the transaction does not carry', async () => {
    const invented = { field: fieldOf('hello', COMMIT) };
    const { found, lookedUp } = over(
      ours('other memo', { memos: ['hello'], ...invented }),
      ours('quoted', { memos: [`hello; [${COMMIT.length}] ${COMMIT}`] }),
    );
    expect(await found()).toEqual([]);
    expect(lookedUp()).toContain('other memo');
  });

  it('reads every memo of a transaction, also behind letters of several bytes', async () => {
    const other = commitText(7, 1_901);
    const { search } = over(ours('joined', { memos: ['schöne Grüße; 你好', COMMIT, other] }));
    expect((await search()).memos.map(({ text }) => text)).toEqual([COMMIT, other]);
  });

  it('takes memos from before the time asked for as no answer', async () => {
    const { found } = over(ours('at', { blockTime: 1_000 }), ours('before', { blockTime: 999 }));
    expect(await found()).toEqual(['at']);
  });

  it('turns pages until it is back far enough', async () => {
    const rows = plain(2_500).map(
      (row, i): TestRow => ({ ...row, blockTime: i < 1_999 ? 1_500 : i === 1_999 ? 1_000 : 999 }),
    );
    const { found, ranges } = over(...rows.with(1_700, ours('ours', { isFinal: true })));
    expect(await found()).toEqual(['ours']);
    expect(ranges().map(({ before }) => before)).toEqual([undefined, 'plain 999', 'plain 1999']);
  });

  it('turns no page once it is back before the time asked for', async () => {
    const { found, ranges } = over(...plain(1_500).map((row, i) => ({ ...row, blockTime: i < 999 ? 1_500 : 999 })));
    expect(await found()).toEqual([]);
    expect(ranges()).toHaveLength(1);
  });

  it('reads again only what came after the newest final transaction, and remembers the rest', async () => {
    const final = ours('final', { isFinal: true });
    const { said, found, ranges, lookedUp } = over({ name: 'fresh' }, final, ...plain(20));
    expect(await found()).toEqual(['final']);
    said.rows = [ours('new'), ...said.rows];
    expect(await found()).toEqual(['final', 'new']);
    expect(ranges().map(({ until }) => until)).toEqual([undefined, signatureOf(final)]);
    expect(lookedUp()).toEqual(['final', 'new']);
  });

  it('asks a node where its ledger begins in each search, and looks each transaction up once', async () => {
    const { search, calls } = over(ours('ours'));
    await search();
    expect(calls.map(({ method }) => method)).toEqual([
      ...['getFirstAvailableBlock', 'getSlot', 'getBlockTime', 'getSignaturesForAddress', 'getTransaction'],
    ]);
    await search();
    expect(calls).toHaveLength(9);
  });

  it('forgets a confirmed memo that a fork took back, and keeps a final one', async () => {
    const { said, found } = over(ours('forked'), ours('final', { isFinal: true }));
    expect(await found()).toEqual(['final', 'forked']);
    said.rows = said.rows.slice(1);
    expect(await found()).toEqual(['final']);
  });

  it('reads back further when an earlier time is asked for', async () => {
    const rows = plain(1_500).map((row, i): TestRow => ({ ...row, blockTime: i < 999 ? 1_500 : 900 }));
    const { found } = over(...rows.with(0, ours('young')).with(1_200, ours('old', { blockTime: 900, isFinal: true })));
    expect(await found()).toEqual(['young']);
    expect(await found({ since: 800 })).toEqual(['old', 'young']);
    expect(await found()).toEqual(['young']);
  });

  it('gives no decisive answer while a long history is still being read, and the whole of it in the end', async () => {
    const { said, search, found, ranges } = over(...plain(25_000), ours('oldest', { isFinal: true }));
    const decisive = { isDecisive: true };
    await expect(search(decisive)).rejects.toThrow(RpcError);
    // What comes in the meantime is not missed either.
    said.rows = [ours('newest'), ...said.rows];
    await expect(search(decisive)).rejects.toThrow(RpcError);
    expect(ranges()).toHaveLength(20);
    expect(await found(decisive)).toEqual(['newest', 'oldest']);
  });

  it('says what it knows of a history that is still being read, to whom nothing hangs on it', async () => {
    const { search, nameOf } = over(ours('newest'), ...plain(25_000), ours('oldest', { isFinal: true }));
    const first = await search();
    expect([first.isComplete, first.memos.map(({ signature }) => nameOf(signature))]).toEqual([false, ['newest']]);
    await search();
    expect(await search()).toMatchObject({ isComplete: true });
  });
});

describe('a page that fails', () => {
  const failing = (...rows: Parameters<typeof over>) => {
    const { said, node } = chainOf(...rows);
    const state = { fails: true };
    const client = searcher(
      [
        (method, params) => {
          const { before } = (params[1] ?? {}) as { before?: string };
          if (state.fails && method === 'getSignaturesForAddress' && before !== undefined)
            return rpcError(-32_005, 'busy');
          return node(method, params);
        },
      ],
      () => said.rows,
    );
    return { ...client, said, state };
  };

  it('keeps the pages read before', async () => {
    const { search, found, ranges, state } = failing(ours('young'), ...plain(1_500), ours('old'));
    expect((await search()).memos).toHaveLength(1);
    state.fails = false;
    expect(await found()).toEqual(['old', 'young']);
    expect(
      ranges()
        .slice(0, 3)
        .map(({ before }) => before),
    ).toEqual([undefined, 'plain 998', 'plain 998']);
  });

  it('is no answer to a decisive question', async () => {
    await expect(failing(...plain(1_500)).search({ isDecisive: true })).rejects.toThrow('error -32005');
  });

  it('counts as the end when it is empty only from a node that knows where it goes on', async () => {
    const { said, search } = over(...plain(1_000));
    const rows = said.rows;
    expect(await search({ isDecisive: true })).toMatchObject({ isComplete: true });
    // Behind one address, a second machine that has seen nothing of it.
    const { node } = chainOf(...rows);
    const restarted = chainOf();
    const torn = searcher(
      [
        (method, params) => {
          const { before } = (params[1] ?? {}) as { before?: string };
          const isLater = method === 'getSignaturesForAddress' && before !== undefined;
          return (isLater || method === 'getSignatureStatuses' ? restarted.node : node)(method, params);
        },
      ],
      () => rows,
    );
    await expect(torn.search({ isDecisive: true })).rejects.toThrow('which it does not know');
    expect(await torn.search()).toMatchObject({ isComplete: false });
  });
});

describe('a node without a say', () => {
  it('is one that lags behind what is asked for', async () => {
    const { said, search, ranges, later } = over();
    said.newest = 1_999;
    await expect(search()).rejects.toThrow('lags behind');
    expect(ranges()).toEqual([]);
    said.newest = 2_000;
    later(1);
    expect(await search()).toMatchObject({ memos: [] });
  });

  it('is one whose ledger begins too late: it may just have been restarted', async () => {
    const { said, search, ranges } = over();
    Object.assign(said, { firstBlock: 4_500, firstTime: 1_001 });
    await expect(search()).rejects.toThrow(RpcError);
    expect(ranges()).toEqual([]);
    said.firstTime = 1_000;
    expect(await search()).toMatchObject({ memos: [], isComplete: true });
  });

  it('is none whose ledger begins with the first slots of a chain: it is whole', async () => {
    const { said, search } = over();
    Object.assign(said, { firstBlock: 32, firstTime: 1_900 });
    expect(await search()).toMatchObject({ memos: [] });
  });

  it('leaves the answer to the next one', async () => {
    const [behind, upToDate] = [chainOf(), chainOf(ours('ours'))];
    behind.said.newest = 1_990;
    expect(await searcher([behind.node, upToDate.node], () => upToDate.said.rows).found()).toEqual(['ours']);
  });
});
