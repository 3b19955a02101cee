import { useMotion } from './MotionContext.ts';

/** The visible switch that stops all motion. The choice is stored. */
export function PauseMotion() {
  const { paused, reduced, setPaused } = useMotion();
  const still = paused || reduced;
  const name = reduced ? 'Motion is off' : 'Pause motion';
  return (
    <button
      type="button"
      className="btn sm pause"
      aria-pressed={still}
      aria-label={name}
      disabled={reduced}
      title={reduced ? 'Your system asks for reduced motion: nothing moves.' : undefined}
      onClick={() => setPaused(!paused)}
    >
      <svg width="14" height="14" viewBox="0 0 14 14" fill="currentColor" aria-hidden="true">
        <path d={still ? 'M3 1.5v11l9-5.5z' : 'M3 2h3v10H3zM8 2h3v10H8z'} />
      </svg>
      <span>{name}</span>
    </button>
  );
}
