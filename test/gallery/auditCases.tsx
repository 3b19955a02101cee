import type { Hour } from '../../client/audit/check/Hour.ts';
import { verdictOf } from '../../client/audit/check/Report.ts';
import {
  DRAW_STEPS,
  type Step,
  type StepId,
  type StepState,
  stepName,
  stepSentence,
} from '../../client/audit/check/Step.ts';
import { AuditPanel } from '../../client/audit/panel/AuditRun.tsx';
import { type Verification, VerifyView } from '../../client/audit/panel/VerifyPanel.tsx';
import { auditRow } from '../../client/audit/thread/AuditRow.ts';
import type { Audit } from '../../client/audit/thread/auditTexts.ts';

const HASH = 'c0a4e83b1f2d5a6978e1b2c3d4e5f60718293a4b5c6d7e8f9011223344556677';
const RPC = 'https://api.mainnet-beta.solana.com';

/** The steps of a round; those that are not named are ok. */
function stepsWith(states: Partial<Record<StepId, StepState>>): Step[] {
  return DRAW_STEPS.map((id) => {
    const state = states[id] ?? 'ok';
    const value = state === 'failed' ? `${id}: expected ${HASH} got ${HASH.slice(0, -1)}8` : HASH;
    return { id, name: stepName(id, null), sentence: stepSentence(id), state, value, link: `${RPC}/tx/${id}` };
  });
}

const PAYMENT = ['payout', 'payout memo', 'payout mark', 'payout transfers', 'payout balances'] as const;
const paymentIn = (state: StepState) => Object.fromEntries(PAYMENT.map((id) => [id, state]));

const ROUNDS: readonly (readonly Step[])[] = [
  stepsWith({}),
  stepsWith({ root: 'failed', memo: 'failed' }),
  stepsWith(paymentIn('owed')),
  stepsWith({ marks: 'could-not-check', network: 'could-not-check' }),
  stepsWith({ marks: 'called-off' }),
];

/** As the marks have it. */
function hourOf(steps: readonly Step[]): Hour {
  const state = steps.find(({ id }) => id === 'marks')?.state;
  if (state === 'called-off') return 'called off';
  return state === 'owed' ? 'promised and owed' : state === 'ok' ? 'promised and paid' : 'not known';
}

const reportOf = (steps: readonly Step[]) => ({
  ...{ roundNumber: 1233, state: 'paid' as const, verdict: verdictOf(steps), steps, servers: 1, lottery: null },
  hour: hourOf(steps),
  unconfirmed: [
    { field: 'snapshot.takenAt', value: '2026-11-22T14:59:02.000Z' },
    { field: 'beacon.network', value: 'quicknet' },
    { field: 'notes.paidAt', value: '2026-11-22T15:00:02.000Z' },
  ],
});

const ROWS = ROUNDS.map((steps, index) => auditRow(1233 - index, reportOf(steps)));

/** How far an audit can be. */
const AUDITS: Readonly<Record<string, Audit>> = {
  idle: { kind: 'idle' },
  'reading the list': { kind: 'running', rows: [], of: 0 },
  running: { kind: 'running', rows: ROWS.slice(0, 1), of: 24 },
  paused: { kind: 'paused', rows: ROWS.slice(0, 2), of: 24 },
  done: {
    ...{ kind: 'done', rows: ROWS, of: ROWS.length },
    site: { isWhole: true, text: 'the site lists every hour that was promised on chain' },
  },
  'done, and the site leaves a round out': {
    ...{ kind: 'done', rows: ROWS, of: ROWS.length },
    site: { isWhole: false, text: 'the site leaves out round 1231, which the chain shows as promised' },
  },
  failed: { kind: 'failed' },
  'done, and there was nothing to check': { kind: 'done', rows: [], of: 0, site: null },
};

/** How far the check of one round can be. */
const VERIFICATIONS: Readonly<Record<string, Verification>> = {
  idle: { kind: 'idle' },
  running: { kind: 'running', steps: stepsWith({}).slice(0, 6), of: DRAW_STEPS.length },
  proven: { kind: 'done', report: reportOf(ROUNDS[0] ?? []) },
  'a step failed': { kind: 'done', report: reportOf(ROUNDS[1] ?? []) },
  owed: { kind: 'done', report: reportOf(ROUNDS[2] ?? []) },
  'could not check': { kind: 'done', report: reportOf(ROUNDS[3] ?? []) },
  'not reached yet': {
    kind: 'done',
    report: reportOf(stepsWith({ ...paymentIn('not-reached'), 'beacon signature': 'not-reached' })),
  },
  failed: { kind: 'failed' },
};

const nothing = () => undefined;
const prose = (key: string, part: React.ReactNode) => (
  <article key={key} className="wrap page prose">
    {part}
  </article>
);

/** Every state of the audit. */
export const AUDIT_EXHIBITS = Object.entries(AUDITS).map(
  ([state, audit]) =>
    [
      state,
      prose(
        state,
        <AuditPanel audit={audit} controls={{ start: nothing, resume: nothing, pause: nothing }} publicRpcUrl={RPC} />,
      ),
    ] as const,
);

/** Every state of one round's check. */
export const VERIFY_EXHIBITS = Object.entries(VERIFICATIONS).map(
  ([state, verification]) =>
    [
      state,
      prose(state, <VerifyView round={1233} verification={verification} publicRpcUrl={RPC} onStart={nothing} />),
    ] as const,
);
