import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { PageData } from '../../src/contract/pageData.ts';
import { ClockContext } from '../clock/ClockContext.ts';
import type { ServerClock } from '../clock/ServerClock.ts';
import { seededClient } from '../data/seededClient.ts';
import { MotionProvider } from '../ui/MotionProvider.tsx';
import { NoticeProvider } from '../ui/NoticeProvider.tsx';
import type { PageContent } from './PageContent.ts';

interface AppProps {
  readonly data: PageData;
  readonly clock: ServerClock;
  /** The page that the data's path names. */
  readonly content: PageContent;
}

/** What every page may use (server state, clock, motion, notices), around one of them. */
export function App({ data, clock, content: Content }: AppProps) {
  const [queries] = useState(() => seededClient(data));
  return (
    <QueryClientProvider client={queries}>
      <ClockContext value={clock}>
        <MotionProvider>
          <NoticeProvider>
            <Content data={data} />
            <Suspense>
              <Alive />
            </Suspense>
          </NoticeProvider>
        </MotionProvider>
      </ClockContext>
    </QueryClientProvider>
  );
}

/** Comes to life after everything before it: from then on the whole page answers. */
function Alive() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'yes';
  }, []);
  return null;
}
