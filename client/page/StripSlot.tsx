import { type ComponentType, useEffect, useState } from 'react';
import { wholePageAlive } from '../ui/life.ts';

/** The draw in short, loaded when the whole page is hydrated. If it cannot be loaded, nothing is shown. */
export function StripSlot() {
  const [Strip, setStrip] = useState<ComponentType | null>(null);
  useEffect(() => {
    wholePageAlive()
      .then(() => import('./PageStrip.tsx'))
      .then(({ PageStrip }) => setStrip(() => PageStrip), console.warn);
  }, []);
  return Strip && <Strip />;
}
