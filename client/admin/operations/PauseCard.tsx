import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Operations } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { faultLines } from '../AdminFault.ts';
import { useConsole } from '../ConsoleContext.ts';

/** The brake: a pause holds new locks off. What is committed is drawn and paid in any case. */
export function PauseCard({ pause }: Pick<Operations, 'pause'>) {
  const { api, notify } = useConsole();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const action = pause === null ? 'pause' : 'resume';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const reason = field.current?.value.trim() ?? '';
    setProblem(reason === '' ? 'A reason is required' : null);
    if (isBusy) return;
    if (reason === '') return field.current?.focus();
    setIsBusy(true);
    try {
      await api.operate(action, reason);
      if (field.current) field.current.value = '';
      notify({ tone: 'good', lines: [action === 'pause' ? 'New rounds are paused.' : 'New rounds go on.'] });
    } catch (error) {
      notify({ tone: 'bad', lines: faultLines(error, `Failed to ${action}`) });
    } finally {
      setIsBusy(false);
      await client.invalidateQueries({ queryKey: ['operations'] });
    }
  };

  return (
    <section className="panel group" aria-labelledby="pause-title">
      <h2 id="pause-title">
        New rounds{' '}
        <span className={`badge ${pause === null ? 'mint' : 'amber'}`}>{pause === null ? 'RUNNING' : 'PAUSED'}</span>
      </h2>
      {pause !== null && (
        <p className="note amber">
          Paused by <bdi>{pause.by}</bdi> at {utcText(Date.parse(pause.since))}: <bdi>{pause.reason}</bdi>
        </p>
      )}
      <p className="muted">A pause stops new locks only: a committed round is still drawn and paid.</p>
      <form className="brake" noValidate onSubmit={(event) => void submit(event)}>
        <div className="f">
          <label htmlFor="reason">Reason</label>
          <input
            id="reason"
            ref={field}
            className="field"
            maxLength={200}
            autoComplete="off"
            required
            aria-invalid={problem !== null}
            aria-describedby="reason-problem"
          />
          <span id="reason-problem" role="alert" className="err">
            {problem}
          </span>
        </div>
        <button type="submit" className={`btn ${pause === null ? 'danger' : 'primary'}`} aria-disabled={isBusy}>
          {pause === null ? 'Pause new rounds' : 'Resume'}
        </button>
      </form>
    </section>
  );
}
