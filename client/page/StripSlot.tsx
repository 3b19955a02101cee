import { type ComponentType, useEffect, useState } from 'react';
import { wholePageAlive } from '../ui/life.ts';

/** Where the draw in short comes once the page is alive; without its code the page is as it was. */
export function StripSlot() {
  const [Strip, setStrip] = useState<ComponentType | null>(null);
  useEffect(() => {
    wholePageAlive()
      .then(() => import('./PageStrip.tsx'))
      .then(({ PageStrip }) => setStrip(() => PageStrip), console.warn);
  }, []);
  return Strip && <Strip />;
}
