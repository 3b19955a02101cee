import { createContext, useContext } from 'react';

export interface Notices {
  /** Says a sentence to screen readers, politely. */
  readonly announce: (text: string) => void;
  /** Shows a short message for 2 seconds; screen readers hear it too. */
  readonly toast: (text: string) => void;
}

export const NoticeContext = createContext<Notices | null>(null);

/** Short notices to the visitor. Throws outside of its provider. */
export function useNotices(): Notices {
  const notices = useContext(NoticeContext);
  if (!notices) throw new Error('useNotices needs a NoticeProvider above it');
  return notices;
}
