import { type FormEvent, useRef, useState } from 'react';
import type { Operations } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { OutflowTicks } from './OutflowTicks.tsx';
import { type BrakeCall, brakeProblem, REASON_MISSING, useBrake } from './useBrake.ts';

const PAUSE_MEANS = 'Pausing stops new rounds. A round already committed will still be drawn and paid.';

/** The brake: a pause holds new locks off. What is committed is drawn and paid in any case. */
export function PauseCard({ pause, outflows }: Pick<Operations, 'pause' | 'outflows'>) {
  const { isBusy, pull } = useBrake();
  const field = useRef<HTMLInputElement>(null);
  const { retract } = useConsole();
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState<BrakeCall | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const action = pause === null ? 'pause' : 'resume';

  const tick = (signature: string, isTicked: boolean) => {
    const others = [...ticked].filter((one) => one !== signature);
    setTicked(new Set(isTicked ? [...others, signature] : others));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const reason = field.current?.value.trim() ?? '';
    const call: BrakeCall = { action, reason, outflows, ticked };
    const found = brakeProblem(call);
    setProblem(found);
    if (reason === '') field.current?.focus();
    if (found !== null) return;
    if (action === 'pause') setAsking(call);
    else await go(call);
  };
  const go = async (call: BrakeCall) => {
    if ((await pull(call)) && field.current) field.current.value = '';
  };
  const forget = () => {
    setProblem(null);
    retract('brake');
  };

  return (
    <section className="panel group" aria-labelledby="pause-title">
      <h2 id="pause-title">
        New rounds{' '}
        <span className={`badge ${pause === null ? 'mint' : 'amber'}`}>{pause === null ? 'RUNNING' : 'PAUSED'}</span>
      </h2>
      {pause !== null && (
        <p className="note amber">
          <span>
            Paused by <bdi>{pause.by}</bdi> at {utcText(Date.parse(pause.since))}: <bdi>{pause.reason}</bdi>
          </span>
        </p>
      )}
      <p className="muted">{PAUSE_MEANS}</p>
      <form className="brake" noValidate onSubmit={(event) => void submit(event)} onInput={forget}>
        {outflows.length > 0 && <OutflowTicks outflows={outflows} ticked={ticked} onTick={tick} />}
        <ReasonField field={field} problem={problem} />
        <button type="submit" className={`btn ${pause === null ? 'danger' : 'primary'}`} aria-disabled={isBusy}>
          {pause === null ? 'Pause new rounds…' : 'Resume'}
        </button>
      </form>
      {asking !== null && (
        <ConfirmDialog
          title="Pause new rounds?"
          confirm="Pause new rounds"
          isDangerous
          onConfirm={() => void go(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{PAUSE_MEANS}</p>
          <p>
            Reason: <bdi>{asking.reason}</bdi>
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

interface ReasonFieldProps {
  readonly field: React.RefObject<HTMLInputElement | null>;
  /** What kept the last try from being made. */
  readonly problem: string | null;
}

function ReasonField({ field, problem }: ReasonFieldProps) {
  return (
    <div className="f">
      <label htmlFor="reason">Reason</label>
      <input
        id="reason"
        ref={field}
        className="field"
        maxLength={200}
        autoComplete="off"
        required
        aria-invalid={problem === REASON_MISSING}
        aria-describedby="reason-problem"
      />
      <span id="reason-problem" role="alert" className="err">
        {problem}
      </span>
    </div>
  );
}
