import { type ComponentType, useState } from 'react';

type Panel = ComponentType<{ readonly address: string }>;

/** A button that loads and opens the panel for notifications about one wallet. */
export function TellMe({ address }: { readonly address: string }) {
  const [Panel, setPanel] = useState<Panel | null>(null);
  const [isLost, setLost] = useState(false);
  if (Panel) return <Panel address={address} />;
  const open = () =>
    loadPanel().then(
      (loaded) => setPanel(() => loaded),
      () => setLost(true),
    );
  return (
    <p className="row">
      <button type="button" className="btn sm" onClick={() => void open()}>
        Tell me when I am away
      </button>
      {isLost && <span role="status">This could not be loaded. Please reload the page.</span>}
    </p>
  );
}

function loadPanel(): Promise<Panel> {
  return import.meta.env.SSR
    ? Promise.reject(new Error('not loaded on the server'))
    : import('./TellPanel.tsx').then(({ TellPanel }) => TellPanel);
}
