import { afterEach, describe, expect, it } from 'vitest';
import { lookAtAccount } from '../../commands/watcher/lookAtAccount.ts';
import { createReadBalances } from '../../commands/watcher/readBalances.ts';
import { type RoundReport, reportText } from '../../commands/watcher/reportText.ts';
import { watcherOptions } from '../../commands/watcher/watcherOptions.ts';
import { address } from '../../src/address/address.ts';
import { TOKEN_2022_PROGRAM } from '../../worker/chain/accounts/programs.ts';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { answering, fakeNodes, rpcError } from '../worker/fakeNodes.ts';
import { wallet } from './wallets.ts';

describe('the command’s arguments', () => {
  it('are an app and an RPC server, and options', () => {
    const args = ['--app', 'https://draws.test/', '--rpc', 'https://rpc.test', '--key', 'k.json', '--rounds', '5'];
    expect(watcherOptions(args)).toEqual({
      ...{ app: 'https://draws.test', rpc: 'https://rpc.test', key: 'k.json', log: null, rounds: 5 },
    });
  });

  it.each([
    [[], ['--app is missing', '--rpc is missing']],
    [
      ['--app', 'draws', '--rpc', 'ftp://x'],
      ['--app must be an http or https address', '--rpc must be an http or https address'],
    ],
    [['--app', 'https://a', '--rpc', 'https://b', '--rounds', '0'], ['--rounds must be a whole number above 0']],
    [['--app', 'https://a', '--rpc', 'https://b', '--rounds', 'x'], ['--rounds must be a whole number above 0']],
  ])('%j are refused with every problem', (args, problems) => {
    expect(watcherOptions(args)).toBe(problems.join('\n'));
  });

  it('that are unknown are refused', () => {
    expect(watcherOptions(['--ap', 'x'])).toContain('--ap');
  });
});

describe('a look at a token account', () => {
  const key = address('So11111111111111111111111111111111111111112');
  const QUESTION = { key, owner: wallet(1), mint: wallet(77), slot: 110, since: 100 as number | null };
  let surprises: readonly unknown[] = [];
  afterEach(() => expect(surprises).toEqual([]));

  interface Row {
    readonly slot: number;
    readonly err?: unknown;
    readonly amounts?: readonly [string | null, string | null];
    readonly owner?: string;
    /** A transfer of lamports to the token account, as Agave shows it: without any token balance. */
    readonly isDust?: boolean;
  }
  /** The chain as rows, newest first; a transaction's name is its slot. */
  function over(rows: readonly Row[], question: Partial<typeof QUESTION> = {}, answers: Record<string, unknown> = {}) {
    const balance = (amount: string | null, owner: string) =>
      amount === null ? [] : [{ accountIndex: 1, mint: wallet(77), owner, uiTokenAmount: { amount } }];
    const nodes = fakeNodes({
      'rpc.test': answering({
        getSignaturesForAddress: (_: string, { limit, before }: { limit: number; before?: string }) => {
          const from = before === undefined ? 0 : rows.findIndex(({ slot }) => `${slot}` === before) + 1;
          return rows.slice(from, from + limit).map(({ slot, err = null }) => ({ signature: `${slot}`, slot, err }));
        },
        getTransaction: (signature: string) => {
          const row = rows.find(({ slot }) => `${slot}` === signature);
          const [before, after] = row?.amounts ?? ['1', '2'];
          const owner = row?.owner ?? wallet(1);
          const programs = row?.isDust ? [] : [TOKEN_2022_PROGRAM];
          return {
            slot: Number(signature),
            transaction: { message: { accountKeys: [wallet(9)], instructions: [] } },
            meta: {
              loadedAddresses: { writable: [key], readonly: programs },
              preTokenBalances: row?.isDust ? [] : balance(before, owner),
              postTokenBalances: row?.isDust ? [] : balance(after, owner),
            },
          };
        },
        ...answers,
      }),
    });
    surprises = nodes.surprises;
    const [node] = createRpc({ urls: ['https://rpc.test'], fetch: nodes.fetch, now: () => 0 }).nodes;
    if (node === undefined) throw new Error('no node');
    const ledger = { node, readBalances: createReadBalances(node) };
    return { found: lookAtAccount(ledger, { ...QUESTION, ...question }), calls: nodes.calls };
  }

  it('is one call when nothing has moved since the reading before the lock', async () => {
    const { found, calls } = over([{ slot: 130 }, { slot: 99 }]);
    expect([await found, calls.length]).toEqual([{ kind: 'unmoved' }, 1]);
    expect(await over([]).found).toEqual({ kind: 'unmoved' });
  });

  it('finds the last transaction up to the slot, with the amounts before and after it, in two calls', async () => {
    const { found, calls } = over([{ slot: 130 }, { slot: 109, amounts: ['5', '7'] }, { slot: 105 }]);
    const changes = [{ slot: 109, before: 5n, after: 7n }];
    expect([await found, calls.length]).toEqual([{ kind: 'moved', changes }, 2]);
  });

  it('finds every transaction of the slot and the next eight, newest first, and then none before them', async () => {
    const { found, calls } = over([
      { slot: 119 },
      { slot: 118, amounts: ['7', '2'] },
      { slot: 114, amounts: ['5', '7'] },
      { slot: 110, amounts: ['4', '5'] },
      { slot: 109, amounts: ['3', '4'] },
    ]);
    const changes = [
      { slot: 118, before: 7n, after: 2n },
      { slot: 114, before: 5n, after: 7n },
      { slot: 110, before: 4n, after: 5n },
    ];
    expect([await found, calls.length]).toEqual([{ kind: 'moved', changes }, 4]);
  });

  it('passes over transactions that failed', async () => {
    const { found } = over([
      { slot: 109, err: 'failed' },
      { slot: 104, amounts: ['3', '4'] },
    ]);
    expect(await found).toMatchObject({ changes: [{ slot: 104, after: 4n }] });
  });

  it('skips lamports that anybody sent to the account: a missing token balance does not mean zero', async () => {
    const dust = (slot: number) => ({ slot, isDust: true });
    const trade = { slot: 104, amounts: ['3', '4'] } as const;
    expect(await over([dust(109), dust(108), trade]).found).toEqual({
      kind: 'moved',
      changes: [{ slot: 104, before: 3n, after: 4n }],
    });
    expect(await over([dust(109), dust(101)]).found).toEqual({ kind: 'unmoved' });
    expect((await over([dust(109)], { since: null }).found).kind).toBe('unreadable');
    // Opened and closed again by one transaction of the program: that is a zero.
    const nothing = [{ before: null, after: null }];
    expect(await over([{ slot: 109, amounts: [null, null] }]).found).toMatchObject({ changes: nothing });
    const flood = Array.from({ length: 150 }, (_, i) => dust(20_000 - i));
    expect((await over([...flood, trade], { slot: 30_000 }).found).kind).toBe('unreadable');
    expect((await over([...flood.slice(0, 100), trade], { slot: 30_000 }).found).kind).toBe('moved');
    // A hundred are skipped, and not one more, whatever comes after them.
    for (const rest of [[], [dust(90)]]) {
      expect((await over([...flood.slice(0, 100), ...rest], { slot: 30_000 }).found).kind).toBe('unmoved');
      expect((await over([...flood.slice(0, 101), ...rest], { slot: 30_000 }).found).kind).toBe('unreadable');
    }
  });

  it('finds no GOD of the wallet in an account that was closed, or belonged to another wallet by then', async () => {
    const closed = await over([{ slot: 109, amounts: ['5', null] }]).found;
    expect(closed).toMatchObject({ changes: [{ before: 5n, after: null }] });
    const another = await over([{ slot: 109, owner: wallet(2) }]).found;
    expect(another).toMatchObject({ changes: [{ before: null, after: null }] });
  });

  it('takes a third call for an account with many trades, and is not judged beyond that', async () => {
    const busy = Array.from({ length: 1_200 }, (_, i) => ({ slot: 2_000 - i }));
    const { found, calls } = over([...busy.slice(0, 150), { slot: 109, amounts: ['5', '7'] }]);
    expect([(await found).kind, calls.length]).toEqual(['moved', 3]);
    expect((await over(busy, { slot: 1 }).found).kind).toBe('unreadable');
  });

  it('gives no judgement when the node does not answer, or does not know the transaction', async () => {
    const silent = { getTransaction: () => rpcError(-32_015, 'version 2') };
    expect((await over([{ slot: 109 }], {}, silent).found).kind).toBe('unreadable');
    expect((await over([{ slot: 109 }], {}, { getTransaction: null }).found).kind).toBe('unreadable');
    const untold = { slot: 109, meta: { preTokenBalances: null, postTokenBalances: null } };
    const transaction = { message: { accountKeys: [wallet(9)], instructions: [] } };
    const bare = { getTransaction: { ...untold, transaction } };
    expect((await over([{ slot: 109 }], {}, bare).found).kind).toBe('unreadable');
    expect((await over([], { since: null }).found).kind).toBe('unreadable');
  });

  it('asks again with a lower version when the node does not accept a higher one', async () => {
    const asked: unknown[] = [];
    const getTransaction = (_: string, { maxSupportedTransactionVersion: version }: Record<string, number>) => {
      asked.push(version);
      return version === 255 ? rpcError(-32_602, 'invalid') : null;
    };
    await over([{ slot: 109 }], {}, { getTransaction }).found;
    expect(asked).toEqual([255, 1]);
  });
});

describe('what a watcher prints', () => {
  const REPORT: RoundReport = {
    ...{ round: 12, endsAt: 1_800_000_000, verdict: 'same', publishedRoot: 'ab', root: 'ab', entries: 231 },
    ...{ accused: [], notJudged: [], suspects: 3, calls: 9, signature: 'sig', problem: null },
  };

  it('is one line for a complete list', () => {
    expect(reportText(REPORT)).toBe(
      'round 12: the list is whole: 231 entries, root ab; 3 wallets looked at, 0 not judged, 9 calls; testified sig',
    );
  });

  it('names each wallet that is accused or not judged', () => {
    const accused = [
      { kind: 'missing', owner: wallet(1), found: 250_000_000_000n, why: null },
      { kind: 'invented', owner: wallet(2), found: 0n, why: 'lottery pool' },
    ] as const;
    const notJudged = [{ owner: wallet(3), why: 'no answer' }];
    const lines = reportText({ ...REPORT, verdict: 'differs', accused, notJudged }).split('\n');
    expect(lines.slice(1)).toEqual([
      `  missing: ${wallet(1)} held 250,000 GOD and is not in the list`,
      `  invented: ${wallet(2)} is in the list and held 0 GOD (lottery pool)`,
      `  not judged: ${wallet(3)} (no answer)`,
    ]);
  });
});
