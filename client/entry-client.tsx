import './styles/index.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageData } from '../src/contract/pageData.ts';
import { browserClock } from './clock/browserClock.ts';
import { App } from './page/App.tsx';
import { LandingPage } from './page/landing/LandingPage.tsx';
import type { PageContent } from './page/loadOther.ts';

/** When `awake` is loaded, ms after this script has run: the page has usually come to life long before. */
const AWAKE_MS = 3_000;

const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? 'null');
const root = document.getElementById('root');

if (root && data) {
  const clock = browserClock(data.now);
  // No top-level await: each lazy page imports the bundled file of this module, and the two would wait for each other.
  void loadContent(root.dataset.page).then((content) => {
    // In a transition React hydrates the page in short tasks: a tap in between is answered first.
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

/** Only the landing page is part of the first file. Even the names of the other pages' files are loaded later. */
async function loadContent(module: string | undefined): Promise<PageContent> {
  if (module === undefined) return LandingPage;
  const { loadOther } = await import('./page/loadOther.ts');
  return loadOther(module);
}
