import './styles/index.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageData } from '../src/contract/pageData.ts';
import { browserClock } from './clock/browserClock.ts';
import { App } from './page/App.tsx';
import { LandingPage } from './page/landing/LandingPage.tsx';
import type { PageContent } from './page/loadOther.ts';

/** When `awake` is loaded, ms after this script has run. By then the page has usually been hydrated. */
const AWAKE_MS = 3_000;

const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? 'null');
const root = document.getElementById('root');

if (root && data) {
  const clock = browserClock(data.now);
  // A top-level await would never end: the file of each lazy page waits for this module's file.
  void loadContent(root.dataset.page).then((content) => {
    // In a transition React hydrates the page in short tasks, between which it answers taps.
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

/** The page's component. This script's own file contains only that of the landing page. */
async function loadContent(module: string | undefined): Promise<PageContent> {
  if (module === undefined) return LandingPage;
  const { loadOther } = await import('./page/loadOther.ts');
  return loadOther(module);
}
