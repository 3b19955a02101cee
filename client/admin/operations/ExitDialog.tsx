import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import type { SeenPayment } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { AddressLink, Signature } from '../console/ExplorerLinks.tsx';
import { Modal } from '../ui/Modal.tsx';
import { sentenceText } from '../ui/unitsText.ts';
import { type ExitCall, exitName, exitText, exitWords, subjectText } from './exitWords.ts';
import { REASON_MISSING, ReasonField } from './ReasonField.tsx';
import { type Refusal, useExit } from './useExit.ts';

interface ExitDialogProps {
  readonly call: ExitCall;
  readonly onClose: () => void;
}

/**
 * Says what an exit will do, and asks for a reason. If the server refuses the exit, the dialog stays open and says why.
 * After a refusal because of payments on chain, the dialog has no button to try again.
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

/**
 * The field for the signature of the transaction that made a mark of the hour. If it stays empty, the server looks for
 * that transaction in the mark's history.
 */
function SignatureField({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const id = useId();
  return (
    <div className="f">
      <label htmlFor={id}>Signature of the round’s payment or commitment, if you have it</label>
      <input
        id={id}
        ref={field}
        className="field mono"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}note`}
      />
      <span id={`${id}note`} className="note">
        “npm run pay” prints that of a payment. If this is empty, the history of the mark is searched.
      </span>
    </div>
  );
}

/** Why an exit was refused: sentences, and the payments that the chain shows. */
export function ExitRefusal({ refusal: { lines, payments } }: { readonly refusal: Refusal }) {
  return (
    <div className="refusal">
      {lines.map((line) => (
        <p key={line} className="err">
          {line}
        </p>
      ))}
      {payments.length > 0 && <SeenPayments payments={payments} />}
    </div>
  );
}

function SeenPayments({ payments }: { readonly payments: readonly SeenPayment[] }) {
  return (
    <ul className="seen" aria-label="Payments on chain">
      {payments.map(({ signature, to, lamports, blockTime }) => (
        <li key={`${signature} ${to}`}>
          <strong>{sentenceText(BigInt(lamports), 'SOL')}</strong>
          <span>
            to <AddressLink address={to} />
          </span>
          <span>
            in <Signature signature={signature} of={`a payment to ${to}`} />
          </span>
          {blockTime !== null && <time dateTime={blockTime}>{utcText(Date.parse(blockTime))}</time>}
        </li>
      ))}
    </ul>
  );
}

interface ExitButtonsProps {
  readonly calls: readonly ExitCall[];
  readonly onAsk: (call: ExitCall) => void;
}

/** A button for each exit, with what the exit does. If the console knows no exit, a sentence says so. */
export function ExitButtons({ calls, onAsk }: ExitButtonsProps) {
  if (calls.length === 0)
    return (
      <p className="wide muted">This version of the console knows no way out. The runbook says what to look at.</p>
    );
  return (
    <div className="exits">
      {calls.map((call) => (
        <div key={call.exit} className="exit">
          <button type="button" className="btn sm" onClick={() => onAsk(call)}>
            {exitName(call)}…<span className="sr"> {subjectText(call)}</span>
          </button>
          <span className="muted">{exitWords(call).brief}</span>
        </div>
      ))}
    </div>
  );
}
