import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

interface Notices {
  /** Says a sentence to screen readers, when they have finished the one before. */
  readonly announce: (text: string) => void;
  /** Shows a short message for 2 seconds; screen readers hear it too. */
  readonly toast: (text: string) => void;
}

const NoticeContext = createContext<Notices | null>(null);

/** The ways to give short notices to the visitor. Throws outside of a `NoticeProvider`. */
export function useNotices(): Notices {
  const notices = useContext(NoticeContext);
  if (!notices) throw new Error('useNotices needs a NoticeProvider above it');
  return notices;
}

const TOAST_MS = 2000;

/** The live region of the page, for spoken sentences and the toast. */
export function NoticeProvider({ children }: { readonly children: ReactNode }) {
  const [spoken, speak] = useState('');
  const [toast, setToast] = useState<{ readonly text: string } | null>(null);

  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(null), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast]);

  const notices = useMemo(
    () => ({
      // Screen readers say only what changes: a sentence that is said again ends with a space.
      announce: (text: string) => speak((before) => (before === text ? `${text}\u00a0` : text)),
      toast: (text: string) => setToast({ text }),
    }),
    [],
  );
  return (
    <NoticeContext value={notices}>
      {children}
      <div role="status" aria-live="polite" className="notices">
        <span className="sr">{spoken}</span>
        {toast && <p className="toast">{toast.text}</p>}
      </div>
    </NoticeContext>
  );
}
