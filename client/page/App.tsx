import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PageData } from '../../src/contract/pageData.ts';
import { ClockContext, type ServerClock } from '../clock/ServerClock.ts';
import { seededClient } from '../data/seededClient.ts';
import { awaitsLife } from '../ui/life.ts';
import { MotionProvider } from '../ui/MotionProvider.tsx';
import { NoticeProvider } from '../ui/NoticeProvider.tsx';
import { type Parts, PartsContext } from './landing/PartsContext.ts';
import type { PageContent } from './loadOther.ts';

interface AppProps {
  readonly data: PageData;
  readonly clock: ServerClock;
  readonly content: PageContent;
  /** The components of the page's islands; on the server only. */
  readonly parts?: Parts;
}

/** One page, inside the providers that every page may use: server state, clock, motion and notices. */
export function App({ data, clock, content: Content, parts }: AppProps) {
  const [queries] = useState(() => seededClient(data));
  return (
    <QueryClientProvider client={queries}>
      <ClockContext value={clock}>
        <MotionProvider>
          <NoticeProvider>
            <PartsContext value={parts ?? null}>
              <Content data={data} />
              <Alive />
            </PartsContext>
          </NoticeProvider>
        </MotionProvider>
      </ClockContext>
    </QueryClientProvider>
  );
}

/** Marks the page when all of it but the islands is hydrated: then the ticket answers a tap. */
function Alive() {
  useEffect(() => {
    document.documentElement.dataset.alive = 'yes';
    awaitsLife()();
  }, []);
  return null;
}
