import { afterEach, describe, expect, it } from 'vitest';
import { type Address, addressOf } from '../../../src/address/address.ts';
import { godUnits } from '../../../src/money/god.ts';
import { lamports } from '../../../src/money/lamports.ts';
import type { Holding } from '../../../src/protocol/terms/entries.ts';
import { isSameBalance } from '../../../worker/chain/agreeOnBalance.ts';
import { TOKEN_2022_PROGRAM } from '../../../worker/chain/programs.ts';
import { readChanges } from '../../../worker/chain/readChanges.ts';
import type { RpcNode } from '../../../worker/chain/rpcNode.ts';
import { isSameDraw } from '../../../worker/rounds/isSameDraw.ts';
import type { EntriesRead } from '../../../worker/rounds/readEntries.ts';
import { wallet } from '../../domain/wallets.ts';
import { answering } from '../fakeNodes.ts';
import { rpcNodes } from '../rpcNodes.ts';

const ACCOUNT = wallet(5);
const MINT = wallet(77);
let used: ReturnType<typeof rpcNodes>[] = [];
afterEach(() => {
  const surprises = used.flatMap((each) => each.surprises);
  used = [];
  expect(surprises).toEqual([]);
});

interface Told {
  readonly slot: number;
  readonly before: number;
  readonly after: number;
  readonly status?: string;
  readonly isUnreadable?: boolean;
  /** A transfer of lamports to the token account, as Agave shows it: without any token balance. */
  readonly isDust?: boolean;
  /** A failed transaction that calls the token account as its program, as Agave shows it. */
  readonly isFailed?: boolean;
}

/** A node that shows these transactions of an account, and what its owner's only token account holds now. */
function showing(told: readonly Told[], now = 0, finalSlots: number[] = []): RpcNode {
  const each = rpcNodes([
    answering({
      // One answer after the other; the last slot there is, once they are used up.
      getSlot: () => finalSlots.shift() ?? 1_000,
      getSignaturesForAddress: told
        .map(({ slot, status = 'finalized', isFailed }, i) => ({
          ...{ signature: `${i}`, slot, confirmationStatus: status },
          err: isFailed ? { InvalidProgramForExecution: {} } : null,
        }))
        .reverse(),
      getTransaction: (signature: string, { maxSupportedTransactionVersion }: Record<string, unknown>) => {
        const { slot, before, after, isUnreadable, isDust, isFailed } = told[Number(signature)] as Told;
        if (isUnreadable || maxSupportedTransactionVersion !== 255)
          return Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32_015, message: 'version' } });
        const amountOf = (amount: number) =>
          isDust || isFailed ? [] : [{ accountIndex: 1, uiTokenAmount: { amount: `${amount}` } }];
        return {
          slot,
          meta: {
            ...{ preBalances: [1, before], postBalances: [1, after] },
            ...{ preTokenBalances: amountOf(before), postTokenBalances: amountOf(after) },
          },
          transaction: { message: { accountKeys: [wallet(9), ACCOUNT, ...(isFailed ? [TOKEN_2022_PROGRAM] : [])] } },
        };
      },
      getTokenAccountsByOwner: () => ({
        context: { slot: 1 },
        value: [{ pubkey: ACCOUNT, account: { data: [accountOf(now), 'base64'] } }],
      }),
    }),
  ]);
  used.push(each);
  return each.rpc.nodes[0] as RpcNode;
}

function accountOf(amount: number): string {
  const data = Buffer.alloc(165);
  data.writeBigUInt64LE(BigInt(amount), 64);
  return data.toString('base64');
}

describe('the changes of an account between two slots', () => {
  const range = { after: 10, until: 20 };
  const changes = (told: readonly Told[]) => readChanges(showing(told), { account: ACCOUNT, range, unit: 'lamports' });

  it('are told by its final transactions after the first slot: the first and the last of the range, and the next', async () => {
    const told = [
      { slot: 10, before: 1, after: 2 },
      { slot: 11, before: 2, after: 3 },
      { slot: 20, before: 3, after: 5 },
    ];
    expect(await changes(told)).toEqual([
      { slot: 11, before: 2n, after: 3n },
      { slot: 20, before: 3n, after: 5n },
    ]);
    const many = [11, 11, 12, 15, 20, 20, 21, 22].map((slot, i) => ({ slot, before: i, after: i + 1 }));
    expect(await changes(many)).toEqual([
      { slot: 11, before: 0n, after: 1n },
      { slot: 20, before: 5n, after: 6n },
      { slot: 21, before: 6n, after: 7n },
    ]);
  });

  it('are as easily told when a stranger names the account nine hundred times', async () => {
    const flood = Array.from({ length: 900 }, (_, i) => ({
      slot: 15,
      before: i,
      after: i + 1,
      isUnreadable: i % 2 === 1,
    }));
    expect(await changes([...flood, { slot: 15, before: 900, after: 901 }])).toEqual([
      { slot: 15, before: 0n, after: 1n },
      { slot: 15, before: 900n, after: 901n },
    ]);
  });

  it('are not told while one between them is not final, cannot be read, or they are too many', async () => {
    expect(await changes([{ slot: 15, before: 1, after: 2, status: 'confirmed' }])).toBeNull();
    expect(await changes([{ slot: 15, before: 1, after: 2, isUnreadable: true }])).toBeNull();
    expect(await changes(Array.from({ length: 1_000 }, () => ({ slot: 15, before: 1, after: 1 })))).toBeNull();
  });

  it('leave out what came later and is not final yet', async () => {
    expect(await changes([{ slot: 21, before: 1, after: 2, status: 'confirmed' }])).toEqual([]);
  });
});

describe('the lamports of an account', () => {
  it('are told by a failed transaction too: who paid its fee has less', async () => {
    const told = [{ slot: 11, before: 9, after: 4, isFailed: true }];
    const query = { account: ACCOUNT, range: { after: 10, until: 20 }, unit: 'lamports' } as const;
    expect(await readChanges(showing(told), query)).toEqual([{ slot: 11, before: 9n, after: 4n }]);
  });
});

describe('two balances of different slots', () => {
  const OLD = { lamports: lamports(100n), slot: 10 };
  const same = (
    own: { lamports: bigint; slot: number },
    other: { lamports: bigint; slot: number },
    told: readonly Told[],
  ) => {
    const of = ({ lamports: amount, slot }: typeof own) => ({ lamports: lamports(amount), slot });
    const silent = showing([]);
    return isSameBalance(ACCOUNT, { node: silent, value: of(own) }, { node: showing(told), value: of(other) });
  };

  it('are one truth when they are equal, or lead from one to the other by what the second node shows', async () => {
    expect(await same(OLD, { lamports: 100n, slot: 12 }, [])).toBe(true);
    const dust = [
      { slot: 11, before: 100, after: 101 },
      { slot: 12, before: 101, after: 103 },
    ];
    expect(await same(OLD, { lamports: 103n, slot: 12 }, dust)).toBe(true);
    expect(await same({ lamports: 103n, slot: 12 }, OLD, dust)).toBe(true);
  });

  it('are compared once the second node has come to the slot of the newer one', async () => {
    const told = [{ slot: 12, before: 100, after: 101 }];
    const [own, other] = [
      { lamports: lamports(101n), slot: 12 },
      { lamports: lamports(100n), slot: 10 },
    ];
    const late: number[] = [10, 11];
    const node = showing(told, 0, late);
    expect(await isSameBalance(ACCOUNT, { node: showing([]), value: own }, { node, value: other })).toBe(true);
    expect(late).toEqual([]);
  });

  it('are one truth when a node answered before the last deposit of a slot, or of the same slot before the other', async () => {
    const dust = [
      { slot: 12, before: 100, after: 101 },
      { slot: 12, before: 101, after: 102 },
    ];
    expect(await same(OLD, { lamports: 101n, slot: 12 }, dust)).toBe(true);
    expect(await same({ lamports: 101n, slot: 12 }, { lamports: 102n, slot: 12 }, dust)).toBe(true);
  });

  it.each([
    ['nothing is shown', OLD, { lamports: 500n, slot: 12 }, []],
    ['one slot has two amounts that no transaction explains', OLD, { lamports: 101n, slot: 10 }, []],
    [
      'one is from before a payment of its slot',
      { lamports: 100n, slot: 12 },
      { lamports: 70n, slot: 12 },
      [{ slot: 12, before: 100, after: 70 }],
    ],
    [
      'the first is five times the truth',
      { lamports: 500n, slot: 10 },
      { lamports: 101n, slot: 12 },
      [{ slot: 11, before: 100, after: 101 }],
    ],
    [
      'the second is not what its own transactions make',
      OLD,
      { lamports: 200n, slot: 12 },
      [{ slot: 11, before: 100, after: 101 }],
    ],
  ])('are not when %s', async (_what, own, other, told) => {
    expect(await same(own, other, told)).toBe(false);
  });
});

describe('two readings of the holders', () => {
  /** A reading in which wallet 5 holds `amount` and wallets 6 and up always the same. */
  function reading(slot: number, amount: bigint, altered: Partial<EntriesRead> = {}): EntriesRead {
    const entry = (owner: Address, units: bigint) => ({ owner, amount: godUnits(units) });
    const entries = [entry(ACCOUNT, amount), entry(wallet(6), 300n), entry(wallet(7), 400n)];
    const holdings = new Map<Address, Holding>(
      entries.map(({ owner, amount: units }) => [owner, { owner, amount: units, frozen: godUnits(0n) }]),
    );
    return {
      ...{ entries, excluded: [{ owner: wallet(8), amount: godUnits(9n), reason: 'program' }] },
      snapshot: { slot, holdings } as unknown as EntriesRead['snapshot'],
      ...{ reasonAgainst: () => null, keptOut: [] },
      ...altered,
    };
  }
  const same = (own: EntriesRead, other: EntriesRead, { told = [] as readonly Told[], now = 0 } = {}) =>
    isSameDraw(MINT, { node: showing([]), value: own }, { node: showing(told, now), value: other });

  it('are one truth when entries and exclusions are alike', async () => {
    expect(await same(reading(10, 200n), reading(12, 200n))).toBe(true);
  });

  it('are one truth when the second node shows the trade between them', async () => {
    const told = [{ slot: 11, before: 200, after: 250 }];
    expect(await same(reading(10, 200n), reading(12, 250n), { told, now: 250 })).toBe(true);
    expect(await same(reading(12, 250n), reading(10, 200n), { told, now: 250 })).toBe(true);
  });

  it('are one truth also when strangers send lamports to the account before, after and between its trades', async () => {
    const dust = (slot: number) => ({ slot, before: 0, after: 0, isDust: true });
    const trades = [
      { slot: 11, before: 200, after: 230 },
      { slot: 12, before: 230, after: 250 },
    ];
    const [first, last] = trades as [Told, Told];
    const told = [dust(11), dust(11), first, dust(12), last, dust(12), dust(13), { slot: 14, before: 250, after: 9 }];
    expect(await same(reading(10, 200n), reading(12, 250n), { told, now: 9 })).toBe(true);
    expect(await same(reading(12, 250n), reading(10, 200n), { told, now: 9 })).toBe(true);
    expect(await same(reading(10, 200n), reading(12, 200n + 1n), { told, now: 9 })).toBe(false);
    // Nothing but lamports: what it holds now is what it held.
    expect(await same(reading(10, 200n), reading(12, 250n), { told: [dust(11), dust(12)], now: 250 })).toBe(false);
    const flood = Array.from({ length: 31 }, () => dust(12));
    expect(await same(reading(10, 200n), reading(12, 250n), { told: [...trades, ...flood], now: 250 })).toBe(false);
  });

  it('are one truth also when a failed transaction calls the token account as a program', async () => {
    const failed = (slot: number) => ({ slot, before: 0, after: 0, isFailed: true });
    const told = [failed(11), { slot: 11, before: 200, after: 250 }, failed(12), failed(13)];
    expect(await same(reading(10, 200n), reading(12, 250n), { told, now: 250 })).toBe(true);
    expect(await same(reading(12, 250n), reading(10, 200n), { told, now: 250 })).toBe(true);
    expect(await same(reading(10, 200n), reading(12, 0n), { told, now: 250 })).toBe(false);
  });

  it.each([
    ['no transaction is shown', 200n, 250n, [], 250],
    [
      'the trade explains another amount than the first node’s',
      2_000n,
      250n,
      [{ slot: 11, before: 200, after: 250 }],
      250,
    ],
    [
      'the trade explains another amount than the second node’s',
      200n,
      999n,
      [{ slot: 11, before: 200, after: 250 }],
      250,
    ],
    ['the trade is not final', 200n, 250n, [{ slot: 11, before: 200, after: 250, status: 'confirmed' }], 250],
  ])('are not when %s', async (_what, own, other, told, now) => {
    expect(await same(reading(10, own), reading(12, other), { told, now })).toBe(false);
  });

  it('are not when they are of one slot and differ, whatever is shown', async () => {
    const told = [{ slot: 10, before: 200, after: 250 }];
    expect(await same(reading(10, 200n), reading(10, 250n), { told, now: 250 })).toBe(false);
  });

  it('are not when a wallet is excluded by one of them alone, or for another reason', async () => {
    const excluded = [{ owner: wallet(8), amount: godUnits(9n), reason: 'reserved key' }];
    expect(await same(reading(10, 200n), reading(12, 200n, { excluded }))).toBe(false);
    expect(await same(reading(10, 200n), reading(12, 200n, { excluded: [] }))).toBe(false);
  });

  it('are not when more differ than can be looked at', async () => {
    const many = Array.from({ length: 41 }, (_, i) => ({
      owner: addressOf(new Uint8Array(32).fill(20 + i)),
      amount: godUnits(5n),
    }));
    expect(await same(reading(10, 200n), reading(12, 200n, { entries: many }))).toBe(false);
  });
});
