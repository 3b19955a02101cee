import { useCallback, useEffect, useRef, useState } from 'react';

/** What a notice may be about: the list of wallets, a read from the server, the calculator, a pause. */
export type Subject = 'list' | 'reading' | 'calculator' | 'brake';

/** What the console says after an action. */
export interface Notice {
  readonly tone: 'good' | 'bad';
  readonly lines: readonly string[];
  /** `retract` removes the notice by this subject; null for a notice that no `retract` removes. */
  readonly about: Subject | null;
  /** Tells two notices with the same words apart. */
  readonly id: number;
}

export type Notify = (
  notice: { readonly tone: Notice['tone']; readonly lines: readonly string[]; readonly about?: Subject } | null,
) => void;
export type Retract = (about: Subject) => void;

/** After this time a notice of success disappears by itself. A notice of an error stays. */
const GOOD_MS = 8000;

/**
 * Shows the newest notice; Escape removes it. Both live regions exist from the start, because some screen readers do
 * not read a region that is added together with its text.
 */
export function Notices({ notice, onDismiss }: { readonly notice: Notice | null; readonly onDismiss: () => void }) {
  const isGood = notice?.tone === 'good';
  const id = notice?.id;
  useEffect(() => {
    if (!isGood || id === undefined) return;
    const timer = setTimeout(onDismiss, GOOD_MS);
    return () => clearTimeout(timer);
  }, [isGood, id, onDismiss]);
  useEffect(() => {
    if (id === undefined) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && document.querySelector('dialog[open]') === null) onDismiss();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [id, onDismiss]);
  return (
    <div className="notices wrap">
      <div role="status">{isGood && <Shown notice={notice} onDismiss={onDismiss} />}</div>
      <div role="alert">{notice?.tone === 'bad' && <Shown key={id} notice={notice} onDismiss={onDismiss} />}</div>
    </div>
  );
}

function Shown({ notice, onDismiss }: { readonly notice: Notice; readonly onDismiss: () => void }) {
  const [first, ...more] = notice.lines;
  return (
    <div className={`notice ${notice.tone}`}>
      {more.length === 0 ? (
        <p>{first}</p>
      ) : (
        <ul>
          {notice.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed, and two may be alike
            <li key={index}>{line}</li>
          ))}
        </ul>
      )}
      <button type="button" className="dismiss" onClick={onDismiss}>
        <span className="sr">Dismiss</span>
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <path d="M2 2l10 10M12 2 2 12" stroke="currentColor" strokeWidth="1.8" fill="none" />
        </svg>
      </button>
    </div>
  );
}

/** Keeps the newest notice: `notify` replaces it, and `retract` removes it if it is about the given subject. */
export function useNotices(): { readonly notice: Notice | null; readonly notify: Notify; readonly retract: Retract } {
  const [notice, setNotice] = useState<Notice | null>(null);
  const lastId = useRef(0);
  const notify: Notify = useCallback((next) => {
    setNotice(next === null ? null : { about: null, ...next, id: ++lastId.current });
  }, []);
  const retract: Retract = useCallback((about) => setNotice((now) => (now?.about === about ? null : now)), []);
  return { notice, notify, retract };
}

/** Says what could not be loaded, and has a button to try again. */
export function ErrorBox({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <div className="box">
      <p role="alert">{text}</p>
      <button type="button" className="btn sm" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
