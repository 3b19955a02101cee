import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TaxCycle } from '../../../worker/store/taxRows.ts';
import { findLostSwap } from '../../../worker/tax/findLostSwap.ts';
import { emptyDatabase } from '../database.ts';
import { type FakeNode, rpcError } from '../fakeNodes.ts';
import { CYCLE_ID, cycleAtSwap, landed, NOW, statusOf, taxContext } from '../taxContext.ts';

let db: D1Database;
let surprises: unknown[][] = [];
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => {
  const all = surprises.flat();
  surprises = [];
  expect(all).toEqual([]);
});

interface Listed {
  readonly signature: string;
  /** Seconds ago. */
  readonly age: number;
  readonly is?: Parameters<typeof landed>[0];
  /** Instead of an answer. */
  readonly fails?: () => Response;
  readonly isFinal?: boolean;
}
const SALE = { god: -9_000n, lamports: 140_000n };
const STRANGER = { god: 1n, feePayer: '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' };

/** A node with this history of our GOD account. */
function history(listed: () => readonly Listed[]): FakeNode {
  return (method, params) => {
    if (method === 'getSignaturesForAddress')
      return listed().map(({ signature, age, isFinal = true }) => ({
        ...{ signature, slot: 500, blockTime: NOW / 1000 - age, memo: null, err: null },
        confirmationStatus: isFinal ? 'finalized' : 'confirmed',
      }));
    const asked = method === 'getSignatureStatuses' ? (params[0] as string[])[0] : params[0];
    const found = listed().find(({ signature }) => signature === asked);
    if (method === 'getSignatureStatuses') return statusOf(found !== undefined);
    if (method !== 'getTransaction') throw new Error(`nobody expected ${method}`);
    return found?.fails?.() ?? (found === undefined ? null : landed(found.is));
  };
}

interface Played {
  readonly memos?: readonly { readonly text: string; readonly slot: number }[];
}

async function play(nodes: readonly FakeNode[], { memos = [] }: Played = {}) {
  const searchMemos = async ({ matches }: { matches: (text: string) => boolean }) => ({
    memos: memos
      .filter(({ text }) => matches(text))
      .map((memo) => ({ ...memo, signature: 'd', blockTime: 1, final: true, shownBy: ['node 1'], isAgreed: true })),
    ...{ isComplete: true, unreadable: [] },
  });
  const each = taxContext(db, nodes, { searchMemos: searchMemos as never });
  surprises.push(each.surprises);
  const cycle = await cycleAtSwap(each.context);
  return { ...each, cycle, find: (of: TaxCycle = cycle) => findLostSwap(each.context, of) };
}

describe('a swap that the database does not know', () => {
  it('is taken over when it is ten minutes old and not a moment earlier: it may be another deployment’s', async () => {
    let age = 599;
    const { find } = await play([history(() => [{ signature: 'swap', age, is: SALE }])]);
    expect(await find()).toMatchObject({ kind: 'wait', problem: expect.stringContaining('ten minutes old') });
    age = 600;
    expect(await find()).toMatchObject({ kind: 'found', signature: 'swap', transaction: { godChange: -9_000n } });
  });

  it('is looked at again soon before that, and at least every half minute', async () => {
    for (const [age, ms] of [
      [0, 30_000],
      [590, 10_000],
      [599, 1_000],
    ] as const) {
      const { find } = await play([history(() => [{ signature: 'swap', age, is: SALE }])]);
      expect(await find()).toMatchObject({ kind: 'wait', ms });
      db = await emptyDatabase();
    }
  });

  it('is waited for until it is final', async () => {
    const { find } = await play([history(() => [{ signature: 'swap', age: 600, is: SALE, isFinal: false }])]);
    expect(await find()).toMatchObject({ kind: 'wait' });
  });

  it('is never paid for when another cycle’s distribution came after it: the other deployment was at work', async () => {
    const memos = [{ text: 'GOD1 tax cycle=5 config=v1 part=0', slot: 501 }];
    const { find, alerts } = await play([history(() => [{ signature: 'swap', age: 30, is: SALE }])], { memos });
    expect(await find()).toEqual({ kind: 'none' });
    expect([...alerts.keys()]).toEqual(['tax-lost-swap:swap']);
  });

  it('is this cycle’s own where the distribution on chain is this cycle’s', async () => {
    const memos = [{ text: `GOD1 tax cycle=${CYCLE_ID} config=v1 part=0`, slot: 501 }];
    const { find } = await play([history(() => [{ signature: 'swap', age: 600, is: SALE }])], { memos });
    expect(await find()).toMatchObject({ kind: 'found' });
  });

  it('is not one node’s invention', async () => {
    const { find, later, doubts } = await play([
      history(() => [{ signature: 'swap', age: 600, is: SALE }]),
      history(() => []),
    ]);
    expect(await find()).toMatchObject({ kind: 'wait' });
    later(15_000);
    for (let i = 0; i < 4; i++) expect(await find()).toMatchObject({ kind: 'wait' });
    expect(doubts.slice(0, 1)).toMatchObject([{ kind: 'disagree', nodes: ['node 1', 'node 2'] }]);
  });
});

describe('transactions of strangers that name our account', () => {
  it('are looked at once, whatever their version', async () => {
    const { find, calls } = await play([
      history(() => [
        { signature: 'stranger', age: 5, is: { ...STRANGER, version: 1 } },
        { signature: 'gift', age: 4, is: { god: 5n } },
      ]),
    ]);
    expect([await find(), await find()]).toEqual([{ kind: 'none' }, { kind: 'none' }]);
    expect(calls.filter(({ method }) => method === 'getTransaction')).toHaveLength(2);
  });

  it('that no node can read are passed over after three tries, with their names', async () => {
    const refuses = () => rpcError(-32_015, 'Transaction version (1) is not supported by the requesting client');
    const listed = [{ signature: 'odd', age: 5, fails: refuses }];
    const { find, alerts } = await play([history(() => listed)]);
    expect([(await find()).kind, (await find()).kind, (await find()).kind]).toEqual(['wait', 'wait', 'none']);
    expect([...alerts]).toEqual([
      [expect.stringMatching(/^tax-unreadable:\d+$/), expect.stringContaining('The transaction odd names')],
    ]);
    expect(await find()).toEqual({ kind: 'none' });
  });

  it('do not hide a swap behind one that cannot be read', async () => {
    const odd: Listed = { signature: 'odd', age: 5, fails: () => rpcError(-32_603, 'Internal error') };
    const { find } = await play([history(() => [odd, { signature: 'swap', age: 610, is: SALE }])]);
    await find();
    await find();
    expect(await find()).toMatchObject({ kind: 'found', signature: 'swap' });
  });

  it('are looked at 40 at a time, each once, and a flood of them ends the search with an alert', async () => {
    const flood = Array.from({ length: 1_000 }, (_, i): Listed => ({ signature: `s${i}`, age: 5, is: STRANGER }));
    const { find, alerts, calls } = await play([history(() => flood)]);
    const looked = () => calls.filter(({ method }) => method === 'getTransaction').length;
    expect([await find(), looked()]).toEqual([{ kind: 'wait', ms: 1_000 }, 40]);
    expect([await find(), looked()]).toEqual([{ kind: 'wait', ms: 1_000 }, 80]);
    let found = await find();
    while (found.kind === 'wait') found = await find();
    expect([found, looked()]).toEqual([{ kind: 'none' }, 400]);
    expect([...alerts.keys()]).toEqual([expect.stringMatching(/^tax-flood:\d+$/)]);
    expect(new Set(calls.flatMap(({ method, params }) => (method === 'getTransaction' ? [params[0]] : []))).size).toBe(
      400,
    );
  });

  it('do not count where they are transactions of cycles that the database knows', async () => {
    const { find, context, calls } = await play([history(() => [{ signature: 'withdrawal', age: 5 }])]);
    await context.tax.addStep({ cycle: CYCLE_ID, name: 'withdraw', part: 0, amount: 9n, currency: 'GOD' });
    const settled = { status: 'confirmed', signature: 'withdrawal', fee: 10_000n } as const;
    await context.tax.settleStep({ cycle: CYCLE_ID, name: 'withdraw', part: 0 }, settled);
    expect(await find()).toEqual({ kind: 'none' });
    expect(calls.map(({ method }) => method)).toEqual(['getSignaturesForAddress']);
  });
});
