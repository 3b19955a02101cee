import { type ComponentType, useEffect, useState } from 'react';
import { wholePageAlive } from '../ui/life.ts';

/**
 * The place for the draw in short, which is loaded when the whole page is alive. If it cannot be loaded, the place
 * stays empty.
 */
export function StripSlot() {
  const [Strip, setStrip] = useState<ComponentType | null>(null);
  useEffect(() => {
    wholePageAlive()
      .then(() => import('./PageStrip.tsx'))
      .then(({ PageStrip }) => setStrip(() => PageStrip), console.warn);
  }, []);
  return Strip && <Strip />;
}
