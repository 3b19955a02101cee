import { type FormEvent, useRef, useState } from 'react';
import type { Operations, Part } from '../../../src/contract/operations.ts';
import { shortAddress } from '../../format/shortAddress.ts';
import { utcText } from '../../format/timeText.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { Signature } from '../console/ExplorerLinks.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ReasonField } from './ReasonField.tsx';
import { BRAKES, type BrakeCall, brakeProblem, useBrake } from './useBrake.ts';

interface BrakeCardProps extends Pick<Operations, 'pause'> {
  readonly part: Part;
  /** The pool's transactions that the lottery did not make. All must be acknowledged before this part can go on. */
  readonly outflows?: Operations['outflows'];
}

const NO_OUTFLOWS: Operations['outflows'] = [];

/** Pauses one part or resumes it, for a reason that the operator types. The card says what a pause stops. */
export function BrakeCard({ part, pause, outflows = NO_OUTFLOWS }: BrakeCardProps) {
  const { isBusy, pull } = useBrake();
  const field = useRef<HTMLInputElement>(null);
  const { retract } = useConsole();
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState<BrakeCall | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const action = pause === null ? 'pause' : 'resume';
  const words = BRAKES[part];

  const tick = (signature: string, isTicked: boolean) => {
    const others = [...ticked].filter((one) => one !== signature);
    setTicked(new Set(isTicked ? [...others, signature] : others));
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const reason = field.current?.value.trim() ?? '';
    const call: BrakeCall = { action, part, reason, outflows, ticked };
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
    <section className="panel group" aria-label={words.title}>
      <BrakeHead title={words.title} pause={pause} />
      <p className="muted">{words.means}</p>
      <form className="brake" noValidate onSubmit={(event) => void submit(event)} onInput={forget}>
        {outflows.length > 0 && <OutflowTicks outflows={outflows} ticked={ticked} onTick={tick} />}
        <ReasonField field={field} problem={problem} />
        <button type="submit" className={`btn ${pause === null ? 'danger' : 'primary'}`} aria-disabled={isBusy}>
          {pause === null ? `${words.pull}…` : 'Resume'}
        </button>
      </form>
      {asking !== null && (
        <PauseDialog call={asking} onConfirm={() => void go(asking)} onClose={() => setAsking(null)} />
      )}
    </section>
  );
}

interface PauseDialogProps {
  readonly call: BrakeCall;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

function PauseDialog({ call: { part, reason }, onConfirm, onClose }: PauseDialogProps) {
  const { pull, means } = BRAKES[part];
  return (
    <ConfirmDialog title={`${pull}?`} confirm={pull} isDangerous onConfirm={onConfirm} onClose={onClose}>
      <p>{means}</p>
      <p>
        Reason: <bdi>{reason}</bdi>
      </p>
    </ConfirmDialog>
  );
}

function BrakeHead({ title, pause }: { readonly title: string } & Pick<Operations, 'pause'>) {
  return (
    <>
      <h2>
        {title}{' '}
        <span className={`badge ${pause === null ? 'mint' : 'amber'}`}>{pause === null ? 'RUNNING' : 'PAUSED'}</span>
      </h2>
      {pause !== null && (
        <p className="note amber">
          <span>
            Paused by <bdi>{pause.by}</bdi> at {utcText(Date.parse(pause.since))}: <bdi>{pause.reason}</bdi>
          </span>
        </p>
      )}
    </>
  );
}

interface OutflowTicksProps extends Pick<Operations, 'outflows'> {
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (signature: string, isTicked: boolean) => void;
}

function OutflowTicks({ outflows, ticked, onTick }: OutflowTicksProps) {
  return (
    <fieldset className="outflows">
      <legend>Signed by the pool, not sent by the lottery</legend>
      <p className="muted">
        Check each transaction and tick it if you know who made it and why, such as a prize paid by hand. If none of you
        made it, someone else has the pool’s key: do not resume, and move the money to a new wallet.
      </p>
      <ul>
        {outflows.map(({ signature, foundAt }) => (
          <li key={signature}>
            <label>
              <input
                type="checkbox"
                checked={ticked.has(signature)}
                aria-label={`I know transaction ${shortAddress(signature)}`}
                onChange={(event) => onTick(signature, event.target.checked)}
              />
              <span>I know it</span>
            </label>
            <Signature signature={signature} of="the pool" />
            <time dateTime={foundAt}>found {utcText(Date.parse(foundAt))}</time>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
