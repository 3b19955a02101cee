import { useCallback, useState } from 'react';

/** What the console has to say after an action: one line, or a list. */
export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly lines: readonly string[];
  /** Tells two notices with the same words apart. */
  readonly id: number;
}

export type Notify = (notice: { readonly tone: Notice['tone']; readonly lines: readonly string[] } | null) => void;

/** The newest notice; a new one takes the place of the old. */
export function useNotices(): { readonly notice: Notice | null; readonly notify: Notify } {
  const [notice, setNotice] = useState<Notice | null>(null);
  const notify: Notify = useCallback((next) => {
    setNotice((last) => (next === null ? null : { ...next, id: (last?.id ?? 0) + 1 }));
  }, []);
  return { notice, notify };
}
