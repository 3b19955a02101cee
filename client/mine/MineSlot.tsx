import { type ComponentType, useEffect, useState } from 'react';
import { useRemembered } from './useMine.ts';

type Bar = ComponentType<{ readonly remembered: string }>;

/** The header's line about the remembered wallet; without one, a link to the page that checks a wallet. */
export function MineSlot() {
  const remembered = useRemembered();
  const [Bar, setBar] = useState<Bar | null>(null);
  const isNeeded = remembered !== null;
  useEffect(() => {
    // If `MineBar` cannot be loaded, the link stays, and leads to the page of the remembered wallet.
    if (isNeeded) loadBar().then((loaded) => setBar(() => loaded), console.error);
  }, [isNeeded]);
  return (
    <div className="my-wallet">
      {remembered !== null && Bar ? <Bar remembered={remembered} /> : <a href={pathOf(remembered)}>My wallet</a>}
    </div>
  );
}

function pathOf(remembered: string | null): string {
  return remembered === null ? '/wallet' : `/wallet/${encodeURIComponent(remembered)}`;
}

function loadBar(): Promise<Bar> {
  return import.meta.env.SSR
    ? Promise.reject(new Error('MineBar is loaded in browsers only'))
    : import('./MineBar.tsx').then(({ MineBar }) => MineBar);
}
