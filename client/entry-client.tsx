import './styles/index.css';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { browserClock } from './clock/browserClock.ts';
import { App } from './page/App.tsx';
import { loadContent } from './page/loadContent.ts';
import type { PageData } from './page/PageData.ts';

const data: PageData = JSON.parse(document.getElementById('data')?.textContent ?? 'null');
const root = document.getElementById('root');

if (root && data) {
  const clock = browserClock(data.now);
  // No top-level await: a lazy page imports the file this module ends up in, and each would wait for the other.
  void loadContent(data.path).then((content) => {
    // In a task of its own: reading the script and taking over the page are long enough each on a slow phone.
    setTimeout(() =>
      hydrateRoot(
        root,
        <StrictMode>
          <App data={data} clock={clock} content={content} />
        </StrictMode>,
      ),
    );
  });
}
