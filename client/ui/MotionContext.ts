import { createContext, useContext } from 'react';

export interface Motion {
  /** Whether anything may move now. */
  readonly moving: boolean;
  /** The visitor's own wish, kept between visits. */
  readonly paused: boolean;
  /** The system's wish; it leaves nothing to pause. */
  readonly reduced: boolean;
  readonly setPaused: (paused: boolean) => void;
}

export const MotionContext = createContext<Motion | null>(null);

/** Whether the page moves, and its switch. Throws outside of its provider. */
export function useMotion(): Motion {
  const motion = useContext(MotionContext);
  if (!motion) throw new Error('useMotion needs a MotionProvider above it');
  return motion;
}
