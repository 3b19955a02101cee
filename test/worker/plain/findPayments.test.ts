import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFindPayments } from '../../../worker/chain/findPayments.ts';
import type { Rpc } from '../../../worker/chain/rpc.ts';
import { unknownOutflows } from '../../../worker/store/outflows.ts';
import { wallet } from '../../domain/wallets.ts';
import { emptyDatabase } from '../database.ts';
import { type FakeNode, rpcError } from '../fakeNodes.ts';
import { chainOf, ours, POOL_KEY, signatureOf, strangers, type TestRow } from '../historyChain.ts';
import { down, rpcNodes } from '../rpcNodes.ts';

let db: D1Database;
const used: ReturnType<typeof rpcNodes>[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => {
  expect(used.splice(0).flatMap((each) => each.surprises)).toEqual([]);
});

const PAID = 1_000;
const WINNER = wallet(5);

/** A node that also tells what a transaction did: each of these pays the winner, unless its name says otherwise. */
function paying(rows: readonly TestRow[]): FakeNode {
  const { node } = chainOf(...rows);
  return (method, params) => {
    const [signature, options] = params as [string, { encoding?: string }];
    const row = rows.find((each) => signatureOf(each) === signature);
    if (method !== 'getTransaction' || options.encoding !== 'json' || row === undefined) return node(method, params);
    const gain = row.name.includes('to nobody') ? 0 : PAID;
    return {
      ...{ slot: row.slot ?? 1, transaction: { message: { accountKeys: [POOL_KEY.address, WINNER] } } },
      meta: { err: null, fee: 5_000, preBalances: [9_000_000, 7], postBalances: [8_995_000 - gain, 7 + gain] },
    };
  };
}

/** Searches nodes with these histories, newest first, for payments to the winner since second 1,400. */
function search(...histories: readonly (readonly TestRow[] | 'down')[]) {
  const nodes = histories.map((rows) => (rows === 'down' ? down : paying(rows)));
  const world = rpcNodes(nodes, 2_010_000);
  used.push(world);
  const { rpc, now } = world;
  const find = finder(rpc, now);
  return find({ round: 7, winners: [WINNER], since: 1_400 });
}

const finder = (rpc: Rpc, now: () => number) =>
  createFindPayments({
    ...{ rpc, wallet: POOL_KEY.address, mint: wallet(77), now },
    unknown: (signatures, round) => unknownOutflows(db, signatures, round),
  });

const BY_HAND = ours('by hand', { memos: [] });
const payout = (round: number, more: Partial<TestRow> = {}) =>
  ours(`payout of ${round}`, {
    ...more,
    memos: [`GOD1 payout round=${round} ends=1900 root=${'ab'.repeat(32)} drand=9 winners=1`],
  });
const found = (row: TestRow) => ({
  ...{ signature: signatureOf(row), slot: expect.any(Number), to: WINNER, lamports: BigInt(PAID), blockTime: 1_500 },
});

describe('payments by hand', () => {
  it('are what the pool signed since the draw, nobody journaled, and a winner got something by', async () => {
    const others = [strangers('gift', { memos: [] }), ours('to nobody', { memos: [] }), payout(8)];
    const old = ours('before the draw', { memos: [], blockTime: 1_399 });
    expect(await search([...others, BY_HAND, old])).toEqual([found(BY_HAND)]);
    expect(await search([...others, old])).toEqual([]);
    // With the guard and the round's own memo, as `npm run pay` does it.
    expect(await search([payout(7)])).toEqual([found(payout(7))]);
  });

  it('with the round’s own memo are found too where the chain’s clock is behind ours, and no others', async () => {
    const early = payout(7, { blockTime: 1_399 });
    expect(await search([early])).toEqual([{ ...found(early), blockTime: 1_399 }]);
    expect(await search([payout(8, { blockTime: 1_399 })])).toEqual([]);
  });

  it('are found where one node hides what another shows', async () => {
    expect(await search([], [BY_HAND])).toEqual([found(BY_HAND)]);
  });

  it('are found where one node cannot read what another proves', async () => {
    for (const code of [-32_015, -32_603]) {
      const unread = { ...BY_HAND, signature: signatureOf(BY_HAND), answer: rpcError(code, 'no') };
      expect(await search([unread], [BY_HAND])).toEqual([found(BY_HAND)]);
    }
  });

  it('cannot be ruled out while a node fails to read a transaction; one in a form that nobody reads is none', async () => {
    const told = (answer: unknown) => ({ ...BY_HAND, signature: signatureOf(BY_HAND), answer });
    const unread = (code: number) => told(rpcError(code, 'no'));
    // It would say this of any transaction: "internal error", "invalid params", and what is no transaction at all.
    for (const row of [unread(-32_603), unread(-32_602), told({ transaction: 'later' })]) {
      await expect(search([row])).rejects.toThrow('could not be read this time');
      await expect(search([unread(-32_015)], [row])).rejects.toThrow('could not be read this time');
    }
    expect(await search([unread(-32_015)], [unread(-32_015)])).toEqual([]);
  });

  it.each([1, 0])('are found at a node that takes no version above %s', async (greatest) => {
    const { node } = chainOf(BY_HAND);
    const told = paying([BY_HAND]);
    const old: FakeNode = (method, params) => {
      const [, options] = params as [string, { maxSupportedTransactionVersion: number }];
      if (method !== 'getTransaction') return node(method, params);
      return options.maxSupportedTransactionVersion > greatest ? rpcError(-32_602, 'invalid') : told(method, params);
    };
    const world = rpcNodes([old], 2_010_000);
    used.push(world);
    const find = finder(world.rpc, world.now);
    expect(await find({ round: 7, winners: [WINNER], since: 1_400 })).toEqual([found(BY_HAND)]);
  });

  it('cannot be ruled out at a node that takes no version as high as theirs', async () => {
    const newer = { ...ours('newer', { memos: [], version: 1 }) };
    const { node } = chainOf(newer);
    const old: FakeNode = (method, params) => {
      const [, options] = params as [string, { maxSupportedTransactionVersion: number }];
      const isRefused = method === 'getTransaction' && options.maxSupportedTransactionVersion > 0;
      return isRefused ? rpcError(-32_602, 'invalid') : node(method, params);
    };
    const world = rpcNodes([old], 2_010_000);
    used.push(world);
    const found = finder(world.rpc, world.now)({ round: 7, winners: [WINNER], since: 1_400 });
    await expect(found).rejects.toThrow('could not be read this time');
  });

  it('are not those of the journal, nor those that an operator has called another round’s', async () => {
    const signature = signatureOf(BY_HAND);
    await db
      .prepare(
        `INSERT INTO outflows (signature, found_at, acknowledged_at, acknowledged_by, reason, round) VALUES (?, 1, 1, 'ann', 'r', ?)`,
      )
      .bind(signature, 6)
      .run();
    expect(await search([BY_HAND])).toEqual([]);
    await db.prepare('UPDATE outflows SET round = 7').run();
    expect(await search([BY_HAND])).toEqual([found(BY_HAND)]);
    await db
      .prepare(`INSERT INTO journal VALUES ('commit:7', 0, 'finalized', '', ?, '', 1, 1, 1, 5, NULL, 1)`)
      .bind(signature)
      .run();
    expect(await search([BY_HAND])).toEqual([]);
  });

  it('cannot be ruled out while a node is silent, or its ledger begins after the draw', async () => {
    await expect(search([], 'down')).rejects.toThrow('every node has to be searched');
    const { node, said } = chainOf();
    Object.assign(said, { firstBlock: 40_000, firstTime: 1_450 });
    const world = rpcNodes([node], 2_010_000);
    used.push(world);
    const { rpc, now } = world;
    const find = finder(rpc, now);
    await expect(find({ round: 7, winners: [WINNER], since: 1_400 })).rejects.toThrow('begins at 1450, after 1340');
  });
});
