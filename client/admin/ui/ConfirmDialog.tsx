import { type ReactNode, useId, useState } from 'react';
import { Modal } from './Modal.tsx';

/** The words that must be typed before a change that leaves the lottery's pool without a share of the tax. */
export const END_PRIZES = 'END PRIZES';

interface ConfirmDialogProps {
  readonly title: ReactNode;
  readonly confirm: string;
  readonly isDangerous?: boolean;
  readonly typed?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks before something with consequences. If `typed` is given, these words must be typed first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirm, isDangerous, typed, onConfirm, onClose, children } = props;
  const [text, setText] = useState('');
  const field = useId();
  const isTyped = typed === undefined || text.trim() === typed;
  return (
    <Modal
      title={title}
      onClose={onClose}
      actions={
        <>
          {typed !== undefined && (
            <div className="f typed">
              <label htmlFor={field}>
                Type <b>{typed}</b> to confirm
              </label>
              <input
                id={field}
                className="field"
                value={text}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                onChange={(event) => setText(event.target.value)}
              />
            </div>
          )}
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className={`btn ${isDangerous || typed !== undefined ? 'danger' : 'primary'}`}
            disabled={!isTyped}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
