import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** A modal dialog. Escape closes it; the focus goes back to where it came from. */
export function Modal({ title, onClose, children, actions }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Closed before it is taken away: otherwise the browser does not give the focus back.
    return () => opened?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <div id={`${id}text`} className="modal-text">
        {children}
      </div>
      <div className="modal-acts">{actions}</div>
    </dialog>
  );
}
