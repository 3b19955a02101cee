import { describe, expect, it, vi } from 'vitest';
import type { AskChain } from '../../client/audit/askChain.ts';
import { createChainView } from '../../client/audit/chainView.ts';
import type { Report } from '../../client/audit/Report.ts';
import type { StepId } from '../../client/audit/Step.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import { HOSTILE_CHAINS, type HostileCase, type HostileTransaction, proofOf } from './hostileChains.ts';
import { hostileNode } from './hostileNode.ts';
import { stepOf, stepsIn, verifyOffline } from './offline.ts';

vi.mock('../../src/protocol/v1/beacon.ts', async (original) =>
  (await import('./rememberedBeacon.ts')).rememberedBeacon(await original()),
);

/** The table's questions, by the steps that answer them. */
const QUESTIONS: Readonly<Record<string, readonly StepId[]>> = {
  commitment: ['commitment'],
  'only text': ['only text'],
  payment: ['payout', 'payout memo', 'payout guard', 'payout transfers', 'payout balances'],
  'called off': ['rolled-over'],
};

const check = (of: HostileCase, ask: AskChain = hostileNode(of)) =>
  verifyOffline(proofOf(of), { view: createChainView(ask), poolWallet: HOSTILE_CHAINS.wallet });

function verdictOn({ steps }: Report, question: string): string {
  const states = steps.filter(({ id }) => QUESTIONS[question]?.includes(id)).map(({ state }) => state);
  if (states.includes('failed')) return 'failed';
  return states.every((state) => state === 'ok') ? 'ok' : 'open';
}

describe('the browser’s checks of a hostile chain, as the verifier in Python judges it', () => {
  it.each(HOSTILE_CHAINS.cases)('$name', async (of) => {
    const report = await check(of);
    const found = Object.fromEntries(Object.keys(of.expect).map((question) => [question, verdictOn(report, question)]));
    expect(found, JSON.stringify(report.steps, null, 1)).toEqual(of.expect);
    const onChain = new Set(Object.values(QUESTIONS).flat());
    expect(stepsIn(report, 'failed').filter((id) => !onChain.has(id))).toEqual([]);
    const isWhole = Object.values(of.expect).every((verdict) => verdict === 'ok');
    expect(['proven', 'called-off'].includes(report.verdict)).toBe(isWhole);
  });

  it('names an unreadable transaction by its signature', async () => {
    const of = HOSTILE_CHAINS.cases.find(({ name }) => name === 'an unreadable transaction of an unknown signer');
    const details = of && (await check(of)).steps.map(({ value }) => value).join('\n');
    expect(details).toContain('s cannot be read: getTransaction was refused with code -32015');
  });
});

describe('a server that finalizes the payment between two answers', () => {
  it('is believed: what was not there a moment ago is looked up once more', async () => {
    const of: HostileCase = { name: 'honest', expect: {} };
    const node = hostileNode(of);
    const { signature } = HOSTILE_CHAINS.proof.payout ?? {};
    let isFinal = false;
    const report = await check(of, (method, params) => {
      if (method === 'getSlot') isFinal = true;
      const isAbsent = method === 'getTransaction' && params[0] === signature && !isFinal;
      return isAbsent ? Promise.resolve(null) : node(method, params);
    });
    expect(isFinal).toBe(true);
    expect([report.verdict, stepsIn(report, 'failed')]).toEqual(['proven', []]);
  });
});

describe('a commitment of a round whose beacon comes earlier than its end', () => {
  it('has to be on chain before the beacon', async () => {
    // The beacon's first round, a minute before the end: ten seconds before the commitment.
    const genesisTime = Date.parse(HOSTILE_CHAINS.proof.endsAt) / 1000 - 60;
    const of: HostileCase = {
      name: 'early',
      expect: {},
      proof: { 'beacon.round': 1, 'beacon.genesisTime': genesisTime },
    };
    const report = await verifyOffline(proofOf(of), {
      view: createChainView(hostileNode(of)),
      poolWallet: HOSTILE_CHAINS.wallet,
      network: { network: { ...QUICKNET, genesisTime, periodSeconds: 3600 }, by: 'pinned' },
    });
    expect(stepOf(report, 'commitment')).toMatchObject({
      state: 'failed',
      value: expect.stringContaining('50 s before the draw is too late'),
    });
  });
});

/** What strangers can send so many of that a browser stops asking. */
function flood(times: number): HostileCase {
  const known = HOSTILE_CHAINS.cases.find(({ name }) => name === "a stranger's look-alike");
  const [lookalike] = known?.add ?? [];
  const add: HostileTransaction[] = lookalike === undefined ? [] : [{ ...lookalike, times }];
  return { name: 'flood', expect: {}, add, node: { page: 1_000 } };
}

describe('the browser’s politeness towards public RPC servers', () => {
  it('looks at most 2,500 transactions of a round up, and says when there are more', async () => {
    const of = flood(2_501);
    let lookUps = 0;
    const node = hostileNode(of);
    const report = await check(of, (method, params) => {
      if (method === 'getTransaction') lookUps++;
      return node(method, params);
    });
    const found = stepOf(report, 'only text');
    expect(found.state).toBe('could-not-check');
    // The commitment itself is one of them.
    expect(found.value).toContain('2 transactions that name the round are more than the 2500 that are looked up');
    // And the payment is looked at.
    expect(lookUps).toBe(2_501);
  });

  it('reads at most 50 pages of a history, and says so', async () => {
    const of: HostileCase = { ...flood(100), node: { page: 1 } };
    const node = hostileNode(of);
    let pages = 0;
    const report = await check(of, (method, params) => {
      if (method === 'getSignaturesForAddress') pages++;
      return node(method, params);
    });
    expect(pages).toBe(50);
    expect(stepOf(report, 'only text').value).toBe('the history is longer than 50 pages of 1000');
  });

  it('asks nothing twice for rounds that it checks one after the other', async () => {
    const of: HostileCase = { name: 'honest', expect: {} };
    const asked: string[] = [];
    const node = hostileNode(of);
    const view = createChainView((method, params) => {
      asked.push(`${method} ${JSON.stringify(params)}`);
      return node(method, params);
    });
    const proof = proofOf(of);
    for (let round = 0; round < 2; round++) await verifyOffline(proof, { view, poolWallet: HOSTILE_CHAINS.wallet });
    expect(new Set(asked).size).toBe(asked.length);
  });
});
