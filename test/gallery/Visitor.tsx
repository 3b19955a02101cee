import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ClockContext, fixedClock } from '../../client/clock/ServerClock.ts';
import { KEYS } from '../../client/data/keys.ts';
import { RoundContext, type RoundState } from '../../client/round/RoundContext.ts';
import { MotionContext } from '../../client/ui/MotionProvider.tsx';
import { NoticeProvider } from '../../client/ui/NoticeProvider.tsx';
import type { PublicConfig } from '../../src/contract/config.ts';
import { CONFIG, LOADING, NOW } from './lottery.ts';

const CLOCK = fixedClock(NOW);
const STILL = { moving: false, paused: false, reduced: true, setPaused: () => undefined };

interface VisitorProps {
  /** Where the round is; while it loads if none is given. */
  readonly round?: RoundState;
  readonly config?: PublicConfig | null;
  /** What could not be read, by its query's key. */
  readonly failed?: readonly unknown[];
  /** What was read besides the settings, by its query's key. */
  readonly answered?: readonly (readonly [key: readonly unknown[], data: unknown])[];
  readonly children: ReactNode;
}

/** The providers around every part of the pages, at a fixed moment. */
export function Visitor({ round = LOADING, config = CONFIG, failed, answered = [], children }: VisitorProps) {
  const [queries] = useState(() => {
    const client = new QueryClient({
      defaultOptions: {
        queries: { retry: false, retryOnMount: false, refetchOnMount: false, refetchOnWindowFocus: false },
      },
    });
    if (config !== null) client.setQueryData(KEYS.config, config);
    if (failed !== undefined) fail(client, failed);
    for (const [key, data] of answered) client.setQueryData(key, data);
    return client;
  });
  return (
    <QueryClientProvider client={queries}>
      <ClockContext value={CLOCK}>
        <MotionContext value={STILL}>
          <NoticeProvider>
            <RoundContext value={round}>{children}</RoundContext>
          </NoticeProvider>
        </MotionContext>
      </ClockContext>
    </QueryClientProvider>
  );
}

function fail(client: QueryClient, queryKey: readonly unknown[]): void {
  const query = client.getQueryCache().build(client, { queryKey });
  query.setState({ status: 'error', fetchStatus: 'idle', error: new Error('no answer'), errorUpdatedAt: NOW });
}
