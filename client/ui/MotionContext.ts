import { createContext, useContext } from 'react';

export interface Motion {
  /** Whether anything may move now. */
  readonly moving: boolean;
  /** The visitor's own choice, stored between visits. */
  readonly paused: boolean;
  /** The system's wish for less motion. If it is set, there is nothing to pause. */
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
