import './styles/index.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageData } from '../src/contract/pageData.ts';
import { browserClock } from './clock/browserClock.ts';
import { App } from './page/App.tsx';
import { loadContent } from './page/loadContent.ts';

/** Long after the page has come to life. */
const AWAKE_MS = 3_000;

const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? 'null');
const root = document.getElementById('root');

if (root && data) {
  const clock = browserClock(data.now);
  // No top-level await: a lazy page imports the file this module ends up in, and each would wait for the other.
  void loadContent(data.path).then((content) => {
    // As a transition, coming to life is cut into short tasks: a tap in between is answered first.
    startTransition(() => {
      hydrateRoot(
        root,
        <StrictMode>
          <App data={data} clock={clock} content={content} />
        </StrictMode>,
      );
    });
  });
  setTimeout(() => void import('./tell/awake.ts').then(({ awake }) => awake(), console.warn), AWAKE_MS);
}
