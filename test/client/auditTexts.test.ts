import { describe, expect, it } from 'vitest';
import { verdictOf, verdictText } from '../../client/audit/check/Report.ts';
import { CALLED_OFF_STEPS, DRAW_STEPS, type Step, type StepId, type StepState } from '../../client/audit/check/Step.ts';
import { sentencesOf } from '../../client/audit/panel/StepList.tsx';
import { type AuditRow, auditRow } from '../../client/audit/thread/AuditRow.ts';
import { auditSummary, roundBadge } from '../../client/audit/thread/auditTexts.ts';

/** Steps in these states, the first ones of a round. */
function stepsOf(states: readonly StepState[]): Step[] {
  return states.map((state, index) => ({
    ...{ id: DRAW_STEPS[index] ?? 'proof', name: `check ${index}`, sentence: '', state, value: '', link: null },
  }));
}

function audited(states: readonly StepState[], steps: readonly Step[] = stepsOf(states)): AuditRow {
  return auditRow(7, {
    roundNumber: 7,
    state: 'paid',
    verdict: verdictOf(steps),
    hour: 'promised and paid',
    steps,
    servers: 1,
    lottery: null,
    unconfirmed: [],
  });
}

const done = (...rows: readonly AuditRow[]) => auditSummary({ kind: 'done', rows, of: rows.length, site: null });
const PAID = 'By the chain: 2 promised and paid.';

describe('what the audit says of a round', () => {
  it('calls only a fully proven round verified', () => {
    expect(roundBadge(audited(['ok', 'ok']))).toEqual({ tone: 'mint', text: 'VERIFIED' });
    expect(roundBadge(audited(['ok', 'could-not-check']))).toEqual({ tone: 'amber', text: '1 NOT PROVEN' });
    expect(roundBadge(audited(['ok', 'not-reached']))).toEqual({ tone: 'amber', text: '1 NOT PROVEN' });
  });

  it('says the worst first', () => {
    expect(roundBadge(audited(['failed', 'could-not-check']))).toEqual({ tone: 'ruby', text: '1 FAILED' });
    expect(roundBadge(audited(['failed', 'could-not-check', 'owed']))).toEqual({ tone: 'amber', text: 'OWED' });
  });

  it('calls a round called off only by the marks, never because the site says so', () => {
    expect(roundBadge(audited(['ok', 'called-off', 'not-reached']))).toEqual({ tone: 'amber', text: 'CALLED OFF' });
    expect(roundBadge(audited(['ok', 'called-off', 'failed'])).text).toBe('1 FAILED');
    expect(roundBadge(audited(['ok', 'could-not-check'])).text).toBe('1 NOT PROVEN');
  });

  it('names the steps that failed, or that could not be checked', () => {
    const said = (...states: readonly StepState[]) => {
      const steps = stepsOf(states);
      return verdictText({ roundNumber: 7, verdict: verdictOf(steps), steps, servers: 2 });
    };
    expect(said('ok', 'ok')).toBe('Round 7 is proven: 2 of 2 steps are ok.');
    expect(said('ok', 'failed', 'could-not-check')).toBe('Round 7 FAILED: “check 1”.');
    expect(said('could-not-check', 'ok')).toBe('Round 7 is not proven. Could not check: “check 0”.');
    expect(said('failed', 'owed')).toBe('Round 7 is OWED: it was promised on chain and is not paid.');
    expect(said('ok', 'called-off')).toBe('Round 7 was called off: the chain shows no promise of it.');
    const one = { roundNumber: 7, verdict: 'proven', steps: stepsOf(['ok']), servers: 1 } as const;
    expect(verdictText(one)).toBe('Round 7 is proven: 1 of 1 steps are ok. One server was asked about the chain.');
  });
});

describe('what the audit says of all of them', () => {
  it('tells what failed from what could not be proven', () => {
    expect(done(audited(['ok']), audited(['ok']))).toBe(`2 rounds checked, nothing failed. ${PAID}`);
    expect(done(audited(['ok']), audited(['could-not-check']))).toBe(
      `2 rounds checked. Not proven in 1: “check 0”. ${PAID}`,
    );
    expect(done(audited(['failed', 'could-not-check']), audited(['ok']))).toBe(
      `2 rounds checked: 1 failed. Not proven in 1: “check 1”. ${PAID}`,
    );
  });

  it('says how far it is, and that there was nothing to check', () => {
    const rows = [audited(['ok'])];
    expect(auditSummary({ kind: 'running', rows: [], of: 0 })).toBe('Reading the list of rounds…');
    expect(auditSummary({ kind: 'running', rows, of: 10 })).toBe('Checking round 2 of 10…');
    expect(auditSummary({ kind: 'paused', rows, of: 10 })).toMatch(/^Stopped after 1 of 10 rounds\./);
    expect(done()).toBe('There is no round to check yet.');
  });
});

describe('the sentences that a round’s check comes to', () => {
  const stepsIn = (ids: readonly StepId[], other: StepState, ...those: readonly StepId[]) =>
    ids.map((id) => ({ id, name: `step ${id}`, state: those.includes(id) ? other : ('ok' as const) }));
  const told = (...of: Parameters<typeof stepsIn>) =>
    sentencesOf(stepsIn(...of)).map(({ state, text }) => [state, text]);

  it('are four of a round that is proven', () => {
    expect(told(DRAW_STEPS, 'ok')).toEqual([
      ['ok', 'The list, the rules and the prizes stood on chain before the random number was known.'],
      ['ok', 'The round’s end alone decided which random number counts.'],
      ['ok', 'List and random number give exactly these winners and prizes.'],
      ['ok', 'These prizes were promised on chain, and they are paid.'],
    ]);
  });

  it('when a step is not ok, exactly one of the sentences has no tick and names that step', () => {
    for (const id of DRAW_STEPS)
      for (const state of ['failed', 'could-not-check', 'not-reached'] as const)
        expect(
          sentencesOf(stepsIn(DRAW_STEPS, state, id)).filter((one) => one.state !== 'ok' || one.open.length > 0),
        ).toEqual([expect.objectContaining({ state, open: [`step ${id}`] })]);
  });

  it('say what the chain says of an hour that is owed or called off', () => {
    expect(told(DRAW_STEPS, 'owed', 'marks').at(-1)).toEqual([
      'owed',
      'The prizes were promised on chain, and they are not paid.',
    ]);
    const off = told(CALLED_OFF_STEPS, 'called-off', 'marks');
    // It had no draw, because no list of it was on chain.
    expect(off).toEqual([
      ['ok', 'What the lottery shows of this hour follows its terms.'],
      ['called-off', 'Nothing was promised on chain for this hour.'],
    ]);
  });
});
