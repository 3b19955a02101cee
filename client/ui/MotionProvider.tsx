import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';

interface Motion {
  readonly moving: boolean;
  readonly paused: boolean;
  /** Whether the system asks for less motion. If it does, the visitor has nothing to pause. */
  readonly reduced: boolean;
  readonly setPaused: (paused: boolean) => void;
}

export const MotionContext = createContext<Motion | null>(null);

/** Whether things on the page may move, and how to pause them. Throws outside of a `MotionProvider`. */
export function useMotion(): Motion {
  const motion = useContext(MotionContext);
  if (!motion) throw new Error('useMotion needs a MotionProvider above it');
  return motion;
}

/** Decides whether things may move. While they may not, `html` has the class `still` for the style sheets. */
export function MotionProvider({ children }: { readonly children: ReactNode }) {
  const [paused, setPaused] = useState(false);
  const reduced = useMedia('(prefers-reduced-motion: reduce)');
  const visible = useVisible();
  const moving = !paused && !reduced && visible;

  // After the first render, which has to agree with the server's.
  useEffect(() => setPaused(readStoredPause()), []);

  useEffect(() => {
    document.documentElement.classList.toggle('still', !moving);
  }, [moving]);

  const motion = useMemo(
    () => ({
      moving,
      paused,
      reduced,
      setPaused: (next: boolean) => {
        storePause(next);
        setPaused(next);
      },
    }),
    [moving, paused, reduced],
  );
  return <MotionContext value={motion}>{children}</MotionContext>;
}

/** Whether a media query is true; false on the server and on the first render. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Whether the tab is visible; true on the server and on the first render. */
function useVisible(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible',
    () => true,
  );
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

const KEY = 'motion';
const PAUSED = 'paused';

function readStoredPause(): boolean {
  try {
    return localStorage.getItem(KEY) === PAUSED;
  } catch {
    return false;
  }
}

function storePause(paused: boolean): void {
  try {
    if (paused) localStorage.setItem(KEY, PAUSED);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice holds for this visit only.
  }
}

/** The switch that pauses all motion. */
export function PauseMotion() {
  const { paused, reduced, setPaused } = useMotion();
  const still = paused || reduced;
  const [verb, rest] = reduced ? ['Still', ''] : ['Pause', ' motion'];
  return (
    <button
      type="button"
      className="btn sm pause"
      aria-pressed={still}
      aria-label={reduced ? 'Still: motion is off' : 'Pause motion'}
      disabled={reduced}
      title={reduced ? 'Your system asks for reduced motion: nothing moves.' : undefined}
      onClick={() => setPaused(!paused)}
    >
      <svg width="14" height="14" viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
        <path d={still ? 'M3 1.5v11l9-5.5z' : 'M3 2h3v10H3zM8 2h3v10H8z'} />
      </svg>
      <span>
        {verb}
        <span>{rest}</span>
      </span>
    </button>
  );
}
