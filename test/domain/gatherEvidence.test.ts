import '../world/quietBindings.ts';
import { describe, expect, it } from 'vitest';
import { gatherEvidence, type Investigation } from '../../commands/watcher/gatherEvidence.ts';
import { type Address, addressOf } from '../../src/address/address.ts';
import { godUnits } from '../../src/money/god.ts';
import { createProtocolV1 } from '../../src/protocol/v1/createProtocolV1.ts';
import { CURRENT_RULES } from '../../src/protocol/versions.ts';
import type { Evidence } from '../../src/witness/collectFacts.ts';
import { judgeList } from '../../src/witness/judgeList.ts';
import type { Reading } from '../../src/witness/Reading.ts';
import { RpcError } from '../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../worker/chain/node/rpcNode.ts';

const SLOT = 110;
const MINT = owner(9_999);
const HELD = godUnits(200_000_000_000n);
const SUSPECTS = Array.from({ length: 1_000 }, (_, i) => owner(i));

function owner(number: number): Address {
  return addressOf(
    new Uint8Array(32)
      .fill(7)
      .with(0, number >> 8)
      .with(1, number & 255),
  );
}

/** A reading in which each wallet has one account with its own name, and the first wallet has `many` more. */
function reading(slot: number, many = 0, of = SUSPECTS): Reading {
  const seen = (key: Address) => ({ key, amount: HELD, isFrozen: false });
  const more = Array.from({ length: many }, (_, i) => ({ ...seen(owner(20_000 + i)), amount: 0n }));
  return { slot, accounts: new Map(of.map((key, i) => [key, [seen(key), ...(i === 0 ? more : [])]])) };
}

interface NodeFacts {
  readonly isSilentAbout?: (account: Address) => boolean;
  /** The slots of a wallet's own transactions; its account has the same address and is asked for first. */
  readonly rows?: readonly number[];
  /** A token account of the first wallet that those transactions name. */
  readonly passing?: Address;
  readonly unknown?: string;
  readonly isOwnerless?: boolean;
}

/** A node on which every account moved just before the snapshot. */
function nodeThat(facts: NodeFacts = {}) {
  const { isSilentAbout = () => false, rows, passing, unknown } = facts;
  const { isOwnerless = false } = facts;
  const [asked, seen]: [string[], { atOnce: number; most: number }] = [[], { atOnce: 0, most: 0 }];
  const [first] = SUSPECTS;
  const answerTo = (method: string, of: string, limit = 0): unknown => {
    if (method === 'getSignaturesForAddress') {
      const isOwn = asked.filter((each) => each === of).length > 2;
      if (rows && isOwn) return rows.slice(0, limit).map((slot) => ({ signature: `of ${slot}`, slot, err: null }));
      return [{ signature: of, slot: SLOT - 1, err: null }];
    }
    if (of === unknown) return null;
    const isPassing = passing !== undefined && (of === passing || of.startsWith('of '));
    const key = isPassing ? passing : of.startsWith('of ') ? first : of;
    const owner = isPassing ? first : of;
    const held = [
      {
        accountIndex: 1,
        mint: MINT,
        owner: isOwnerless && isPassing ? null : owner,
        uiTokenAmount: { amount: `${HELD}` },
      },
    ];
    const meta = { preTokenBalances: held, postTokenBalances: held };
    return { slot: SLOT - 1, meta, transaction: { message: { accountKeys: [MINT, key] } } };
  };
  const node: RpcNode = {
    label: 'node 1',
    async call(method, [of, options], result) {
      asked.push(String(of));
      seen.most = Math.max(seen.most, ++seen.atOnce);
      await new Promise((resolve) => (isSilentAbout(of as Address) ? undefined : setImmediate(resolve)));
      seen.atOnce -= 1;
      return result.parse(answerTo(method, String(of), (options as { limit?: number }).limit));
    },
    stream: () => Promise.reject(new Error('nobody streams')),
  };
  return { node, asked, seen };
}

const investigation = (node: RpcNode, altered: Partial<Investigation> = {}): Investigation => ({
  ...{ node, mint: MINT, slot: SLOT, before: reading(100), after: reading(120), near: [] },
  ...{ deadline: 60_000, now: () => 0, ...altered },
});
const gather = (node: RpcNode, altered: Partial<Investigation> = {}, suspects = SUSPECTS) =>
  gatherEvidence(
    investigation(node, altered),
    suspects.map((owner) => ({ owner, claimed: HELD })),
  );
const unreadable = (evidence: Awaited<ReturnType<typeof gather>>) =>
  [...evidence].flatMap(([who, found]) => (found.kind === 'unreadable' ? [[who, found.why]] : []));

describe('the evidence about the suspects of a round', () => {
  it('is gathered about each of a thousand wallets, in two calls each and few at the same time', async () => {
    const { node, asked, seen } = nodeThat();
    const evidence = await gather(node);
    expect([evidence.size, unreadable(evidence)]).toEqual([1_000, []]);
    expect([asked.length, seen.most]).toEqual([2_000, 8]);
  });

  it('is there at the deadline; what a silent node did not answer is "no time"', async () => {
    const [few, silent] = [SUSPECTS.slice(0, 20), SUSPECTS.slice(10, 13)];
    const { node } = nodeThat({ isSilentAbout: (account) => silent.includes(account) });
    const evidence = await gather(node, { deadline: 1_500 }, few);
    expect(unreadable(evidence)).toEqual(silent.map((who) => [who, 'there was no time to read its transactions']));
    // A wallet that could not be judged accuses nobody. The others are judged: with less than their accounts hold they
    // are in.
    const protocol = createProtocolV1({ ...CURRENT_RULES, threshold: godUnits(HELD + 1n) });
    const entries = few.map((who) => ({ owner: who, amount: protocol.threshold }));
    const { accused, notJudged } = judgeList(
      {
        ...{ protocol, published: { slot: SLOT, entries, excluded: [], threshold: protocol.threshold, top: 0 } },
        ...{ readings: [reading(100, 0, few), reading(120, 0, few)], reasonAgainst: () => null },
      },
      evidence,
    );
    expect([accused.length, notJudged.map((each) => each.owner)]).toEqual([17, silent]);
  });

  it('is empty when the time is up already, and no call is made', async () => {
    const { node, asked } = nodeThat();
    const evidence = await gather(node, { now: () => 60_000 });
    expect([unreadable(evidence).length, asked]).toEqual([1_000, []]);
  });

  it('asks first about wallets with few accounts, so that one with very many does not delay them', async () => {
    const { node, asked } = nodeThat();
    await gather(node, { before: reading(100, 400), after: null });
    const [first = ''] = SUSPECTS;
    // The last suspect is asked for before the first one, and the many accounts come last.
    expect(asked.indexOf(first)).toBeGreaterThan(asked.indexOf(SUSPECTS.at(-1) ?? ''));
    expect(asked.length).toBe(2_000 + 800);
  });

  describe('a wallet with more in the list than its accounts show', () => {
    const [who = owner(0)] = SUSPECTS;
    const passing = owner(30_000);
    const claim = [{ owner: who, claimed: HELD * 2n }];
    const told = (evidence: Evidence) => evidence.get(who);

    it('is what an account shows that only its own transactions name', async () => {
      const { node, asked } = nodeThat({ rows: [102, 99], passing });
      const evidence = await gatherEvidence(investigation(node), claim);
      expect(told(evidence)).toEqual({ kind: 'known', held: [{ free: HELD * 2n, frozen: 0n }] });
      // Its account in two calls, its own list and the one transaction between the readings, the other account in two.
      expect(asked).toEqual([who, who, who, 'of 102', passing, passing]);
    });

    it('counts with its known accounts when its own transactions name no other account', async () => {
      const { node } = nodeThat({ rows: [102] });
      const evidence = await gatherEvidence(investigation(node), claim);
      expect(told(evidence)).toEqual({ kind: 'known', held: [{ free: HELD, frozen: 0n }] });
    });

    it.each([
      ['too many transactions', { rows: Array(1_000).fill(125) }, 'has more transactions than'],
      ['a transaction that is listed and not known', { rows: [105], unknown: 'of 105' }, 'the node lists'],
      ['no owners of token accounts', { rows: [105], passing, isOwnerless: true }, 'without the owners'],
    ])('is no judgement with %s', async (_what, facts, why) => {
      const evidence = await gatherEvidence(investigation(nodeThat(facts).node), claim);
      expect(told(evidence)).toEqual({ kind: 'unreadable', why: expect.stringContaining(why) });
    });

    it.each([
      ['before', { before: null }],
      ['after', { after: null }],
    ])('is no judgement without a reading %s the lock', async (when, missing) => {
      const { node } = nodeThat({ rows: [105] });
      const evidence = await gatherEvidence(investigation(node, missing), claim);
      expect(told(evidence)).toEqual({ kind: 'unreadable', why: `what it had ${when} the lock could not be read` });
    });

    it('is looked for from the snapshot’s slot on when the reading before the lock is of a later one', async () => {
      const { node } = nodeThat({ rows: [111, 104], passing });
      const evidence = await gatherEvidence(investigation(node, { before: reading(112) }), claim);
      expect(told(evidence)).toEqual({ kind: 'known', held: [{ free: HELD * 2n, frozen: 0n }] });
    });

    it('is looked up after all other wallets, and a transaction of several wallets is read once', async () => {
      const { node, asked } = nodeThat({ rows: [105], passing });
      const claims = SUSPECTS.map((owner, i) => ({ owner, claimed: i < 500 ? HELD * 2n : HELD }));
      await gatherEvidence(investigation(node), claims);
      expect(asked.filter((each) => each === 'of 105').length).toBe(1);
      expect(asked.indexOf('of 105')).toBeGreaterThan(asked.lastIndexOf(SUSPECTS.at(-1) ?? ''));
    });

    it('is read again for the next wallet when the server failed once', async () => {
      const { node, asked } = nodeThat({ rows: [105], passing });
      const failing: RpcNode = {
        ...node,
        call: async (method, params, result) => {
          const answer = await node.call(method, params, result);
          if (params[0] === 'of 105' && asked.filter((each) => each === 'of 105').length === 1)
            throw new RpcError('node 1', method, 'too many requests');
          return answer;
        },
      };
      const claims = SUSPECTS.slice(0, 20).map((owner) => ({ owner, claimed: HELD * 2n }));
      const evidence = await gatherEvidence(investigation(failing), claims);
      // Those that waited for the same answer share its failure: eight at once.
      expect(unreadable(evidence).length).toBeLessThanOrEqual(8);
      expect(asked.filter((each) => each === 'of 105').length).toBe(2);
    });
  });
});
