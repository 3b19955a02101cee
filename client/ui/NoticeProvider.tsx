import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

interface Notices {
  /** Says a sentence to screen readers, politely. */
  readonly announce: (text: string) => void;
  /** Shows a short message for 2 seconds; screen readers hear it too. */
  readonly toast: (text: string) => void;
}

const NoticeContext = createContext<Notices | null>(null);

/** Short notices to the visitor. Throws outside of its provider. */
export function useNotices(): Notices {
  const notices = useContext(NoticeContext);
  if (!notices) throw new Error('useNotices needs a NoticeProvider above it');
  return notices;
}

const TOAST_MS = 2000;

/** A live region for the whole page: spoken sentences and the toast share it. */
export function NoticeProvider({ children }: { readonly children: ReactNode }) {
  const [spoken, announce] = useState('');
  const [toast, setToast] = useState<{ readonly text: string } | null>(null);

  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setToast(null), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast]);

  const notices = useMemo(() => ({ announce, toast: (text: string) => setToast({ text }) }), []);
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
