import { describe, expect, it, vi } from 'vitest';
import { PINNED_QUICKNET } from '../../client/audit/chain/Lottery.ts';
import { checkRules } from '../../client/audit/check/checkList.ts';
import { roundFacts } from '../../client/audit/check/RoundFacts.ts';
import { readBundle } from '../../client/audit/check/readBundle.ts';
import { claimedTerms } from '../../client/audit/check/roundTerms.ts';
import type * as Versions from '../../src/protocol/versions.ts';
import { canonicalJson, type Json } from '../../src/terms/canonicalJson.ts';
import { readTerms } from '../../src/terms/readTerms.ts';
import { termsProblems } from '../../src/terms/termsProblems.ts';
import { honestProof } from './honestProof.ts';
import { stepOf, stepsIn, verifyOffline } from './offline.ts';

/** A later build of the page, which knows one more version: all its numbers differ, and it has two winners. */
vi.mock('../../src/protocol/versions.ts', async (original) => {
  const { godUnits } = await import('../../src/money/god.ts');
  const known = await original<typeof Versions>();
  const next = {
    version: 2,
    threshold: godUnits(200_000_000_000n),
    poolPercent: 10n,
    placePercents: [60n, 40n],
  };
  return { ...known, VERSIONS: [...known.VERSIONS, next], CURRENT_RULES: next };
});

const failed = async (proof: ReturnType<typeof honestProof>) => stepsIn(await verifyOffline(proof), 'failed');

/** The terms that a proof shows, as they were announced. */
function termsOf(proof: ReturnType<typeof honestProof>) {
  const { terms } = readTerms(canonicalJson(proof.terms[0]?.terms as Json));
  if (terms === null) throw new Error('the proof shows its terms');
  return terms;
}

/** The step that holds a round's rules against the terms in force. */
function rulesUnder(proof: ReturnType<typeof honestProof>, fullTerms: ReturnType<typeof termsOf>) {
  const { bundle } = readBundle(proof);
  if (bundle === null) throw new Error('the proof can be read');
  const terms = claimedTerms(bundle.round, bundle);
  return checkRules(roundFacts({ bundle, network: PINNED_QUICKNET, terms, fullTerms }));
}

describe('the audit of a page that knows two versions of the rules', () => {
  it('proves each round by its own version', async () => {
    expect(await failed(honestProof(7, 1))).toEqual([]);
    expect(await failed(honestProof(8, 2))).toEqual([]);
    expect(stepOf(await verifyOffline(honestProof(8, 2)), 'prizes').name).toBe(
      'Prizes are 60 and 40% of 10% of the pool',
    );
  });

  it('never proves a round by the other version’s numbers', async () => {
    const [first, second] = [honestProof(7, 1), honestProof(7, 2)];
    expect(await failed({ ...second, prize: first.prize, winners: first.winners })).toContain('prizes');
    const renamed = { ...first, rules: first.rules && { ...first.rules, rules: 2 } };
    expect(await failed(renamed)).toContain('rules');
  });

  it('accepts terms of either version, and refuses terms with shares of both', () => {
    const [first, second] = [termsOf(honestProof(7, 1)), termsOf(honestProof(8, 2))];
    const ofShares = (terms: typeof first) =>
      termsProblems(terms).filter((problem) => /^(?:share|places) /.test(problem));
    expect([ofShares(first), ofShares(second)]).toEqual([[], []]);
    expect(ofShares({ ...first, share: second.share })).toEqual(['places are not 60,40']);
    expect(ofShares({ ...second, share: first.share })).toEqual(['share is not 10']);
  });

  it('fails a round that was played by another version than its terms name', () => {
    const [first, second] = [honestProof(7, 1), honestProof(7, 2)];
    expect(rulesUnder(first, termsOf(first)).state).toBe('ok');
    expect(rulesUnder(second, termsOf(second)).state).toBe('ok');
    expect(rulesUnder(second, termsOf(first))).toEqual({
      state: 'failed',
      value: 'shares: expected 20: 70,20,10 got 10: 60,40',
    });
  });

  it('refuses by name a version that it does not know', async () => {
    const proof = honestProof();
    const report = await verifyOffline({ ...proof, rules: proof.rules && { ...proof.rules, rules: 3 } });
    expect(stepOf(report, 'rules')).toMatchObject({
      state: 'failed',
      value: expect.stringContaining('rules version 3 is not known here'),
    });
  });
});
