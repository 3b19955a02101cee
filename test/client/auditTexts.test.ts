import { describe, expect, it } from 'vitest';
import type { RoundAudit } from '../../client/audit/auditRound.ts';
import { auditSummary, roundBadge } from '../../client/audit/auditTexts.ts';
import type { Check } from '../../client/audit/Check.ts';

/** A round with a check of each of these verdicts. */
function audited(verdicts: readonly Check['verdict'][], over: Partial<RoundAudit> = {}): RoundAudit {
  const checks = verdicts.map((verdict, i) => ({ name: `check ${i}`, verdict, detail: '' }));
  return { roundNumber: 7, owed: false, calledOff: false, checks, ...over };
}

const done = (...audits: readonly RoundAudit[]) => auditSummary({ kind: 'done', audits, of: audits.length });

describe('what the audit says of a round', () => {
  it('calls verified only what is proven whole', () => {
    expect(roundBadge(audited(['ok', 'ok']))).toEqual({ tone: 'mint', text: 'VERIFIED' });
    expect(roundBadge(audited(['ok', 'open']))).toEqual({ tone: 'amber', text: '1 NOT PROVEN' });
  });

  it('says the worst first', () => {
    expect(roundBadge(audited(['failed', 'open', 'ok'], { owed: true }))).toEqual({ tone: 'ruby', text: '1 FAILED' });
    expect(roundBadge(audited(['open'], { owed: true }))).toEqual({ tone: 'amber', text: 'OWED' });
  });

  it('never takes the site’s word that a round was called off', () => {
    expect(roundBadge(audited(['ok'], { calledOff: true }))).toEqual({ tone: 'mint', text: 'CALLED OFF' });
    expect(roundBadge(audited(['open'], { calledOff: true })).text).toBe('1 NOT PROVEN');
  });
});

describe('what the audit says of all of them', () => {
  it('tells what failed from what could not be proven', () => {
    expect(done(audited(['ok']), audited(['ok']))).toBe('2 rounds checked, nothing failed.');
    expect(done(audited(['ok']), audited(['open']))).toBe('2 rounds checked. Not proven in 1: “check 0”.');
    expect(done(audited(['failed', 'open']), audited(['ok']))).toBe(
      '2 rounds checked: 1 failed. Not proven in 1: “check 1”.',
    );
  });

  it('says how far it is, and that there was nothing to check', () => {
    expect(auditSummary({ kind: 'running', audits: [audited([])], of: 10 })).toBe('Checking round 2 of 10…');
    expect(done()).toBe('There is no round to check yet.');
  });
});
