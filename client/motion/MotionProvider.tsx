import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useMedia } from '../browser/useMedia.ts';
import { useVisible } from '../browser/useVisible.ts';
import { MotionContext } from './MotionContext.ts';
import { readStoredPause, storePause } from './storedPause.ts';

/** Lets things move unless the visitor, the system or a hidden tab says no; the stylesheet reads it as `html.still`. */
export function MotionProvider({ children }: { readonly children: ReactNode }) {
  const [paused, setPaused] = useState(false);
  const reduced = useMedia('(prefers-reduced-motion: reduce)');
  const visible = useVisible();
  const moving = !paused && !reduced && visible;

  // Read after the first render, which has to agree with the server's.
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
