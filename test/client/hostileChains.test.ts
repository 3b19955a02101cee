import { describe, expect, it } from 'vitest';
import type { AskChain } from '../../client/audit/askChain.ts';
import { createChainView } from '../../client/audit/chainView.ts';
import { CHAIN_CHECKS, checkChain } from '../../client/audit/checkChain.ts';
import { checkProof } from '../../client/audit/checkProof.ts';
import { HOSTILE_CHAINS, type HostileCase, type HostileTransaction, proofOf } from './hostileChains.ts';
import { hostileNode } from './hostileNode.ts';

const startsAt = Date.parse(HOSTILE_CHAINS.startsAt) / 1000;
/** The table's questions, by the names of the browser's checks. */
const QUESTIONS: Readonly<Record<string, string>> = {
  [CHAIN_CHECKS.commitment]: 'commitment',
  [CHAIN_CHECKS.onlyText]: 'only text',
  [CHAIN_CHECKS.payment]: 'payment',
  [CHAIN_CHECKS.calledOff]: 'called off',
};

const check = (of: HostileCase, ask: AskChain = hostileNode(of)) =>
  checkChain(createChainView(ask), { proof: proofOf(of), startsAt });

describe('the browser’s checks of a hostile chain, as the verifier in Python judges it', () => {
  it('finds nothing wrong with the table’s own proof', () => {
    expect(checkProof(HOSTILE_CHAINS.proof).map(({ verdict }) => verdict)).toEqual(Array(10).fill('ok'));
  });

  it.each(HOSTILE_CHAINS.cases)('$name', async (of) => {
    const checks = await check(of);
    const found = Object.fromEntries(checks.map(({ name, verdict }) => [QUESTIONS[name], verdict]));
    expect(found, JSON.stringify(checks, null, 1)).toEqual(of.expect);
  });

  it('names an unreadable transaction by its signature', async () => {
    const of = HOSTILE_CHAINS.cases.find(({ name }) => name === 'an unreadable transaction of an unknown signer');
    const details = of && (await check(of)).map(({ detail }) => detail).join('\n');
    expect(details).toContain('s cannot be read: getTransaction was refused with code -32015');
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
    const checks = await check(of);
    expect(checks.find(({ name }) => name === CHAIN_CHECKS.commitment)).toMatchObject({
      verdict: 'failed',
      detail: '50 s before the draw is too late',
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
    const checks = await check(of, (method, params) => {
      if (method === 'getTransaction') lookUps++;
      return node(method, params);
    });
    const found = checks.find(({ name }) => name === CHAIN_CHECKS.onlyText);
    expect(found?.verdict).toBe('open');
    // The commitment itself is one of them.
    expect(found?.detail).toContain('2 transactions that name the round are more than the 2500 that are looked up');
    // And the payment is looked at.
    expect(lookUps).toBe(2_501);
  });

  it('reads at most 50 pages of a history, and says so', async () => {
    const of: HostileCase = { ...flood(100), node: { page: 1 } };
    const node = hostileNode(of);
    let pages = 0;
    const checks = await check(of, (method, params) => {
      if (method === 'getSignaturesForAddress') pages++;
      return node(method, params);
    });
    expect(pages).toBe(50);
    expect(checks.find(({ name }) => name === CHAIN_CHECKS.onlyText)?.detail).toBe(
      'the history is longer than 50 pages of 1000',
    );
  });

  it('asks nothing twice for rounds that it checks one after the other', async () => {
    const of: HostileCase = { name: 'honest', expect: {} };
    const asked: string[] = [];
    const node = hostileNode(of);
    const view = createChainView((method, params) => {
      asked.push(`${method} ${JSON.stringify(params)}`);
      return node(method, params);
    });
    for (let round = 0; round < 2; round++) await checkChain(view, { proof: proofOf(of), startsAt });
    expect(new Set(asked).size).toBe(asked.length);
  });
});
