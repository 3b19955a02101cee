import { StrictMode, startTransition, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** The smallest page that React can hydrate, made in the same way as the product's pages. */
function OneButton() {
  const [pressed, setPressed] = useState(0);
  useEffect(() => {
    document.documentElement.dataset.alive = 'yes';
  }, []);
  return (
    <button type="button" onClick={() => setPressed(pressed + 1)}>
      {`Pressed ${pressed} times`}
    </button>
  );
}

const root = document.getElementById('root');
if (root) {
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <OneButton />
      </StrictMode>,
    );
  });
}
