import { type ReactNode, useId, useState } from 'react';
import { Modal } from './Modal.tsx';

/** The words that have to be typed before the lottery's pool loses its share. */
export const END_PRIZES = 'END PRIZES';

interface ConfirmDialogProps {
  readonly title: ReactNode;
  readonly confirm: string;
  readonly isDangerous?: boolean;
  /** Words that have to be typed before the button can be pressed. */
  readonly typed?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/**
 * Asks before something with consequences. At first Cancel has the focus, because it comes before the other button;
 * where words have to be typed, the field for them has the focus.
 */
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
