import { describe, expect, it, vi } from 'vitest';
import type { AskChain } from '../../client/audit/chain/askChain.ts';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import { askedIn, HOSTILE_CHAINS, type HostileCase, proofOf } from './hostileChains.ts';
import { hostileNode, hostileNodes } from './hostileNode.ts';
import { stepOf, summaryOf, verifyOffline } from './offline.ts';

vi.mock('../../src/protocol/v1/verifyBeacon.ts', async (original) =>
  (await import('./rememberedBeacon.ts')).rememberedBeacon(await original()),
);

const check = (of: HostileCase, nodes: readonly [AskChain, ...AskChain[]] = hostileNodes(of)) =>
  verifyOffline(proofOf(of), { view: createChainView(...nodes), ...askedIn(of) });

describe('the browser’s checks of a hostile chain, as the verifier in Python judges it', () => {
  it.each(HOSTILE_CHAINS.cases)('$name', async (of) => {
    const report = await check(of);
    const said = JSON.stringify(report.steps, null, 1);
    expect(report.verdict, said).toBe(of.verdict);
    expect(summaryOf(report), said).toEqual(of.steps);
  });

  it('names an unreadable transaction by its signature, and who says so', async () => {
    const of = HOSTILE_CHAINS.cases.find(({ name }) => name === 'a payment with other bytes');
    if (of === undefined) throw new Error('the table has no such case');
    const { signature } = HOSTILE_CHAINS.proof.payout ?? {};
    expect(stepOf(await check(of), 'payout').value).toBe(
      `${signature}: the RPC server shows bytes that nobody signed (the signature of ${HOSTILE_CHAINS.wallet} is wrong)`,
    );
  });
});

describe('what the browser says of a mint without an authority', () => {
  it('tells whoever named the lottery that somebody has to show its text', async () => {
    const called = 'a mint without an authority, of a lottery that is named';
    const of = HOSTILE_CHAINS.cases.find(({ name }) => name === called);
    if (of === undefined) throw new Error('the table has no such case');
    expect(stepOf(await check({ ...of, pinned: '7e'.repeat(32) }), 'lottery')).toMatchObject({
      state: 'could-not-check',
      value: `the mint ${HOSTILE_CHAINS.mint} has no authority today: only a pinned lottery whose text is shown can be found`,
    });
  });
});

describe('what the browser says of a pool that is followed through its transactions', () => {
  const poolOf = async (called: string) => {
    const of = HOSTILE_CHAINS.cases.find(({ name }) => name === called);
    if (of === undefined) throw new Error('the table has no such case');
    return stepOf(await check(of), 'pool').value;
  };
  const { wallet, proof } = HOSTILE_CHAINS;
  const { slot } = proof.snapshot ?? {};
  const { poolLamports: claim } = proof.prize ?? {};

  it('names the lowest and the highest that it held, or that it had too many', async () => {
    expect(await poolOf('a pool that held twice as much, and one payment of its own since the snapshot')).toBe(
      `prize.poolLamports: expected ${2 * Number(claim) - 5_000} to ${2 * Number(claim)}, as held from slot ${slot} to the commitment got ${claim}`,
    );
    expect(await poolOf('a pool with 101 payments since the snapshot, and no claim in the first 100')).toBe(
      `${wallet} has 101 transactions between the snapshot and the commitment, and 100 at most are read`,
    );
  });
});

describe('what the browser says of a list of a slot without a block', () => {
  it('names the latest that it can be, for two questions more than about a slot with one', async () => {
    const told = async (called: string) => {
      const of = HOSTILE_CHAINS.cases.find(({ name }) => name === called);
      if (of === undefined) throw new Error('the table has no such case');
      const asked: string[] = [];
      const node = hostileNode(of);
      const report = await check(of, [
        (method, params) => {
          if (method.startsWith('getBlock')) asked.push(`${method} ${params[0]}`);
          return node(method, params);
        },
      ]);
      return [asked.filter((one) => /95[01]|99[01]/.test(one)), stepOf(report, 'snapshot').value];
    };
    const endsAt = Date.parse(HOSTILE_CHAINS.proof.endsAt) / 1000;
    expect(await told('a list of a skipped slot of an hour before')).toEqual([
      ['getBlockTime 950', 'getBlocksWithLimit 950', 'getBlockTime 951'],
      `time of slot 950: expected ${endsAt - 105} at least got ${endsAt - 2860} at most`,
    ]);
    expect(await told('a list of a skipped slot within the lock')).toEqual([
      ['getBlockTime 990', 'getBlocksWithLimit 990', 'getBlockTime 991'],
      `getBlockTime was refused with code -32009; the slot’s time is ${endsAt - 58} at most, perhaps not too early`,
    ]);
  });
});

describe('the browser’s politeness towards public RPC servers', () => {
  const honest: HostileCase = { name: 'honest', verdict: 'proven' };

  it('looks up at most 200 transactions that name a mark, and those that announced the terms', async () => {
    const of = HOSTILE_CHAINS.cases.find(({ name }) => name.startsWith('a flood of the mark of the commitment'));
    if (of === undefined) throw new Error('the table has no such case');
    let lookUps = 0;
    const node = hostileNode(of);
    const report = await check(of, [
      (method, params) => {
        if (method === 'getTransaction') lookUps++;
        return node(method, params);
      },
    ]);
    expect([lookUps, report.verdict]).toEqual([201, 'could-not-check']);
  });

  it('asks nothing twice when it checks several rounds; a round with its terms and a watcher costs 16 questions', async () => {
    const asked: string[] = [];
    const node = hostileNode(honest);
    const view = createChainView((method, params) => {
      asked.push(`${method} ${JSON.stringify(params)}`);
      return node(method, params);
    });
    for (let round = 0; round < 2; round++) await verifyOffline(proofOf(honest), { view, ...askedIn(honest) });
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).toHaveLength(16);
  });
});
