import { afterEach, describe, expect, it, vi } from 'vitest';
import { ACTIONS, OPERATIONS, PAYMENTS } from '../../client/admin/console/answerShapes.ts';
import { createAdminApi } from '../../client/admin/console/api.ts';
import { exitText, exitWords } from '../../client/admin/operations/exitWords.ts';
import { newAlerts } from '../../client/admin/operations/newAlerts.ts';
import { forecastOf } from '../../client/admin/operations/WalletsGroup.tsx';
import { needsOf } from '../../client/admin/overview/needs.ts';
import { hasShape } from '../../client/shape/hasShape.ts';
import { actionsAnswer, operations, seenPayment } from '../../src/contract/operations.ts';
import { ROUND_EXITS } from '../../src/round/exits.ts';
import { CYCLE_EXITS } from '../../src/tax/cycle.ts';
import { BUSY, draft, QUIET } from '../gallery/desk.ts';
import { ALL_ACTIONS, EXIT_CALLS, heldRound, OPERATIONS_CASES, REFUSALS } from '../gallery/operations.ts';

afterEach(() => vi.unstubAllGlobals());

const wallet = { name: 'Tax wallet', address: 'x', lamports: '700000000', perDayLamports: '17000000', daysLeft: 41 };

describe('how long a wallet lasts', () => {
  it('is a sentence with its days, and a colour when somebody should look', () => {
    expect(forecastOf(wallet)).toEqual({
      tone: 'muted',
      text: 'At this pace the tax wallet lasts 41 days. It spends 0.017000 SOL a day.',
    });
    const of = (daysLeft: number) => forecastOf({ ...wallet, daysLeft });
    expect([30, 29, 7, 6].map((days) => of(days)?.tone)).toEqual(['muted', 'warn', 'warn', 'err']);
    expect(of(0)?.text).toContain('lasts less than a day.');
    expect(of(1)?.text).toContain('lasts 1 day.');
    expect(of(729)?.text).toContain('lasts 729 days.');
    expect(of(730)?.text).toContain('lasts 2 years.');
    expect(of(3_649)?.text).toContain('lasts 9 years.');
    expect(of(3_650)?.text).toContain('lasts 10 years.');
    expect(of(4_014)?.text).toContain('lasts 10 years.');
    expect(of(4_015)?.text).toContain('lasts more than ten years.');
    expect(of(2_079_166)?.text).toContain('lasts more than ten years.');
  });

  it('is not claimed where the pace or the balance is unknown', () => {
    expect(forecastOf({ ...wallet, perDayLamports: null, daysLeft: null })).toBeNull();
    expect(forecastOf({ ...wallet, perDayLamports: '0', daysLeft: null })?.text).toBe(
      'It has not shrunk in the last 7 days.',
    );
    expect(forecastOf({ ...wallet, daysLeft: null })?.text).toBe('It spends 0.017000 SOL a day.');
  });
});

describe('alerts on every tab', () => {
  const alert = (key: string, raisedAt: string, endedAt: string | null = null) => ({
    ...{ key, message: key, severity: 'critical' as const, runbook: '', raisedAt, deliveredAt: null, endedAt },
  });
  const [now, old] = ['2026-11-20T12:00:00.000Z', '2026-11-01T12:00:00.000Z'];
  const shown = (...alerts: ReturnType<typeof alert>[]) => newAlerts({ alerts, serverTime: now }).map(({ key }) => key);

  it('are those that last, however old they are', () => {
    expect(shown(alert('held:512', old), alert('wrong-keys:x', old))).toEqual(['held:512']);
  });

  it('are never those that are over', () => {
    expect(shown(alert('held:512', now, now), alert('wrong-keys:x', now))).toEqual(['wrong-keys:x']);
  });
});

describe('what waits for a person', () => {
  it('leads to the runbook by the alert of its own round', () => {
    const rounds = [12, 120].map((roundNumber) => heldRound('overdue', { roundNumber }));
    const alerts = [120, 12].map((round) => ({
      ...{ key: `held:${round}`, message: '', severity: 'critical' as const, deliveredAt: null, endedAt: null },
      ...{ raisedAt: QUIET.serverTime, runbook: `https://example.com/runbook#${round}` },
    }));
    const needs = needsOf({ ...QUIET, rounds, alerts }, draft().base);
    expect(needs.map(({ key, runbook }) => [key, runbook?.split('#')[1]])).toEqual([
      ['held:12', '12'],
      ['held:120', '120'],
    ]);
  });
});

describe('many held rounds', () => {
  const of = (count: number) => {
    const rounds = Array.from({ length: count }, (_, n) => heldRound('overdue', { roundNumber: 100 - n }));
    return needsOf({ ...QUIET, rounds }, draft().base);
  };

  it('are the newest five and a count of the others, which leads to where all are listed', () => {
    expect(of(5).map(({ key }) => key)).toEqual(['held:100', 'held:99', 'held:98', 'held:97', 'held:96']);
    expect(of(6).at(-1)?.text).toBe('1 older round is held as well.');
    const needs = of(40);
    expect(needs).toHaveLength(6);
    expect(needs.at(-1)).toMatchObject({
      text: '35 older rounds are held as well.',
      address: { tab: 'operations', round: null },
    });
  });
});

describe('every exit', () => {
  it('has its words, and what cannot be taken back is said to be so', () => {
    const asked = EXIT_CALLS.map(({ kind, exit }) => `${kind} ${exit}`);
    expect(asked.toSorted()).toEqual(
      [...ROUND_EXITS.map((exit) => `round ${exit}`), ...CYCLE_EXITS.map((exit) => `cycle ${exit}`)].toSorted(),
    );
    for (const call of EXIT_CALLS) {
      const { means, isFinal } = exitWords(call);
      expect(means.join(' ').includes('cannot be opened again'), exitText(call)).toBe(isFinal);
    }
  });
});

describe('answers of the operations', () => {
  it.each(Object.entries({ ...OPERATIONS_CASES, QUIET, BUSY }))(
    'are taken as the contract has them: %s',
    (_, answer) => {
      expect(hasShape({ data: operations.parse(answer) }, OPERATIONS)).toBe(true);
    },
  );

  it('a page of actions and the payments of a refusal are checked too', () => {
    expect(hasShape(actionsAnswer.parse({ success: true, ...ALL_ACTIONS }), ACTIONS)).toBe(true);
    const payments = (REFUSALS['it is paid already']?.payments ?? []).map((one) => seenPayment.parse(one));
    expect(hasShape({ data: { payments } }, PAYMENTS)).toBe(true);
    expect(hasShape({ data: { payments: [{ ...payments[0], lamports: '-1' }] } }, PAYMENTS)).toBe(false);
  });
});

describe('the file of a statement', () => {
  const answered = (text: string, type: string) => {
    vi.stubGlobal('fetch', async () => new Response(text, { headers: { 'content-type': type } }));
    return createAdminApi('key').readStatementFile('2026-10');
  };

  it('is saved as the server wrote it', async () => {
    expect(await answered('line,time\r\n', 'text/csv; charset=utf-8')).toBe('line,time\r\n');
  });

  it.each([
    ['<!doctype html><title>Sign in</title>', 'text/html'],
    ['"a text"', 'application/json'],
    ['', ''],
  ])('is nothing else that was answered in its place: %s', async (text, type) => {
    await expect(answered(text, type)).rejects.toThrow('The server gave an unexpected answer.');
  });
});

describe('a call that the server refuses', () => {
  it('carries the payments that stand in its way, and none where there are none', async () => {
    const payments = REFUSALS['it is paid already']?.payments ?? [];
    const error = 'Round 1203 cannot be released.';
    const refused = (data: unknown) => {
      vi.stubGlobal('fetch', async () =>
        Response.json({ success: false, error, code: 'ALREADY_PAID', data }, { status: 409 }),
      );
      return createAdminApi('key')
        .takeExit({ kind: 'round', id: 1203, exit: 'release', signature: null }, 'why')
        .catch((fault: unknown) => fault);
    };
    expect(await refused({ payments })).toMatchObject({ message: error, status: 409, payments });
    expect(await refused({ payments: 'many' })).toMatchObject({ message: error, payments: [] });
    expect(await refused(undefined)).toMatchObject({ message: error, payments: [] });
  });
});
