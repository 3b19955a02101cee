import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

interface ModalProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** A modal dialog. Escape closes it. The focus then returns to where it was before. */
export function Modal({ title, onClose, children, actions }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // The dialog is closed before React removes it: otherwise the browser does not return the focus.
    return () => opened?.close();
  }, []);
  const text = useRef<HTMLDivElement>(null);
  const isLong = useIsScrolled(text);
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      // On Escape the page itself removes the dialog at once. The browser's close event would come later, and would
      // close a dialog that was opened meanwhile.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
    >
      <h2 id={`${id}title`}>{title}</h2>
      <div
        ref={text}
        id={`${id}text`}
        className="modal-text"
        {...(isLong && { tabIndex: 0, role: 'group', 'aria-labelledby': `${id}title` })}
      >
        {children}
      </div>
      <div className="modal-acts">{actions}</div>
    </dialog>
  );
}

/**
 * Whether a part scrolls. Such a part has to be focusable: in some browsers the keyboard scrolls only focusable
 * elements.
 */
function useIsScrolled(part: React.RefObject<HTMLElement | null>): boolean {
  const [isScrolled, setIsScrolled] = useState(false);
  useEffect(() => {
    const box = part.current;
    if (box === null) return;
    const sizes = new ResizeObserver(() => setIsScrolled(box.scrollHeight > box.clientHeight));
    const observe = () => {
      for (const each of [box, ...box.children]) sizes.observe(each);
    };
    // A child that is added later does not change the size of a box that fills the window already.
    const added = new MutationObserver(observe);
    added.observe(box, { childList: true });
    observe();
    return () => {
      added.disconnect();
      sizes.disconnect();
    };
  }, [part]);
  return isScrolled;
}
