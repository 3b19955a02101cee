import type { ReactNode } from 'react';
import { Modal } from './Modal.tsx';

interface ConfirmDialogProps {
  readonly title: ReactNode;
  readonly confirm: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks before something that cannot be taken back. Cancel comes first, and so has the focus. */
export function ConfirmDialog({ title, confirm, isDangerous, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Modal
      title={title}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className={`btn ${isDangerous ? 'danger' : 'primary'}`}
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
