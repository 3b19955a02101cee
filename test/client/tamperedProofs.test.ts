import { describe, expect, it, vi } from 'vitest';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import type { StepId } from '../../client/audit/check/Step.ts';
import { closingLines, exitCode } from '../../commands/verifier/reportLines.ts';
import { address } from '../../src/address/address.ts';
import { hostileNode } from './hostileNode.ts';
import { stepOf, summaryOf, verifyOffline } from './offline.ts';
import { TAMPERED_PROOFS, tamperedProof } from './tamperedProofs.ts';

vi.mock('../../src/protocol/v1/verifyBeacon.ts', async (original) =>
  (await import('./rememberedBeacon.ts')).rememberedBeacon(await original()),
);

const { add, mint, cases, proof: honest } = TAMPERED_PROOFS;
const lottery = { mint: address(mint), pinned: null };
const verify = (proof: unknown) => {
  const view = createChainView(hostileNode({ name: 'tampered', verdict: 'proven', add }));
  return verifyOffline(proof, { view, lottery, round: honest.roundNumber });
};

describe('every field of a proof, changed, removed, null and of another round, as the verifier in Python judges it', () => {
  it('finds nothing wrong with the table’s own proof', async () => {
    expect((await verify(TAMPERED_PROOFS.proof)).verdict).toBe('proven');
  });

  it.each(cases.map((one) => [`${one.path} ${one.how}`, one] as const))('%s', async (_name, one) => {
    const report = await verify(tamperedProof(one));
    expect(summaryOf(report), JSON.stringify(report.steps, null, 1)).toEqual(one.verdict);
    if (one.right !== null) {
      // The right step, and both values.
      expect(stepOf(report, one.right as StepId)).toMatchObject({
        // A text that is not a proof fails no step, because nobody can say what it was meant to be.
        state: one.verdict.failed.length === 0 ? 'could-not-check' : 'failed',
        value: expect.stringMatching(/expected .+ got .+/),
      });
    } else {
      expect(report.verdict).toBe('proven');
    }
    // What the command prints of it, and ends with.
    const failed = one.verdict.failed.join(', ');
    // A text that is no proof fails no step.
    const code = failed === '' ? 2 : 1;
    expect(exitCode(report)).toBe(one.right === null ? 0 : code);
    if (one.right !== null && code === 1)
      expect(closingLines(report).at(-1)).toMatch(new RegExp(`^FAILED: .*: ${failed}; lottery `));
    // What nothing can confirm is printed as such, with the value that it has now.
    const isShownElse =
      one.path === 'notes' || /^terms|address$/.test(one.path) || /^snapshot\.(takenAt|amounts)/.test(one.path);
    if (one.right === null && one.how !== 'removed' && !isShownElse)
      expect(closingLines(report)).toContain(`not checked ${one.path}: ${one.value}`);
  });
});
