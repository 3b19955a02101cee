import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { NoticeContext } from './NoticeContext.ts';

const TOAST_MS = 2000;

/** The page's one live region: spoken sentences and the toast share it. */
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
