import { describe, expect, it, vi } from 'vitest';
import type * as Versions from '../../src/protocol/versions.ts';
import { honestProof } from './honestProof.ts';
import { stepOf, stepsIn, verifyOffline } from './offline.ts';

/** A later build of the page: it knows one version more, with every number another one, and with two winners. */
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

  it('refuses by name a version that it does not know', async () => {
    const proof = honestProof();
    const report = await verifyOffline({ ...proof, rules: proof.rules && { ...proof.rules, rules: 3 } });
    expect(stepOf(report, 'rules')).toMatchObject({
      state: 'failed',
      value: expect.stringContaining('rules version 3 is not known here'),
    });
  });
});
