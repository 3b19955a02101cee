import { type FormEvent, useId, useRef, useState } from 'react';
import { Modal } from '../ui/Modal.tsx';
import { ExitRefusal } from './ExitRefusal.tsx';
import { type ExitCall, exitName, exitText, exitWords } from './exitWords.ts';
import { REASON_MISSING, ReasonField } from './ReasonField.tsx';
import { SignatureField } from './SignatureField.tsx';
import { useExit } from './useExit.ts';

interface ExitDialogProps {
  readonly call: ExitCall;
  readonly onClose: () => void;
}

/**
 * Says what an exit will do, asks why, and stays open with what was found when it is refused. What turned out to be paid
 * cannot be tried again from here.
 */
export function ExitDialog({ call, onClose }: ExitDialogProps) {
  const { isBusy, refusal, take } = useExit(call);
  const field = useRef<HTMLInputElement>(null);
  const signature = useRef<HTMLInputElement>(null);
  const form = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const { means, isFinal, mayName } = exitWords(call);
  const isPaid = refusal !== null && refusal.payments.length > 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const reason = field.current?.value.trim() ?? '';
    setProblem(reason === '' ? REASON_MISSING : null);
    if (reason === '') field.current?.focus();
    else if (await take(reason, signature.current?.value.trim() || null)) onClose();
  };
  return (
    <Modal
      title={`${exitText(call)}?`}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {isPaid ? 'OK' : 'Cancel'}
          </button>
          {!isPaid && (
            <button
              type="submit"
              form={form}
              className={`btn ${isFinal ? 'danger' : 'primary'}`}
              aria-disabled={isBusy}
            >
              {exitName(call)}
            </button>
          )}
        </>
      }
    >
      {means.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {!isPaid && (
        <form id={form} noValidate onSubmit={(event) => void submit(event)} onInput={() => setProblem(null)}>
          <ReasonField field={field} problem={problem} />
          {mayName && <SignatureField field={signature} />}
        </form>
      )}
      <p role="status">{isBusy && 'Asking the nodes. This may take a minute…'}</p>
      <div role="alert">{refusal !== null && <ExitRefusal refusal={refusal} />}</div>
    </Modal>
  );
}
