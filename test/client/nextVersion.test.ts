import { describe, expect, it, vi } from 'vitest';
import { checkProof } from '../../client/audit/checkProof.ts';
import type * as Versions from '../../src/protocol/versions.ts';
import { honestProof } from './honestProof.ts';

/** A later build of the page: it knows one version more, with every number another one. */
vi.mock('../../src/protocol/versions.ts', async (original) => {
  const { godUnits } = await import('../../src/money/god.ts');
  const known = await original<typeof Versions>();
  const next = {
    version: 2,
    threshold: godUnits(200_000_000_000n),
    commitLeadSeconds: 5,
    poolPercent: 10n,
    placePercents: [50n, 30n, 20n],
  };
  return { ...known, VERSIONS: [...known.VERSIONS, next], CURRENT_RULES: next };
});

const failed = (proof: ReturnType<typeof honestProof>) =>
  checkProof(proof)
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ name }) => name);

describe('the audit of a page that knows two versions of the rules', () => {
  it('proves each round by its own version', () => {
    expect(failed(honestProof(7, 1))).toEqual([]);
    expect(failed(honestProof(8, 2))).toEqual([]);
    expect(checkProof(honestProof(8, 2)).map(({ name }) => name)).toContain(
      'Prizes are 50, 30 and 20% of 10% of the pool',
    );
  });

  it('never proves a round by the other version’s numbers', () => {
    const [first, second] = [honestProof(7, 1), honestProof(7, 2)];
    expect(failed({ ...second, prize: first.prize, winners: first.winners })).toContain(
      'Prizes are 50, 30 and 20% of 10% of the pool',
    );
    const renamed = { ...first, rules: first.rules && { ...first.rules, rules: 2 } };
    expect(failed(renamed)).toContain('Rules give the published hash');
  });

  it('refuses by name a version that it does not know', () => {
    const proof = honestProof();
    expect(() => checkProof({ ...proof, rules: proof.rules && { ...proof.rules, rules: 3 } })).toThrow(
      'rules version 3 is not known here',
    );
  });
});
