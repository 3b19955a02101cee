import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NodesDisagree, NodesSilent } from '../../../worker/chain/node/rpcError.ts';
import { agreeOnGod, agreeOnLanded, holdsAtLeast } from '../../../worker/tax/agreeOnFigures.ts';
import { emptyDatabase } from '../database.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { namedBytes } from '../namedBytes.ts';
import { down } from '../rpcNodes.ts';
import { BEGUN_AT, CONFIG, CYCLE_ID, landed, statusOf, taxContext } from '../taxContext.ts';

let surprises: unknown[][] = [];
beforeEach(() => emptyDatabase());
afterEach(() => {
  const all = surprises.flat();
  surprises = [];
  expect(all).toEqual([]);
});
function nodes(...fakes: readonly FakeNode[]) {
  const each = taxContext(env.DB, fakes);
  surprises.push(each.surprises);
  return each;
}

const showing = (given: Parameters<typeof landed>[0]) => answering({ getTransaction: landed(given) });
const SALE = { god: -1_000n, lamports: 140_000n };
const honest = showing(SALE);
/** Ten times the proceeds. */
const liar = showing({ ...SALE, lamports: 1_400_000n });
const unknowing = answering({ getTransaction: null, getSignatureStatuses: statusOf(false) });
const cannotShow = answering({ getTransaction: null, getSignatureStatuses: statusOf(true) });

describe('what a swap brought', () => {
  it('is what both nodes show', async () => {
    expect(await agreeOnLanded(nodes(honest, honest).context, 'sig')).toMatchObject({
      ...{ godChange: -1_000n, solChange: 135_000n, fee: 5_000n },
    });
    expect(await agreeOnLanded(nodes(honest).context, 'sig')).toMatchObject({ solChange: 135_000n });
  });

  it('is not distributed on one node’s word: nothing is distributed, and both nodes are named', async () => {
    for (const pair of [
      [liar, honest],
      [honest, liar],
      [liar, unknowing],
      [honest, unknowing],
    ] as const) {
      const { context, doubts } = nodes(...pair);
      await expect(agreeOnLanded(context, 'sig')).rejects.toThrow(NodesDisagree);
      expect(doubts).toMatchObject([{ kind: 'disagree', nodes: ['node 1', 'node 2'] }]);
    }
  });

  it('is what two of three show, and the liar is named', async () => {
    const { context, doubts } = nodes(liar, honest, honest);
    expect(await agreeOnLanded(context, 'sig')).toMatchObject({ solChange: 135_000n });
    expect(doubts).toMatchObject([{ kind: 'lied', nodes: ['node 1'] }]);
  });

  it('is not known while one of two nodes is silent, or knows the swap but cannot show it; with a third node it is known', async () => {
    for (const silent of [down, cannotShow]) {
      const { context, doubts } = nodes(honest, silent);
      await expect(agreeOnLanded(context, 'sig')).rejects.toThrow(NodesSilent);
      expect(doubts).toMatchObject([{ kind: 'silent', nodes: ['node 2'] }]);
      expect(await agreeOnLanded(nodes(silent, honest, honest).context, 'sig')).toMatchObject({ solChange: 135_000n });
      await expect(agreeOnLanded(nodes(silent, honest, liar).context, 'sig')).rejects.toThrow(NodesDisagree);
    }
  });

  it('is asked for once more when a node knows the transaction but does not show it yet', async () => {
    let asked = 0;
    const late = answering({
      getTransaction: () => (asked++ === 0 ? null : landed(SALE)),
      getSignatureStatuses: statusOf(true),
    });
    const { context, doubts } = nodes(honest, late);
    expect(await agreeOnLanded(context, 'sig')).toMatchObject({ solChange: 135_000n });
    expect([asked, doubts]).toEqual([2, []]);
  });

  it('is never read for a transaction that no node knows', async () => {
    await expect(agreeOnLanded(nodes(unknowing, unknowing).context, 'sig')).rejects.toThrow('is not known');
  });

  it('is compared in every figure', async () => {
    for (const other of [
      { ...SALE, god: -999n },
      { ...SALE, fee: 5_001, lamports: 140_001n },
      { ...SALE, slot: 501 },
    ]) {
      await expect(agreeOnLanded(nodes(honest, showing(other)).context, 'sig')).rejects.toThrow(NodesDisagree);
    }
    // One lamport more in an account that is not the fee payer's.
    const { meta, ...rest } = landed(SALE);
    const [own = 0, other = 0] = meta.postBalances;
    const more = answering({ getTransaction: { ...rest, meta: { ...meta, postBalances: [own, other + 1] } } });
    await expect(agreeOnLanded(nodes(honest, more).context, 'sig')).rejects.toMatchObject({
      ...{ name: 'NodesDisagree', message: expect.stringContaining('what the transaction sig did') },
    });
  });
});

function godAnswer(amount: bigint, slot: number) {
  const data = Buffer.alloc(165);
  data.writeBigUInt64LE(amount, 64);
  const owner = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
  return { context: { slot }, value: { owner, data: [data.toString('base64'), 'base64'] } };
}
const godNode = (amount: bigint): FakeNode => answering({ getAccountInfo: godAnswer(amount, 1) });
const godOf = ({ context }: ReturnType<typeof nodes>) => agreeOnGod(context, CYCLE_ID);

describe('the GOD at hand', () => {
  it('is the smallest of answers within 1%: a stranger’s gift stops nothing, and selling less is safe', async () => {
    expect(await godOf(nodes(godNode(10_050n), godNode(10_000n)))).toBe(10_000n);
    expect(await godOf(nodes(godNode(10_000n), godNode(10_050n)))).toBe(10_000n);
    expect(await godOf(nodes(godNode(0n), godNode(0n)))).toBe(0n);
  });

  it('needs two nodes that agree when they differ by more', async () => {
    for (const [one, other] of [
      [0n, 10_000n],
      [9_899n, 10_000n],
      [10_000n, 9_899n],
    ] as const)
      await expect(godOf(nodes(godNode(one), godNode(other)))).rejects.toMatchObject({
        ...{ name: 'NodesDisagree', message: expect.stringContaining('the GOD in the tax wallet') },
      });
    expect(await godOf(nodes(godNode(9_900n), godNode(10_000n)))).toBe(9_900n);
    await expect(godOf(nodes(down, godNode(10_000n)))).rejects.toThrow(NodesSilent);
    expect(await godOf(nodes(godNode(100_000n), godNode(10_000n), godNode(10_000n)))).toBe(10_000n);
  });
});

describe('the GOD at hand after a transaction of the cycle has landed in slot 500', () => {
  beforeEach(async () => {
    const { journal, tax } = taxContext(env.DB, [down]).context;
    await tax.start({
      ...{ id: CYCLE_ID, slot: BEGUN_AT, currency: 'SOL', configVersion: CONFIG.version },
      ...{ withheld: 9n, inMint: 0n, unsold: 0n, harvests: [{ accounts: [], amount: 9n }] },
    });
    const attempt = {
      attempt: 0,
      blockhash: 'b',
      lastValidBlockHeight: 1,
      signedSlot: 1,
      bytes: namedBytes('harvest'),
    };
    const [row] = await journal.writeAll([{ ...attempt, key: `tax:${CYCLE_ID}:harvest:0`, signature: 'harvest' }]);
    if (row === undefined) throw new Error('no attempt');
    await journal.settleAll([{ row, state: 'confirmed', slot: 500 }]);
  });
  afterEach(() => vi.useRealTimers());

  it('is asked again of an honest node that is a slot behind, and the node is not called a liar', async () => {
    const answers = [godAnswer(0n, 499), godAnswer(10_000n, 500)];
    const behind = answering({ getAccountInfo: () => answers.shift() });
    const there = answering({ getAccountInfo: godAnswer(10_000n, 500) });
    const each = nodes(behind, there, there);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = godOf(each);
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(2_000);
    expect([await asked, each.doubts, answers]).toEqual([10_000n, [], []]);
  });

  it('is not known from a node that stays behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = expect(godOf(nodes(answering({ getAccountInfo: godAnswer(0n, 499) })))).rejects.toThrow(NodesSilent);
    await vi.advanceTimersByTimeAsync(0);
    await vi.runAllTimersAsync();
    await asked;
  });
});

describe('the reserve', () => {
  const balance = (value: number) => answering({ getBalance: { context: { slot: 1 }, value } });

  it('is there when both nodes say so, whatever the sums are', async () => {
    expect(await holdsAtLeast(nodes(balance(100), balance(900)).context, 100n)).toBe(true);
    expect(await holdsAtLeast(nodes(balance(99), balance(5)).context, 100n)).toBe(false);
  });

  it('is not decided by one node of two', async () => {
    await expect(holdsAtLeast(nodes(balance(99), balance(900)).context, 100n)).rejects.toThrow(NodesDisagree);
    await expect(holdsAtLeast(nodes(balance(900), down).context, 100n)).rejects.toThrow(NodesSilent);
  });
});
